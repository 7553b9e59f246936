"""Answers of the class to lesson 04, written from its text alone."""

import torch

# Exercise 1: both_targets


def both_targets_wrong_1(tokens):
    ahead = torch.full_like(tokens, -100)
    behind = torch.full_like(tokens, -100)
    ahead[:, 1:] = tokens[:, :-1]
    behind[:, :-1] = tokens[:, 1:]
    return ahead, behind


def both_targets_wrong_2(tokens):
    return tokens.roll(-1, dims=1), tokens.roll(1, dims=1)


def both_targets_wrong_3(tokens):
    forward = torch.zeros_like(tokens)
    backward = torch.zeros_like(tokens)
    forward[:, :-1] = tokens[:, 1:]
    backward[:, 1:] = tokens[:, :-1]
    return forward, backward


def both_targets_wrong_4(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:-1] = tokens[1:]
    backward[1:] = tokens[:-1]
    return forward, backward


def both_targets_wrong_5(tokens):
    B, T = tokens.shape
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    for b in range(B):
        for t in range(T):
            if t + 1 < T - 1:
                forward[b, t] = tokens[b, t + 1]
            if t - 1 > 0:
                backward[b, t] = tokens[b, t - 1]
    return forward, backward


def both_targets_wrong_6(tokens):
    forward = torch.full_like(tokens, -100)
    forward[:, :-1] = tokens[:, 1:]
    turned = tokens.flip(1)
    backward = torch.full_like(tokens, -100)
    backward[:, :-1] = turned[:, 1:]
    return forward, backward


def both_targets_right_1(tokens):
    forward = torch.full_like(tokens, -100)
    backward = forward.clone()
    forward[:, :-1] = tokens[:, 1:]
    backward[:, 1:] = tokens[:, :-1]
    return forward, backward


def both_targets_right_2(tokens):
    none = tokens.new_full((len(tokens), 1), -100)
    return torch.cat([tokens[:, 1:], none], dim=1), torch.cat([none, tokens[:, :-1]], dim=1)


# Exercise 2: join_directions


def join_directions_wrong_1(from_left, from_right, lengths):
    inside = torch.arange(from_left.shape[1]) < lengths[:, None]
    both = torch.cat([from_left, from_right.flip(1)], dim=-1)
    return both * inside[:, :, None]


def join_directions_wrong_2(from_left, from_right, lengths):
    turned = torch.zeros_like(from_right)
    for b, n in enumerate(lengths.tolist()):
        turned[b, :n] = from_right[b, :n].flip(0)
    return torch.cat([from_left, turned], dim=2)


