"""Answers of the class to lesson 04, written from its text alone."""

import torch
from torch.nn.functional import pad

# ---------------------------------------------------------------- both_targets


def both_targets_wrong_1(tokens):
    B, T = tokens.shape
    first = torch.full((B, T), -100)
    second = torch.full((B, T), -100)
    first[:, 1:] = tokens[:, :-1]
    second[:, :-1] = tokens[:, 1:]
    return first, second


def both_targets_wrong_2(tokens):
    ahead = torch.full_like(tokens, -100)
    behind = torch.full_like(tokens, -100)
    ahead[:, :-1] = tokens[:, 1:]
    turned = tokens.flip(1)
    behind[:, :-1] = turned[:, 1:]
    return ahead, behind


def both_targets_wrong_3(tokens):
    ahead = torch.full_like(tokens, -100)
    behind = torch.full_like(tokens, -100)
    ahead[:, :-2] = tokens[:, 1:-1]
    behind[:, 2:] = tokens[:, 1:-1]
    return ahead, behind


def both_targets_wrong_4(tokens):
    ahead = torch.full_like(tokens, -100)
    behind = torch.full_like(tokens, -100)
    ahead[:, :-1] = tokens[:, 1:]
    behind[:, 1:] = tokens[:, :-1]
    ahead[ahead == 0] = -100
    behind[behind == 0] = -100
    return ahead, behind


def both_targets_wrong_5(tokens):
    ahead = torch.roll(tokens, -1, dims=1)
    behind = torch.roll(tokens, 1, dims=1)
    return ahead, behind


def both_targets_wrong_6(tokens):
    ahead = pad(tokens[:, 1:], (1, 0), value=-100)
    behind = pad(tokens[:, :-1], (0, 1), value=-100)
    return ahead, behind


def both_targets_right_1(tokens):
    none = tokens.new_full((len(tokens), 1), -100)
    return torch.cat([tokens[:, 1:], none], dim=1), torch.cat([none, tokens[:, :-1]], dim=1)


def both_targets_right_2(tokens):
    B, T = tokens.shape
    ahead, behind = torch.zeros_like(tokens), torch.zeros_like(tokens)
    for b in range(B):
        for t in range(T):
            ahead[b, t] = tokens[b, t + 1] if t < T - 1 else -100
            behind[b, t] = tokens[b, t - 1] if t > 0 else -100
    return ahead, behind


# ------------------------------------------------------------- join_directions


def join_directions_wrong_1(from_left, from_right, lengths):
    T = from_left.shape[1]
    keep = torch.arange(T) < lengths[:, None]
    return torch.cat([from_left, from_right.flip(1)], dim=-1) * keep[:, :, None]


def join_directions_wrong_2(from_left, from_right, lengths):
    B, T, D = from_left.shape
    result = torch.zeros(B, T, 2 * D)
    for b, n in enumerate(lengths.tolist()):
        result[b, :n, :D] = from_left[b, :n]
        result[b, :n, D:] = from_right[b, :n].flip(1)
    return result


def join_directions_wrong_3(from_left, from_right, lengths):
    B, T, D = from_left.shape
    result = torch.zeros(B, T, 2 * D)
    for b, n in enumerate(lengths.tolist()):
        both = torch.stack([from_left[b, :n], from_right[b, :n].flip(0)], dim=-1)
        result[b, :n] = both.reshape(n, 2 * D)
    return result


def join_directions_wrong_4(from_left, from_right, lengths):
    for b, n in enumerate(lengths.tolist()):
        from_right[b, :n] = from_right[b, :n].flip(0)
        from_left[b, n:] = 0
        from_right[b, n:] = 0
    return torch.cat([from_left, from_right], dim=2)


def join_directions_wrong_5(from_left, from_right, lengths):
    turned = torch.zeros_like(from_right)
    for b, n in enumerate(lengths.tolist()):
        turned[b, :n] = from_right[b, :n].flip(0)
    return torch.cat([from_left, turned], dim=-1)


def join_directions_wrong_6(from_left, from_right, lengths):
    B, T, D = from_left.shape
    result = torch.zeros(B, T, 2 * D)
    for b in range(B):
        n = int(lengths[b])
        for t in range(n):
            result[b, t, :D] = from_left[b, t]
            if t + 1 < n:
                result[b, t, D:] = from_right[b, n - 1 - (t + 1)]
    return result


