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


# --- an interval over lines and seeds -------------------------------------------------------------


def seed_interval_at_once(first, second, seeds, lines):
    apart = first - second
    leads = apart[seeds[:, :, None], lines[:, None, :]].mean(dim=(1, 2))
    low, high = np.percentile(leads.numpy(), [2.5, 97.5])
    return float(low), float(high)


def seed_interval_by_loop(first, second, seeds, lines):
    leads = []
    for some, others in zip(seeds.tolist(), lines.tolist(), strict=True):
        a, b = (scores.numpy()[np.ix_(some, others)].mean() for scores in (first, second))
        leads.append(a - b)
    return float(np.quantile(leads, 0.025)), float(np.quantile(leads, 0.975))


def seed_interval_by_counts(first, second, seeds, lines):
    (S, N), R = first.shape, len(seeds)
    of_seeds = torch.stack([torch.bincount(row, minlength=S) for row in seeds]).double() / S
    of_lines = torch.stack([torch.bincount(row, minlength=N) for row in lines]).double() / N
    leads = torch.einsum("rs,sn,rn->r", of_seeds, (first - second).double(), of_lines)
    ordered, cut = leads.sort().values, 0.025 * (R - 1)
    return tuple(np.interp([cut, R - 1 - cut], np.arange(R), ordered.numpy()).tolist())


# --- the soft mask --------------------------------------------------------------------------------


def soft_mask_by_lerp(words, mask, wrong):
    return torch.lerp(words, mask.expand_as(words), wrong.unsqueeze(1))


def soft_mask_by_rows(words, mask, wrong):
    return torch.stack([w + p * (mask - w) for w, p in zip(words, wrong, strict=True)])


def soft_mask_by_outer(words, mask, wrong):
    return torch.outer(wrong, mask) + torch.diag(1 - wrong) @ words


RIGHT = {
    "hide_words": (hide_words_by_budget, hide_words_by_flags, hide_words_by_words),
    "seed_interval": (seed_interval_at_once, seed_interval_by_loop, seed_interval_by_counts),
    "soft_mask": (soft_mask_by_lerp, soft_mask_by_rows, soft_mask_by_outer),
}
