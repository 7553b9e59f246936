"""Answers of the class to lesson 04, written from its text alone."""

import torch

# Exercise 1: both_targets


def both_targets_wrong_1(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:, :-1] = tokens[:, 1:]
    backward[:, 1:] = tokens[:, :-1]
    return backward, forward


def both_targets_wrong_2(tokens):
    return tokens.roll(-1, dims=1), tokens.roll(1, dims=1)


def both_targets_wrong_3(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:, :-1] = tokens[:, 1:]
    backward[:, 1:] = tokens[:, 1:]
    return forward, backward


def both_targets_wrong_4(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:, :-2] = tokens[:, 1:-1]
    backward[:, 2:] = tokens[:, 1:-1]
    return forward, backward


def both_targets_wrong_5(tokens):
    forward = torch.full_like(tokens, -100)
    forward[:, :-1] = tokens[:, 1:]
    backward = torch.full_like(tokens, -100)
    backward[:, :-1] = tokens.flip(1)[:, 1:]
    return forward, backward


def both_targets_wrong_6(tokens):
    forward = torch.zeros_like(tokens)
    backward = torch.zeros_like(tokens)
    forward[:, :-1] = tokens[:, 1:]
    backward[:, 1:] = tokens[:, :-1]
    return forward, backward


def both_targets_wrong_7(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:-1] = tokens[1:]
    backward[1:] = tokens[:-1]
    return forward, backward


def both_targets_wrong_8(tokens):
    forward, backward = tokens.clone(), tokens.clone()
    forward[:, -1] = -100
    backward[:, 0] = -100
    return forward, backward


def both_targets_right_1(tokens):
    nothing = torch.full((tokens.shape[0], 1), -100, dtype=tokens.dtype)
    forward = torch.cat([tokens[:, 1:], nothing], dim=1)
    backward = torch.cat([nothing, tokens[:, :-1]], dim=1)
    return forward, backward


def both_targets_right_2(tokens):
    forward, backward = tokens.roll(-1, 1), tokens.roll(1, 1)
    forward[:, -1] = -100
    backward[:, 0] = -100
    return forward, backward


def both_targets_right_3(tokens):
    B, T = tokens.shape
    forward, backward = [], []
    for b in range(B):
        row = tokens[b].tolist()
        forward.append([row[t + 1] if t + 1 < T else -100 for t in range(T)])
        backward.append([row[t - 1] if t > 0 else -100 for t in range(T)])
    return torch.tensor(forward), torch.tensor(backward)


# Exercise 2: join_directions


def join_directions_wrong_1(from_left, from_right, lengths):
    joined = torch.cat([from_left, from_right.flip(1)], dim=-1)
    inside = torch.arange(from_left.shape[1]) < lengths[:, None]
    return joined * inside[:, :, None]


def join_directions_wrong_2(from_left, from_right, lengths):
    joined = torch.cat([from_left, from_right], dim=-1)
    for b, n in enumerate(lengths.tolist()):
        joined[b, n:] = 0
    return joined


def join_directions_wrong_3(from_left, from_right, lengths):
    turned = torch.zeros_like(from_right)
    for b, n in enumerate(lengths.tolist()):
        turned[b, :n] = from_right[b, :n].flip(0)
    return torch.cat([from_left, turned], dim=-1)


