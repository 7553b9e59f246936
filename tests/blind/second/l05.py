"""Answers of the class to lesson 05, written from its text alone."""

import math

import torch
from torch.nn.functional import gelu

# Exercise 1: attention_head


def attention_head_wrong_1(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1]
    hidden = attention_mask[:, None, :] == 0
    weights = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_2(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    hidden = attention_mask[:, :, None] == 0
    weights = scores.masked_fill(hidden, torch.finfo(scores.dtype).min).softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_3(query, key, value, attention_mask):
    scores = query @ key.transpose(-2, -1) / math.sqrt(query.shape[-1])
    scores = scores.masked_fill(attention_mask[:, None] == 0, float("-inf"))
    weights = torch.softmax(scores, dim=-1).nan_to_num(0.0)
    return weights @ value, weights


def attention_head_wrong_4(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, :] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=1)
    return weights @ value, weights


def attention_head_wrong_5(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    weights = scores.softmax(dim=-1) * attention_mask[:, None, :]
    return weights @ value, weights


def attention_head_wrong_6(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores * attention_mask[:, None, :]
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_right_1(query, key, value, attention_mask):
    K = query.shape[-1]
    scores = torch.einsum("bik,bjk->bij", query, key) / math.sqrt(K)
    padding = ~attention_mask.bool()
    scores = scores.masked_fill(padding.unsqueeze(1), torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return torch.bmm(weights, value), weights


def attention_head_right_2(query, key, value, attention_mask):
    B, T, K = query.shape
    context, weights = torch.zeros_like(query), query.new_zeros(B, T, T)
    for b in range(B):
        keep = attention_mask[b] == 1
        if not keep.any():
            keep = torch.ones_like(keep)
        for t in range(T):
            scores = key[b, keep] @ query[b, t] / K**0.5
            weights[b, t, keep] = scores.softmax(dim=0)
            context[b, t] = weights[b, t] @ value[b]
    return context, weights


# Exercise 2: causal_mask


def causal_mask_wrong_1(attention_mask):
    T = attention_mask.shape[1]
    i, j = torch.arange(T)[:, None], torch.arange(T)[None, :]
    return (j < i) & (attention_mask[:, None, :] == 1)


def causal_mask_wrong_2(attention_mask):
    place = torch.arange(attention_mask.shape[1])
    earlier = place[:, None] <= place[None, :]
    return earlier & attention_mask.bool()[:, None, :]


def causal_mask_wrong_3(attention_mask):
    B, T = attention_mask.shape
    return torch.ones(B, T, T, dtype=torch.bool).tril()


def causal_mask_wrong_4(attention_mask):
    B, T = attention_mask.shape
    mask = torch.zeros(B, T, T, dtype=torch.bool)
    for b in range(B):
        for i in range(T):
            for j in range(i + 1):
                mask[b, i, j] = attention_mask[b, i] == 1 and attention_mask[b, j] == 1
    return mask


def causal_mask_wrong_5(attention_mask):
    T = attention_mask.shape[1]
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    return causal & attention_mask.bool()[:, :, None]


def causal_mask_wrong_6(attention_mask):
    T = attention_mask.shape[1]
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    itself = torch.eye(T, dtype=torch.bool)
    return (causal & attention_mask.bool()[:, None, :]) | itself


def causal_mask_right_1(attention_mask):
    T = attention_mask.shape[1]
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    return causal & attention_mask.bool()[:, None, :]


def causal_mask_right_2(attention_mask):
    B, T = attention_mask.shape
    mask = torch.zeros(B, T, T, dtype=torch.bool)
    for b in range(B):
        for i in range(T):
            for j in range(T):
                mask[b, i, j] = j <= i and bool(attention_mask[b, j])
    return mask


# Exercise 3: layer_normalization


def layer_normalization_wrong_1(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.var(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_wrong_2(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / (variance.sqrt() + eps) + bias


def layer_normalization_wrong_3(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_wrong_4(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * ((x - mean) / torch.sqrt(variance + eps) + bias)


def layer_normalization_wrong_5(x, gain, bias, eps=1e-12):
    mu = x.mean(dim=-1, keepdim=True)
    sigma = ((x - mu) ** 2).mean(dim=-1, keepdim=True)
    return gain * (x - mu) / (sigma + eps) + bias


def layer_normalization_wrong_6(x, gain, bias, eps=1e-12):
    mean = x.mean()
    variance = ((x - mean) ** 2).mean()
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_right_1(x, gain, bias, eps=1e-12):
    centered = x - x.mean(dim=-1, keepdim=True)
    variance = centered.square().mean(dim=-1, keepdim=True)
    return centered * torch.rsqrt(variance + eps) * gain + bias


def layer_normalization_right_2(x, gain, bias, eps=1e-12):
    out = torch.empty_like(x)
    for b in range(x.shape[0]):
        for t in range(x.shape[1]):
            v = x[b, t]
            deviation = v - v.sum() / len(v)
            variance = (deviation**2).sum() / len(v)
            out[b, t] = gain * deviation / (variance + eps) ** 0.5 + bias
    return out


# Exercise 4: encoder_layer (1 to 4 were written for lesson 07, with a dictionary of tensors)


def encoder_layer_wrong_1(x, attention_mask, layer):
    after = layer.attention_norm(x + layer.attention(x, attention_mask))
    fed = layer.contract(gelu(layer.expand(after)))
    return layer.output_norm(x + fed)


def encoder_layer_wrong_2(x, attention_mask, layer):
    first = layer.attention_norm(x)
    after = x + layer.attention(first, attention_mask)
    second = layer.output_norm(after)
    return after + layer.contract(gelu(layer.expand(second)))


def encoder_layer_wrong_3(x, attention_mask, layer):
    after = layer.attention_norm(x + layer.attention(x, attention_mask))
    wide = gelu(layer.expand(after), approximate="tanh")
    return layer.output_norm(after + layer.contract(wide))


def encoder_layer_wrong_4(x, attention_mask, layer):
    after = x + layer.attention_norm(layer.attention(x, attention_mask))
    fed = layer.contract(gelu(layer.expand(after)))
    return after + layer.output_norm(fed)


def encoder_layer_wrong_5(x, attention_mask, layer):
    added = x + layer.attention(x, attention_mask)
    fed = layer.contract(gelu(layer.expand(layer.attention_norm(added))))
    return layer.output_norm(added + fed)


def encoder_layer_right_1(x, attention_mask, layer):
    after = layer.attention_norm(x + layer.attention(x, attention_mask))
    fed = layer.contract(gelu(layer.expand(after)))
    return layer.output_norm(after + fed)


def encoder_layer_right_2(x, attention_mask, layer):
    def normalized(x, norm):
        x = x - x.mean(dim=-1, keepdim=True)
        x = x / ((x * x).mean(dim=-1, keepdim=True) + 1e-12) ** 0.5
        return norm.weight * x + norm.bias

    h = normalized(x + layer.attention(x, attention_mask), layer.attention_norm)
    wide = layer.expand(h)
    wide = wide * 0.5 * (1 + torch.erf(wide / 2**0.5))
    return normalized(h + layer.contract(wide), layer.output_norm)


# Exercise 5: windows


def windows_wrong_1(ids, size, step):
    return [ids[start : start + size] for start in range(0, len(ids), step)]


def windows_wrong_2(ids, size, step):
    if len(ids) <= size:
        return [ids]
    return [ids[start : start + size] for start in range(0, len(ids) - size + 1, step)]


def windows_wrong_3(ids, size, step):
    found, start = [], 0
    while start + size <= len(ids):
        found.append(ids[start : start + size])
        start += step
    found.append(ids[start:])
    return found


def windows_wrong_4(ids, size, step):
    found = []
    for start in range(0, len(ids), size - step):
        found.append(ids[start : start + size])
        if start + size >= len(ids):
            break
    return found


def windows_wrong_5(ids, size, step):
    if len(ids) <= size:
        return [ids]
    found, start = [], 0
    while start + size < len(ids):
        found.append(ids[start : start + size])
        start += step
    found.append(ids[-size:])
    return found


def windows_wrong_6(ids, size, step):
    found, start = [], 0
    while True:
        found.append(ids[start : start + size])
        if start + size >= len(ids) - 1:
            return found
        start += step


def windows_right_1(ids, size, step):
    found, start = [ids[:size]], 0
    while start + size < len(ids):
        start += step
        found.append(ids[start : start + size])
    return found


def windows_right_2(ids, size, step):
    further = max(0, math.ceil((len(ids) - size) / step))
    return [ids[n * step : n * step + size] for n in range(further + 1)]


WRONG = {
    "attention_head": [
        (attention_head_wrong_1, "divides the scores by K, not by its root"),
        (attention_head_wrong_2, "hides the padding as queries, not as keys"),
        (attention_head_wrong_3, "-inf, then NaN to 0: the rows of an all-padding text sum to 0"),
        (attention_head_wrong_4, "softmax over the queries, so the columns sum to 1"),
        (attention_head_wrong_5, "sets the weights of padding to 0 after the softmax"),
        (attention_head_wrong_6, "multiplies scores by the mask: a score of 0 still gets weight"),
    ],
    "causal_mask": [
        (causal_mask_wrong_1, "a token does not see itself"),
        (causal_mask_wrong_2, "row and column mixed up: each place sees itself and later ones"),
        (causal_mask_wrong_3, "forgets the padding"),
        (causal_mask_wrong_4, "padding may not see anything either: its rows are all False"),
        (causal_mask_wrong_5, "applies the padding to the rows instead of the columns"),
        (causal_mask_wrong_6, "lets every place see itself, padding too, so no row is empty"),
    ],
    "layer_normalization": [
        (layer_normalization_wrong_1, "torch's var divides by D - 1"),
        (layer_normalization_wrong_2, "adds eps outside the root"),
        (layer_normalization_wrong_3, "normalizes over the tokens, axis 1"),
        (layer_normalization_wrong_4, "multiplies the bias by the gain as well"),
        (layer_normalization_wrong_5, "forgets the root, divides by the variance"),
        (layer_normalization_wrong_6, "one mean and one variance for the whole batch"),
    ],
    "encoder_layer": [
        (encoder_layer_wrong_1, "the second residual starts from the layer's input"),
        (encoder_layer_wrong_2, "pre-norm: normalizes before each block, not after the addition"),
        (encoder_layer_wrong_3, "takes the tanh formula of GELU"),
        (encoder_layer_wrong_4, "normalizes the block's output, then adds"),
        (encoder_layer_wrong_5, "the second residual starts before the first norm"),
    ],
    "windows": [
        (windows_wrong_1, "goes on starting windows after the end was reached"),
        (windows_wrong_2, "drops the shorter last window"),
        (windows_wrong_3, "<= instead of <: one window too many where the last one fits exactly"),
        (windows_wrong_4, "takes step as the overlap of two windows"),
        (windows_wrong_5, "shifts the last window back so that it is full"),
        (windows_wrong_6, "stops one token before the end of the text"),
    ],
}
RIGHT = {
    "attention_head": [attention_head_right_1, attention_head_right_2],
    "causal_mask": [causal_mask_right_1, causal_mask_right_2],
    "layer_normalization": [layer_normalization_right_1, layer_normalization_right_2],
    "encoder_layer": [encoder_layer_right_1, encoder_layer_right_2],
    "windows": [windows_right_1, windows_right_2],
}
