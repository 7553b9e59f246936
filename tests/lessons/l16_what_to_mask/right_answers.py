"""Right answers to the exercises of lesson 16, in other styles than the reference's."""

import numpy as np
import torch

# --- whole words ----------------------------------------------------------------------------------


def hide_words_by_budget(words, order, number):
    left, places = number, set()
    for index in order:
        start, end = words[index]
        if end - start > left:
            continue
        left -= end - start
        places.update(range(start, end))
    return sorted(places)


def hide_words_by_flags(words, order, number):
    last = max((end for _, end in words), default=0)
    flags = np.zeros(last, dtype=bool)
    for index in order:
        start, end = words[index]
        if flags.sum() + (end - start) <= number:
            flags[start:end] = True
    return np.flatnonzero(flags).tolist()


def hide_words_by_words(words, order, number):
    taken = []
    for index in order:
        if sum(end - start for start, end in [*taken, words[index]]) <= number:
            taken.append(words[index])
    return [place for start, end in sorted(taken) for place in range(start, end)]


# --- lengths of spans -----------------------------------------------------------------------------


def span_lengths_by_loop(p, longest):
    shares, still = [], 1.0
    for _ in range(longest):
        shares.append(still * p)
        still *= 1 - p
    return torch.tensor([share / sum(shares) for share in shares])


def span_lengths_by_softmax(p, longest):
    return (torch.arange(longest) * float(np.log1p(-p))).softmax(dim=0)


def span_lengths_by_sum(p, longest):
    powers = torch.tensor([(1 - p) ** n for n in range(longest)])
    return powers * p / (1 - (1 - p) ** longest)


# --- the soft mask --------------------------------------------------------------------------------


def soft_mask_by_lerp(words, mask, wrong):
    return torch.lerp(words, mask.expand_as(words), wrong.unsqueeze(1))


def soft_mask_by_rows(words, mask, wrong):
    return torch.stack([w + p * (mask - w) for w, p in zip(words, wrong, strict=True)])


def soft_mask_by_outer(words, mask, wrong):
    return torch.outer(wrong, mask) + torch.diag(1 - wrong) @ words


RIGHT = {
    "hide_words": (hide_words_by_budget, hide_words_by_flags, hide_words_by_words),
    "span_lengths": (span_lengths_by_loop, span_lengths_by_softmax, span_lengths_by_sum),
    "soft_mask": (soft_mask_by_lerp, soft_mask_by_rows, soft_mask_by_outer),
}