def join_directions_wrong_4(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = torch.zeros(B, T, 2 * D, dtype=from_left.dtype)
    for b in range(B):
        n = int(lengths[b])
        for t in range(n):
            out[b, t, :D] = from_left[b, t]
            out[b, t, D:] = from_right[b, min(n - t, T - 1)]
    return out


def join_directions_wrong_5(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = from_left.new_zeros(B, T, 2 * D)
    for b in range(B):
        n = int(lengths[b])
        out[b, :n] = torch.cat([from_right[b, :n].flip(0), from_left[b, :n]], dim=-1)
    return out


def join_directions_wrong_6(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = from_left.new_zeros(B, T, 2 * D)
    for b in range(B):
        n = int(lengths[b])
        out[b, :n] = torch.cat([from_left[b, :n], from_right[b, :n].flip(1)], dim=-1)
    return out


def join_directions_wrong_7(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = from_left.new_zeros(B, T, 2 * D)
    for b in range(B):
        n = int(lengths[b])
        both = torch.stack([from_left[b, :n], from_right[b, :n].flip(0)], dim=-1)
        out[b, :n] = both.reshape(n, 2 * D)
    return out


def join_directions_wrong_8(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = from_left.new_zeros(B, T, 2 * D)
    for b in range(B):
        n = int(lengths[b])
        out[b, :n, :D] = from_left[b, :n]
        out[b, : n - 1, D:] = from_right[b, : n - 1].flip(0)
    return out


def join_directions_right_1(from_left, from_right, lengths):
    out = []
    T = from_left.shape[1]
    for a, z, n in zip(from_left, from_right, lengths, strict=True):
        n = int(n)
        both = torch.cat([a[:n], z[:n].flip(0)], dim=1)
        padding = torch.zeros(T - n, both.shape[1], dtype=both.dtype)
        out.append(torch.cat([both, padding], dim=0))
    return torch.stack(out)


def join_directions_right_2(from_left, from_right, lengths):
    T = from_left.shape[1]
    place = lengths[:, None] - 1 - torch.arange(T)
    inside = place >= 0
    turned = from_right[torch.arange(len(from_right))[:, None], place.clamp(min=0)]
    return torch.where(inside[:, :, None], torch.cat([from_left, turned], dim=-1), 0.0)


# Exercise 3: scalar_mix


def scalar_mix_wrong_1(layers, w, gamma):
    return gamma * torch.tensordot(w, layers, dims=1)


def scalar_mix_wrong_2(layers, w, gamma):
    shares = w / w.sum()
    return gamma * (shares[:, None, None] * layers).sum(dim=0)


def scalar_mix_wrong_3(layers, w, gamma):
    return torch.tensordot(w.softmax(dim=0), layers, dims=1)


def scalar_mix_wrong_4(layers, w, gamma):
    shares = w.softmax(dim=0)
    return gamma * (shares[:, None, None] * layers).mean(dim=0)


def scalar_mix_wrong_5(layers, w, gamma):
    shares = (gamma * w).softmax(dim=0)
    return (shares[:, None, None] * layers).sum(dim=0)


def scalar_mix_wrong_6(layers, w, gamma):
    shares = w.sigmoid()
    total = 0
    for j in range(len(layers)):
        total = total + shares[j] * layers[j]
    return gamma * total


def scalar_mix_wrong_7(layers, w, gamma):
    shares = w.softmax(dim=0)
    total = torch.zeros_like(layers[0])
    for j in range(1, len(layers)):
        total = total + shares[j] * layers[j]
    return gamma * total


def scalar_mix_wrong_8(layers, w, gamma):
    shares = w.abs() / w.abs().sum()
    return gamma * torch.tensordot(shares, layers, dims=1)


def scalar_mix_right_1(layers, w, gamma):
    shares = torch.exp(w - w.max())
    shares = shares / shares.sum()
    return gamma * torch.einsum("l,ltf->tf", shares, layers)


def scalar_mix_right_2(layers, w, gamma):
    shares = torch.softmax(w, dim=0)
    mixed = torch.zeros_like(layers[0])
    for share, layer in zip(shares, layers, strict=True):
        mixed = mixed + share * layer
    return mixed * gamma


WRONG = {
    "both_targets": [
        (both_targets_wrong_1, "returns the backward targets first"),
        (both_targets_wrong_2, "rolls, so the ends wrap around instead of -100"),
        (both_targets_wrong_3, "backward target is the token itself: copied the same slice"),
        (both_targets_wrong_4, "thinks <s> and </s> are never predicted"),
        (both_targets_wrong_5, "backward targets in the order of reading, not of the text"),
        (both_targets_wrong_6, "fills the places without a target with 0, as padding"),
        (both_targets_wrong_7, "slices the batch axis instead of the tokens"),
        (both_targets_wrong_8, "does not shift, only blanks the ends"),
    ],
    "join_directions": [
        (join_directions_wrong_1, "flips the whole row with its padding"),
        (join_directions_wrong_2, "does not turn the backward states back"),
        (join_directions_wrong_3, "leaves the forward states at the padding"),
        (join_directions_wrong_4, "off by one: length - t instead of length - 1 - t"),
        (join_directions_wrong_5, "backward states first"),
        (join_directions_wrong_6, "flips the features, not the tokens"),
        (join_directions_wrong_7, "interleaves the two states instead of laying them side by side"),
        (join_directions_wrong_8, "flips only length - 1 states, takes length - 1 for the count"),
    ],
    "scalar_mix": [
        (scalar_mix_wrong_1, "forgets the softmax"),
        (scalar_mix_wrong_2, "divides w by its sum instead of a softmax"),
        (scalar_mix_wrong_3, "forgets gamma"),
        (scalar_mix_wrong_4, "takes the mean over the layers instead of the sum"),
        (scalar_mix_wrong_5, "gamma inside the softmax"),
        (scalar_mix_wrong_6, "sigmoid instead of softmax: shares do not sum to 1"),
        (scalar_mix_wrong_7, "starts at layer 1, leaves the word vectors out"),
        (scalar_mix_wrong_8, "makes w positive by its absolute value, then divides by the sum"),
    ],
}
RIGHT = {
    "both_targets": [both_targets_right_1, both_targets_right_2, both_targets_right_3],
    "join_directions": [join_directions_right_1, join_directions_right_2],
    "scalar_mix": [scalar_mix_right_1, scalar_mix_right_2],
}
