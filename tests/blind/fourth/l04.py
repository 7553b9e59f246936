"""Answers of the class to lesson 04, written from its text alone."""

import torch
from torch.nn.utils.rnn import pad_sequence

# ---- both_targets


def both_targets_wrong_1(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:, 1:] = tokens[:, :-1]
    backward[:, :-1] = tokens[:, 1:]
    return forward, backward


def both_targets_wrong_2(tokens):
    return tokens.roll(-1, dims=1), tokens.roll(1, dims=1)


def both_targets_wrong_3(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    turned = tokens.flip(1)
    forward[:, :-1] = tokens[:, 1:]
    backward[:, :-1] = turned[:, 1:]
    return forward, backward


def both_targets_wrong_4(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:, :-2] = tokens[:, 1:-1]
    backward[:, 2:] = tokens[:, 1:-1]
    return forward, backward


def both_targets_wrong_5(tokens):
    forward = torch.zeros_like(tokens)
    backward = torch.zeros_like(tokens)
    forward[:, :-1] = tokens[:, 1:]
    backward[:, 1:] = tokens[:, :-1]
    return forward, backward


def both_targets_wrong_6(tokens):
    forward = torch.full_like(tokens, -100)
    backward = torch.full_like(tokens, -100)
    forward[:-1] = tokens[1:]
    backward[1:] = tokens[:-1]
    return forward, backward


def both_targets_wrong_7(tokens):
    forward = tokens
    forward[:, :-1] = tokens[:, 1:].clone()
    forward[:, -1] = -100
    backward = torch.full_like(tokens, -100)
    backward[:, 1:] = tokens[:, :-1]
    return forward, backward


def both_targets_right_1(tokens):
    none = torch.full((tokens.shape[0], 1), -100, dtype=tokens.dtype)
    return torch.cat([tokens[:, 1:], none], dim=1), torch.cat([none, tokens[:, :-1]], dim=1)


def both_targets_right_2(tokens):
    forward, backward = tokens.roll(-1, dims=1), tokens.roll(1, dims=1)
    forward[:, -1] = -100
    backward[:, 0] = -100
    return forward, backward


# ---- join_directions


def join_directions_wrong_1(from_left, from_right, lengths):
    inside = torch.arange(from_left.shape[1]) < lengths[:, None]
    return torch.cat([from_left, from_right.flip(1)], dim=-1) * inside[:, :, None]


def join_directions_wrong_2(from_left, from_right, lengths):
    inside = torch.arange(from_left.shape[1]) < lengths[:, None]
    return torch.cat([from_left, from_right], dim=-1) * inside[:, :, None]


def join_directions_wrong_3(from_left, from_right, lengths):
    out = torch.zeros(*from_left.shape[:2], 2 * from_left.shape[2])
    for b, n in enumerate(lengths.tolist()):
        out[b, :n] = torch.cat([from_right[b, :n].flip(0), from_left[b, :n]], dim=-1)
    return out


def join_directions_wrong_4(from_left, from_right, lengths):
    turned = from_right.clone()
    for b, n in enumerate(lengths.tolist()):
        turned[b, :n] = from_right[b, :n].flip(0)
    return torch.cat([from_left, turned], dim=-1)


def join_directions_wrong_5(from_left, from_right, lengths):
    T = from_left.shape[1]
    index = (lengths[:, None] - torch.arange(T)).clamp(0, T - 1)
    turned = from_right.gather(1, index[:, :, None].expand_as(from_right))
    inside = torch.arange(T) < lengths[:, None]
    return torch.cat([from_left, turned], dim=-1) * inside[:, :, None]


def join_directions_wrong_6(from_left, from_right, lengths):
    rows = []
    for a, b, n in zip(from_left, from_right, lengths.tolist(), strict=True):
        rows.append(torch.cat([a[:n], b[:n].flip(0)], dim=-1))
    return pad_sequence(rows, batch_first=True)


def join_directions_wrong_7(from_left, from_right, lengths):
    out = torch.zeros(*from_left.shape[:2], 2 * from_left.shape[2])
    for b, n in enumerate(lengths.tolist()):
        out[b, :n] = torch.cat([from_left[b, :n], from_right[b, :n].flip(-1)], dim=-1)
    return out


def join_directions_wrong_8(from_left, from_right, lengths):
    D = from_left.shape[2]
    out = torch.zeros(*from_left.shape[:2], 2 * D)
    for b, n in enumerate(lengths.tolist()):
        from_right[b, :n] = from_right[b, :n].flip(0)
        out[b, :n, :D] = from_left[b, :n]
        out[b, :n, D:] = from_right[b, :n]
    return out


def join_directions_right_1(from_left, from_right, lengths):
    B, T, D = from_left.shape
    out = torch.zeros(B, T, 2 * D)
    for b in range(B):
        n = int(lengths[b])
        for t in range(n):
            out[b, t, :D] = from_left[b, t]
            out[b, t, D:] = from_right[b, n - 1 - t]
    return out


def join_directions_right_2(from_left, from_right, lengths):
    T = from_left.shape[1]
    index = (lengths[:, None] - 1 - torch.arange(T)).clamp(min=0)
    turned = from_right.gather(1, index[:, :, None].expand_as(from_right))
    outside = torch.arange(T) >= lengths[:, None]
    return torch.cat([from_left, turned], dim=-1).masked_fill(outside[:, :, None], 0.0)


# ---- scalar_mix


def scalar_mix_wrong_1(layers, w, gamma):
    shares = w / w.sum()
    return gamma * torch.tensordot(shares, layers, dims=1)


def scalar_mix_wrong_2(layers, w, gamma):
    shares = w.exp() / w.exp().sum()
    return gamma * torch.tensordot(shares, layers, dims=1)


def scalar_mix_wrong_3(layers, w, gamma):
    return torch.tensordot(w.softmax(dim=0), layers, dims=1)


def scalar_mix_wrong_4(layers, w, gamma):
    return gamma * (w.softmax(dim=0)[:, None, None] * layers).mean(dim=0)


def scalar_mix_wrong_5(layers, w, gamma):
    return torch.tensordot((gamma * w).softmax(dim=0), layers, dims=1)


def scalar_mix_wrong_6(layers, w, gamma):
    mixed = torch.zeros(layers.shape[1:])
    for weight, layer in zip(w, layers, strict=True):
        mixed += weight * layer
    return gamma * mixed


def scalar_mix_wrong_7(layers, w, gamma):
    return gamma * layers[w.argmax()]


def scalar_mix_right_1(layers, w, gamma):
    shares = (w - w.max()).exp()
    shares = shares / shares.sum()
    return gamma * sum(s * layer for s, layer in zip(shares, layers, strict=True))


def scalar_mix_right_2(layers, w, gamma):
    return torch.einsum("j,jtf->tf", w.softmax(0), layers) * gamma


WRONG = {
    "both_targets": [
        (both_targets_wrong_1, "mixes up forward and backward"),
        (both_targets_wrong_2, "rolls round the end, no -100"),
        (both_targets_wrong_3, "gives the backward targets in the order of reading"),
        (both_targets_wrong_4, "thinks that only words are predicted, not </s> and <s>"),
        (both_targets_wrong_5, "fills with 0 and not with -100"),
        (both_targets_wrong_6, "shifts along the batch, not along the text"),
        (both_targets_wrong_7, "writes into the argument, and then shifts the changed tokens"),
    ],
    "join_directions": [
        (join_directions_wrong_1, "flips the whole row, padding included"),
        (join_directions_wrong_2, "does not turn the backward states back"),
        (join_directions_wrong_3, "backward first, then forward"),
        (join_directions_wrong_4, "leaves the states at the padding as they are"),
        (join_directions_wrong_5, "off by one: place 0 of behind as token `length`"),
        (join_directions_wrong_6, "pads to the longest row only, not to T"),
        (join_directions_wrong_7, "flips the numbers of each vector, not the tokens"),
        (join_directions_wrong_8, "turns the argument round in place"),
    ],
    "scalar_mix": [
        (scalar_mix_wrong_1, "divides by the sum in place of a softmax"),
        (scalar_mix_wrong_2, "bare exp, which overflows"),
        (scalar_mix_wrong_3, "forgets gamma"),
        (scalar_mix_wrong_4, "mean over the layers and not the sum"),
        (scalar_mix_wrong_5, "gamma inside the softmax, as a temperature"),
        (scalar_mix_wrong_6, "takes w for the shares, no softmax"),
        (scalar_mix_wrong_7, "takes the layer with the largest weight alone"),
    ],
}
RIGHT = {
    "both_targets": [both_targets_right_1, both_targets_right_2],
    "join_directions": [join_directions_right_1, join_directions_right_2],
    "scalar_mix": [scalar_mix_right_1, scalar_mix_right_2],
}