def join_directions_wrong_3(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = torch.zeros(B, T, 2 * D)
    for b in range(B):
        n = int(lengths[b])
        for t in range(n):
            out[b, t, :D] = from_left[b, t]
            out[b, t, D:] = from_right[b, min(n - t, T - 1)]
    return out


def join_directions_wrong_4(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = torch.zeros(B, T, 2 * D)
    for b, n in enumerate(lengths.tolist()):
        out[b, :n, :D] = from_right[b, :n].flip(0)
        out[b, :n, D:] = from_left[b, :n]
    return out


def join_directions_wrong_5(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = torch.zeros(B, T, 2 * D)
    for b, n in enumerate(lengths.tolist()):
        out[b, :n] = torch.cat([from_left[b, :n], from_right[b, :n].flip(1)], dim=1)
    return out


def join_directions_wrong_6(from_left, from_right, lengths):
    for b in range(len(lengths)):
        n = lengths[b]
        from_right[b, :n] = from_right[b, :n].flip(0)
        from_left[b, n:] = 0
        from_right[b, n:] = 0
    return torch.cat([from_left, from_right], dim=-1)


def join_directions_right_1(from_left, from_right, lengths):
    rows = []
    for forward, backward, n in zip(from_left, from_right, lengths.tolist(), strict=True):
        row = torch.zeros(len(forward), 2 * forward.shape[1])
        row[:n] = torch.cat([forward[:n], backward[:n].flip(0)], dim=1)
        rows.append(row)
    return torch.stack(rows)


def join_directions_right_2(from_left, from_right, lengths):
    B, T = from_left.shape[:2]
    place = lengths[:, None] - 1 - torch.arange(T)  # (B, T), negative at the padding
    turned = from_right[torch.arange(B)[:, None], place.clamp(min=0)]
    both = torch.cat([from_left, turned], dim=-1)
    return both.masked_fill((place < 0)[:, :, None], 0.0)


# Exercise 3: scalar_mix


def scalar_mix_wrong_1(layers, w, gamma):
    return gamma * torch.tensordot(w, layers, dims=1)


def scalar_mix_wrong_2(layers, w, gamma):
    shares = w / w.sum()
    return gamma * (shares[:, None, None] * layers).sum(dim=0)


def scalar_mix_wrong_3(layers, w, gamma):
    shares = torch.softmax(gamma * w, dim=0)
    return (shares[:, None, None] * layers).sum(dim=0)


def scalar_mix_wrong_4(layers, w, gamma):
    shares = torch.softmax(w, dim=0)
    return torch.tensordot(shares, layers, dims=1)


def scalar_mix_wrong_5(layers, w, gamma):
    shares = torch.softmax(w, dim=0)
    return gamma * (shares[:, None, None] * layers).mean(dim=0)


def scalar_mix_wrong_6(layers, w, gamma):
    s = w.softmax(dim=0)
    mixed = torch.zeros_like(layers[0])
    for j in range(1, len(layers)):
        mixed += s[j] * layers[j]
    return gamma * mixed


def scalar_mix_right_1(layers, w, gamma):
    s = w.softmax(dim=0)
    mixed = torch.zeros_like(layers[0])
    for j in range(len(layers)):
        mixed = mixed + s[j] * layers[j]
    return gamma * mixed


def scalar_mix_right_2(layers, w, gamma):
    return gamma * torch.einsum("l,ltf->tf", torch.softmax(w, dim=-1), layers)


WRONG = {
    "both_targets": [
        (both_targets_wrong_1, "mixes the two directions up: forward gets the word before"),
        (both_targets_wrong_2, "rolls the rows and forgets -100 at the ends, the row wraps around"),
        (both_targets_wrong_3, "fills up with 0 where there is no target"),
        (both_targets_wrong_4, "slices the first axis, so it shifts the rows of the batch"),
        (both_targets_wrong_5, "only words are targets: leaves out </s> forward and <s> backward"),
        (both_targets_wrong_6, "gives the backward targets in the order of reading"),
    ],
    "join_directions": [
        (join_directions_wrong_1, "flips the whole row with its padding, not within the length"),
        (join_directions_wrong_2, "leaves the forward states at the padding"),
        (join_directions_wrong_3, "off by one: takes place n - t instead of n - 1 - t"),
        (join_directions_wrong_4, "puts the backward half first"),
        (join_directions_wrong_5, "flips axis 1 of a (T, D) slice, that is the components"),
        (join_directions_wrong_6, "works in the arguments themselves and changes them"),
    ],
    "scalar_mix": [
        (scalar_mix_wrong_1, "takes w as the shares, without the softmax"),
        (scalar_mix_wrong_2, "divides by the sum instead of a softmax"),
        (scalar_mix_wrong_3, "scales the numbers before the softmax by gamma, not the sum"),
        (scalar_mix_wrong_4, "forgets gamma"),
        (scalar_mix_wrong_5, "takes the mean of the weighted layers, dividing once more"),
        (scalar_mix_wrong_6, "starts the sum at layer 1, leaving the word vectors out"),
    ],
}
RIGHT = {
    "both_targets": [both_targets_right_1, both_targets_right_2],
    "join_directions": [join_directions_right_1, join_directions_right_2],
    "scalar_mix": [scalar_mix_right_1, scalar_mix_right_2],
}
