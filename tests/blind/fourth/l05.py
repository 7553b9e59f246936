"""Answers of the class to lesson 05, written from its text alone."""

import math

import torch
from torch.nn.functional import gelu, relu

# ---- attention_head


def attention_head_wrong_1(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2)
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_2(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    weights = (scores * attention_mask[:, None]).softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_3(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=1)
    return weights @ value, weights


def attention_head_wrong_4(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_5(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, :, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_6(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_7(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    weights = scores.softmax(dim=-1) * attention_mask[:, None]
    return weights @ value, weights


def attention_head_wrong_8(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, -100.0)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_9(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    powers = scores.exp() * attention_mask[:, None]
    weights = powers / powers.sum(dim=-1, keepdim=True).clamp(min=1e-9)
    return weights @ value, weights


def attention_head_right_1(query, key, value, attention_mask):
    scores = torch.einsum("btk,bsk->bts", query, key) / math.sqrt(query.shape[-1])
    scores = scores.masked_fill(attention_mask[:, None, :] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_right_2(query, key, value, attention_mask):
    B, T, K = query.shape
    weights = torch.zeros(B, T, T, dtype=query.dtype)
    for b in range(B):
        seen = attention_mask[b].bool()
        if not seen.any():
            weights[b] = 1 / T
            continue
        for t in range(T):
            weights[b, t, seen] = (key[b, seen] @ query[b, t] / K**0.5).softmax(dim=0)
    return weights @ value, weights


# ---- causal_mask


def causal_mask_wrong_1(attention_mask):
    T = attention_mask.shape[1]
    later = torch.ones(T, T, dtype=torch.bool).triu()
    return later & attention_mask[:, None].bool()


def causal_mask_wrong_2(attention_mask):
    places = torch.arange(attention_mask.shape[1])
    return (places[None] < places[:, None]) & attention_mask[:, None].bool()


def causal_mask_wrong_3(attention_mask):
    B, T = attention_mask.shape
    return torch.ones(B, T, T, dtype=torch.bool).tril()


def causal_mask_wrong_4(attention_mask):
    keep = attention_mask.bool()
    T = keep.shape[1]
    earlier = torch.ones(T, T, dtype=torch.bool).tril()
    return earlier & keep[:, None, :] & keep[:, :, None]


def causal_mask_wrong_5(attention_mask):
    T = attention_mask.shape[1]
    return torch.ones(T, T, dtype=torch.int64).tril() * attention_mask[:, None, :]


def causal_mask_wrong_6(attention_mask):
    T = attention_mask.shape[1]
    earlier = torch.ones(T, T, dtype=torch.bool).tril()
    return earlier & attention_mask[:, :, None].bool()


def causal_mask_wrong_7(attention_mask):
    T = attention_mask.shape[1]
    earlier = torch.ones(T, T, dtype=torch.bool).tril()
    seen = earlier & attention_mask[:, None].bool()
    return seen | torch.eye(T, dtype=torch.bool)


def causal_mask_wrong_8(attention_mask):
    B, T = attention_mask.shape
    lengths = attention_mask.sum(dim=1).tolist()
    mask = torch.zeros(B, T, T, dtype=torch.bool)
    for b in range(B):
        for i in range(T):
            mask[b, i, : min(i + 1, lengths[b])] = True
    return mask


def causal_mask_right_1(attention_mask):
    B, T = attention_mask.shape
    mask = torch.zeros(B, T, T, dtype=torch.bool)
    for b in range(B):
        for i in range(T):
            for j in range(i + 1):
                mask[b, i, j] = bool(attention_mask[b, j] == 1)
    return mask


def causal_mask_right_2(attention_mask):
    B, T = attention_mask.shape
    return attention_mask.bool()[:, None, :].expand(B, T, T).tril()


# ---- layer_normalization


def layer_normalization_wrong_1(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(x.var(dim=-1, keepdim=True) + eps) + bias


def layer_normalization_wrong_2(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    deviation = x.std(dim=-1, keepdim=True, correction=0)
    return gain * (x - mean) / (deviation + eps) + bias


def layer_normalization_wrong_3(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=1, keepdim=True)
    variance = x.var(dim=1, keepdim=True, correction=0)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_wrong_4(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * ((x - mean) / torch.sqrt(variance + eps) + bias)


def layer_normalization_wrong_5(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / (variance + eps) + bias


def layer_normalization_wrong_6(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / variance.sqrt() + bias


def layer_normalization_wrong_7(x, gain, bias, eps=1e-12):
    mean = x.mean()
    variance = ((x - mean) ** 2).mean()
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_wrong_8(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = (x**2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_right_1(x, gain, bias, eps=1e-12):
    centered = x - x.mean(dim=-1, keepdim=True)
    variance = centered.square().mean(dim=-1, keepdim=True)
    return gain * (centered * (variance + eps).rsqrt()) + bias


def layer_normalization_right_2(x, gain, bias, eps=1e-12):
    out = torch.empty_like(x)
    D = x.shape[-1]
    for b in range(x.shape[0]):
        for t in range(x.shape[1]):
            v = x[b, t]
            mu = v.sum() / D
            var = ((v - mu) ** 2).sum() / D
            out[b, t] = gain * (v - mu) / (var + eps) ** 0.5 + bias
    return out


# ---- encoder_layer (written for lesson 07, where the layer was a dictionary of tensors)


def encoder_layer_wrong_1(x, attention_mask, layer):
    a = layer.attention_norm(x + layer.attention(x, attention_mask))
    f = layer.contract(gelu(layer.expand(a)))
    return layer.output_norm(x + f)


def encoder_layer_wrong_2(x, attention_mask, layer):
    a = x + layer.attention(layer.attention_norm(x), attention_mask)
    return a + layer.contract(gelu(layer.expand(layer.output_norm(a))))


def encoder_layer_wrong_3(x, attention_mask, layer):
    a = layer.attention_norm(x + layer.attention(x, attention_mask))
    wide = gelu(layer.expand(a), approximate="tanh")
    return layer.output_norm(a + layer.contract(wide))


def encoder_layer_wrong_4(x, attention_mask, layer):
    a = layer.attention_norm(x + layer.attention(x, attention_mask))
    return layer.output_norm(a + layer.contract(relu(layer.expand(a))))


def encoder_layer_wrong_5(x, attention_mask, layer):
    a = layer.output_norm(x + layer.attention(x, attention_mask))
    return layer.attention_norm(a + layer.contract(gelu(layer.expand(a))))


def encoder_layer_wrong_6(x, attention_mask, layer):
    a = layer.attention_norm(x + layer.attention(x, attention_mask))
    return layer.output_norm(layer.contract(gelu(layer.expand(a))))


def encoder_layer_wrong_7(x, attention_mask, layer):
    a = x + layer.attention_norm(layer.attention(x, attention_mask))
    return a + layer.output_norm(layer.contract(gelu(layer.expand(a))))


def encoder_layer_right_1(x, attention_mask, layer):
    def frame(x, new, norm):
        x = x + new
        x = x - x.mean(dim=-1, keepdim=True)
        x = x / torch.sqrt(x.square().mean(dim=-1, keepdim=True) + 1e-12)
        return norm.weight * x + norm.bias

    middle = frame(x, layer.attention(x, attention_mask), layer.attention_norm)
    wide = layer.expand(middle)
    wide = wide * 0.5 * (1 + torch.erf(wide / 2**0.5))
    return frame(middle, layer.contract(wide), layer.output_norm)


# ---- windows


def windows_wrong_1(ids, size, step):
    return [ids[start : start + size] for start in range(0, len(ids), step)]


def windows_wrong_2(ids, size, step):
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
    found, start = [], 0
    while start + size < len(ids):
        found.append(ids[start : start + size])
        start += step
    found.append(ids[-size:])
    return found


def windows_wrong_6(ids, size, step):
    found, start = [], 0
    while start + size < len(ids):
        found.append(ids[start : start + size])
        start += step
    last = ids[start:]
    found.append(last + [0] * (size - len(last)))
    return found


def windows_wrong_7(ids, size, step):
    if len(ids) <= size:
        return ids
    found, start = [], 0
    while start + size < len(ids):
        found.append(ids[start : start + size])
        start += step
    return [*found, ids[start:]]


def windows_wrong_8(ids, size, step):
    found, start = [], 0
    while start + size < len(ids):
        found.append(ids[start : start + size])
        start += step
    return found


def windows_right_1(ids, size, step):
    found, start = [], 0
    while True:
        found.append(ids[start : start + size])
        if start + size >= len(ids):
            return found
        start += step


def windows_right_2(ids, size, step):
    more = max(0, -(-(len(ids) - size) // step))
    return [ids[n * step : n * step + size] for n in range(more + 1)]


WRONG = {
    "attention_head": [
        (attention_head_wrong_1, "forgets to divide by the root of K"),
        (attention_head_wrong_2, "multiplies the scores by the mask, so hidden scores are 0"),
        (attention_head_wrong_3, "softmax over the queries"),
        (attention_head_wrong_4, "-inf: a text of padding becomes NaN"),
        (attention_head_wrong_5, "hides the queries and not the keys"),
        (attention_head_wrong_6, "divides by the root of T"),
        (attention_head_wrong_7, "sets weights to 0 after the softmax, rows do not sum to 1"),
        (attention_head_wrong_8, "-100 as the score of padding, though real scores may be lower"),
        (attention_head_wrong_9, "bare exp overflows; a text of padding has rows that sum to 0"),
    ],
    "causal_mask": [
        (causal_mask_wrong_1, "upper triangle: sees the future"),
        (causal_mask_wrong_2, "a place does not see itself"),
        (causal_mask_wrong_3, "forgets the padding"),
        (causal_mask_wrong_4, "padding rows see nothing"),
        (causal_mask_wrong_5, "int64 and not bool"),
        (causal_mask_wrong_6, "hides the rows of padding, not the columns"),
        (causal_mask_wrong_7, "everyone sees himself, padding too"),
        (causal_mask_wrong_8, "padding stands at the end, so the length is enough"),
    ],
    "layer_normalization": [
        (layer_normalization_wrong_1, "variance divides by D - 1"),
        (layer_normalization_wrong_2, "eps outside the root"),
        (layer_normalization_wrong_3, "normalizes over the tokens"),
        (layer_normalization_wrong_4, "adds the bias before the gain"),
        (layer_normalization_wrong_5, "forgets the root"),
        (layer_normalization_wrong_6, "forgets eps"),
        (layer_normalization_wrong_7, "one mean and variance for the whole batch"),
        (layer_normalization_wrong_8, "mean of squares, without taking off the mean"),
    ],
    "encoder_layer": [
        (encoder_layer_wrong_1, "the second residual starts from the layer's input"),
        (encoder_layer_wrong_2, "pre-norm"),
        (encoder_layer_wrong_3, "the tanh formula of GELU"),
        (encoder_layer_wrong_4, "ReLU"),
        (encoder_layer_wrong_5, "mixes up the two norms"),
        (encoder_layer_wrong_6, "no residual around the feed-forward network"),
        (encoder_layer_wrong_7, "normalizes the block's output before the addition"),
    ],
    "windows": [
        (windows_wrong_1, "goes on to start windows after the end was reached"),
        (windows_wrong_2, "only full windows, the rest is lost"),
        (windows_wrong_3, "<= for <: one window too many where the text ends with a window"),
        (windows_wrong_4, "takes step for the overlap"),
        (windows_wrong_5, "moves the last window back so that it is full"),
        (windows_wrong_6, "fills the last window up with 0"),
        (windows_wrong_7, "returns a short text itself, not a list of it"),
        (windows_wrong_8, "forgets the last window"),
    ],
}
RIGHT = {
    "attention_head": [attention_head_right_1, attention_head_right_2],
    "causal_mask": [causal_mask_right_1, causal_mask_right_2],
    "layer_normalization": [layer_normalization_right_1, layer_normalization_right_2],
    "encoder_layer": [encoder_layer_right_1],
    "windows": [windows_right_1, windows_right_2],
}