def join_directions_right_1(from_left, from_right, lengths):
    rows = []
    T = from_left.shape[1]
    for a, z, n in zip(from_left, from_right, lengths.tolist(), strict=True):
        row = torch.cat([a[:n], z[:n].flip(0)], dim=1)
        rows.append(pad(row, (0, 0, 0, T - n)))
    return torch.stack(rows)


def join_directions_right_2(from_left, from_right, lengths):
    B, T, D = from_left.shape
    place = torch.arange(T)[None, :]
    source = (lengths[:, None] - 1 - place).clamp(min=0)
    turned = from_right.gather(1, source[:, :, None].expand(B, T, D))
    inside = (place < lengths[:, None])[:, :, None]
    return torch.cat([from_left, turned], dim=-1).masked_fill(~inside, 0.0)


# ------------------------------------------------------------------ scalar_mix


def scalar_mix_wrong_1(layers, w, gamma):
    shares = w / w.sum()
    return gamma * torch.tensordot(shares, layers, dims=1)


def scalar_mix_wrong_2(layers, w, gamma):
    shares = w.softmax(dim=0)
    return gamma * (shares[:, None, None] * layers).mean(dim=0)


def scalar_mix_wrong_3(layers, w, gamma):
    shares = (gamma * w).softmax(dim=0)
    return torch.tensordot(shares, layers, dims=1)


def scalar_mix_wrong_4(layers, w, gamma):
    shares = w.softmax(dim=0)
    total = torch.zeros_like(layers[0])
    for j in range(1, len(layers)):
        total += shares[j] * layers[j]
    return gamma * total


def scalar_mix_wrong_5(layers, w, gamma):
    shares = torch.sigmoid(w)
    return gamma * (shares.view(-1, 1, 1) * layers).sum(0)


def scalar_mix_wrong_6(layers, w, gamma):
    shares = w.softmax(dim=0)
    return gamma * (shares[:, None] * layers).sum(dim=0)


def scalar_mix_right_1(layers, w, gamma):
    total = 0
    for share, layer in zip(torch.softmax(w, 0), layers, strict=True):
        total = total + share * layer
    return gamma * total


def scalar_mix_right_2(layers, w, gamma):
    return torch.einsum("l,ltf->tf", gamma * w.softmax(0), layers)


WRONG = {
    "both_targets": [
        (both_targets_wrong_1, "returns the two directions in the other order"),
        (both_targets_wrong_2, "reverses the text for the backward model and never turns it back"),
        (both_targets_wrong_3, "thinks only words are predicted, not <s> and </s>"),
        (both_targets_wrong_4, "takes id 0 for padding and leaves it out as a target"),
        (both_targets_wrong_5, "rolls, so that the ends wrap round instead of -100"),
        (both_targets_wrong_6, "puts the -100 on the wrong side, so each token predicts itself"),
    ],
    "join_directions": [
        (join_directions_wrong_1, "flips whole rows, padding included"),
        (
            join_directions_wrong_2,
            "flips axis 1 of a row's slice, which is the numbers, not tokens",
        ),
        (join_directions_wrong_3, "stack and reshape interleave the two halves number by number"),
        (join_directions_wrong_4, "works inside the arguments and so changes them"),
        (join_directions_wrong_5, "leaves the forward half's padding as it is"),
        (join_directions_wrong_6, "shifts the backward state by one token, for fear of a leak"),
    ],
    "scalar_mix": [
        (scalar_mix_wrong_1, "divides w by its sum instead of a softmax"),
        (scalar_mix_wrong_2, "takes the mean over layers of what is already weighted by shares"),
        (scalar_mix_wrong_3, "puts gamma inside the softmax, like a temperature"),
        (scalar_mix_wrong_4, "begins at layer 1, as if the word vectors were no layer"),
        (scalar_mix_wrong_5, "takes a sigmoid a layer, so the shares do not sum to 1"),
        (scalar_mix_wrong_6, "one None too few: shares fall on the tokens or do not fit"),
    ],
}
RIGHT = {
    "both_targets": [both_targets_right_1, both_targets_right_2],
    "join_directions": [join_directions_right_1, join_directions_right_2],
    "scalar_mix": [scalar_mix_right_1, scalar_mix_right_2],
}
