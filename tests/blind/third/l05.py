"""Answers of the class to lesson 05, written from its text alone."""

import math

import torch
from torch.nn.functional import gelu

# -------------------------------------------------------------- attention_head


def attention_head_wrong_1(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    low = torch.finfo(scores.dtype).min
    scores = scores.masked_fill(attention_mask[:, :, None] == 0, low)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_2(query, key, value, attention_mask):
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, :] == 0, float("-inf"))
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ value, weights


def attention_head_wrong_3(query, key, value, attention_mask):
    T, K = query.shape[1:]
    lengths = attention_mask.sum(dim=1)
    keep = torch.arange(T) < lengths[:, None]
    scores = torch.bmm(query, key.transpose(1, 2)) / math.sqrt(K)
    scores = scores.masked_fill(~keep[:, None, :], torch.finfo(scores.dtype).min)
    weights = torch.softmax(scores, dim=2)
    return torch.bmm(weights, value), weights


def attention_head_wrong_4(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / math.sqrt(key.size(-1))
    scores = scores.masked_fill(attention_mask.unsqueeze(1) == 0, 1e-9)
    weights = scores.softmax(-1)
    return weights @ value, weights


def attention_head_wrong_5(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, :] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1) * attention_mask[:, :, None].to(scores.dtype)
    return weights @ value, weights


def attention_head_wrong_6(query, key, value, attention_mask):
    scores = torch.einsum("bik,bjk->bij", query, key) / query.shape[1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return torch.einsum("bij,bjk->bik", weights, value), weights


def attention_head_right_1(query, key, value, attention_mask):
    scores = torch.einsum("bik,bjk->bij", query / math.sqrt(query.shape[-1]), key)
    scores = scores.masked_fill(attention_mask[:, None, :] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_right_2(query, key, value, attention_mask):
    B, T, K = query.shape
    weights = torch.zeros(B, T, T, dtype=query.dtype)
    for b in range(B):
        seen = attention_mask[b].nonzero()[:, 0]
        if len(seen) == 0:
            weights[b] = 1 / T
            continue
        scores = query[b] @ key[b, seen].T / K**0.5
        weights[b][:, seen] = scores.softmax(dim=1)
    return weights @ value, weights


# ----------------------------------------------------------------- causal_mask


def causal_mask_wrong_1(attention_mask):
    T = attention_mask.shape[1]
    token = attention_mask.bool()
    earlier = torch.ones(T, T, dtype=torch.bool).tril()
    return earlier & token[:, None, :] & token[:, :, None]


def causal_mask_wrong_2(attention_mask):
    T = attention_mask.shape[1]
    earlier = torch.ones(T, T, dtype=torch.bool).tril()
    return (earlier & attention_mask.bool()[:, None]) | torch.eye(T, dtype=torch.bool)


def causal_mask_wrong_3(attention_mask):
    B, T = attention_mask.shape
    mask = torch.zeros(B, T, T, dtype=torch.bool)
    for b in range(B):
        n = int(attention_mask[b].sum())
        for i in range(T):
            mask[b, i, : min(i + 1, n)] = True
    return mask


def causal_mask_wrong_4(attention_mask):
    T = attention_mask.shape[1]
    place = torch.arange(T)
    mask = (place[:, None] >= place[None, :]) & (attention_mask[:, None, :] == 1)
    empty = ~mask.any(dim=-1)
    mask[:, :, 0] |= empty
    return mask


def causal_mask_wrong_5(attention_mask):
    T = attention_mask.shape[1]
    place = torch.arange(T)
    return (place[:, None] <= place[None, :]) & attention_mask.bool()[:, None, :]


def causal_mask_wrong_6(attention_mask):
    T = attention_mask.shape[1]
    later = torch.ones(T, T).triu(diagonal=1) == 1
    return later | (attention_mask == 0)[:, None, :]


def causal_mask_right_1(attention_mask):
    B, T = attention_mask.shape
    mask = torch.zeros(B, T, T, dtype=torch.bool)
    for b in range(B):
        for i in range(T):
            for j in range(i + 1):
                mask[b, i, j] = bool(attention_mask[b, j] == 1)
    return mask


def causal_mask_right_2(attention_mask):
    number = attention_mask.cumsum(dim=1)  # a token's number among the tokens
    return (number[:, None, :] <= number[:, :, None]) & attention_mask.bool()[:, None, :]


# --------------------------------------------------------- layer_normalization


def layer_normalization_wrong_1(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.var(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_wrong_2(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + eps) + bias


def layer_normalization_wrong_3(x, gain, bias, eps=1e-12):
    centred = x - x.mean(dim=-1, keepdim=True)
    normal = centred / torch.sqrt(centred.square().mean(dim=-1, keepdim=True) + eps)
    return gain * (normal + bias)


def layer_normalization_wrong_4(x, gain, bias, eps=1e-12):
    centred = x - x.mean(dim=-1, keepdim=True)
    variance = centred.pow(2).mean(-1, keepdim=True)
    return gain * centred / variance.clamp(min=eps).sqrt() + bias


def layer_normalization_wrong_5(x, gain, bias, eps=1e-12):
    mean = x.mean(-1, keepdim=True)
    variance = (x**2).mean(-1, keepdim=True)
    return gain * (x - mean) / (variance + eps).sqrt() + bias


def layer_normalization_wrong_6(x, gain, bias, eps=1e-12):
    mean = x.mean(-1, keepdim=True)
    deviation = ((x - mean) ** 2).mean(-1, keepdim=True).sqrt()
    return gain * (x - mean) / (deviation + eps) + bias


def layer_normalization_right_1(x, gain, bias, eps=1e-12):
    variance, mean = torch.var_mean(x, dim=-1, correction=0, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + eps) * gain + bias


def layer_normalization_right_2(x, gain, bias, eps=1e-12):
    result = torch.empty_like(x)
    for b in range(x.shape[0]):
        for t in range(x.shape[1]):
            v = x[b, t]
            mu = v.sum() / len(v)
            variance = ((v - mu) ** 2).sum() / len(v)
            result[b, t] = gain * (v - mu) / (variance + eps) ** 0.5 + bias
    return result


# --------------------------------------------------------------- encoder_layer
# written for lesson 07, where the layer was a dictionary of tensors


def encoder_layer_wrong_1(x, attention_mask, layer):
    middle = x + layer.attention_norm(layer.attention(x, attention_mask))
    narrow = layer.contract(gelu(layer.expand(middle)))
    return middle + layer.output_norm(narrow)


def encoder_layer_wrong_2(x, attention_mask, layer):
    middle = layer.attention_norm(x + layer.attention(x, attention_mask))
    wide = gelu(layer.expand(middle), approximate="tanh")
    return layer.output_norm(middle + layer.contract(wide))


def encoder_layer_wrong_3(x, attention_mask, layer):
    def add_and_norm(x, y):
        return layer.attention_norm(x + y)

    middle = add_and_norm(x, layer.attention(x, attention_mask))
    return add_and_norm(middle, layer.contract(gelu(layer.expand(middle))))


def encoder_layer_wrong_4(x, attention_mask, layer):
    middle = layer.attention_norm(x + layer.attention(x, attention_mask))
    narrow = gelu(layer.contract(layer.expand(middle)))
    return layer.output_norm(middle + narrow)


def encoder_layer_wrong_5(x, attention_mask, layer):
    attended = layer.attention(x, attention_mask)
    middle = layer.attention_norm(attended + attended)
    narrow = layer.contract(gelu(layer.expand(middle)))
    return layer.output_norm(middle + narrow)


def encoder_layer_right_1(x, attention_mask, layer):
    x = layer.attention_norm(x + layer.attention(x, attention_mask))
    y = layer.contract(gelu(layer.expand(x)))
    return layer.output_norm(x + y)


def encoder_layer_right_2(x, attention_mask, layer):
    def normed(x, norm):
        x = x - x.mean(dim=-1, keepdim=True)
        x = x / (x.square().mean(dim=-1, keepdim=True) + 1e-12).sqrt()
        return x * norm.weight + norm.bias

    h = normed(x + layer.attention(x, attention_mask), layer.attention_norm)
    wide = layer.expand(h)
    wide = wide * 0.5 * (1 + torch.erf(wide / math.sqrt(2)))
    return normed(h + layer.contract(wide), layer.output_norm)


# --------------------------------------------------------------------- windows


def windows_wrong_1(ids, size, step):
    return [ids[start : start + size] for start in range(0, len(ids), step)]


def windows_wrong_2(ids, size, step):
    move = max(size - step, 1)  # step is how much they share
    found, start = [ids[:size]], 0
    while start + size < len(ids):
        start += move
        found.append(ids[start : start + size])
    return found


def windows_wrong_3(ids, size, step):
    if len(ids) <= size:
        return [list(ids)]
    found = [ids[start : start + size] for start in range(0, len(ids) - size + 1, step)]
    if (len(ids) - size) % step:
        found.append(ids[-size:])
    return found


def windows_wrong_4(ids, size, step):
    start, found = 0, [ids[:size]]
    while start + size <= len(ids):
        start += step
        found.append(ids[start : start + size])
    return found


def windows_wrong_5(ids, size, step):
    found, end = [], 0
    for start in range(0, len(ids) - size + 1, step):
        found.append(ids[start : start + size])
        end = start + size
    if end < len(ids):
        found.append(ids[end:])
    return found


def windows_wrong_6(ids, size, step):
    number = math.ceil((len(ids) - size) / step) + 1
    return [ids[k * step : k * step + size] for k in range(number)]


def windows_right_1(ids, size, step):
    found = []
    for start in range(0, len(ids), step):
        found.append(ids[start : start + size])
        if start + size >= len(ids):
            break
    return found


def windows_right_2(ids, size, step):
    more = max(0, len(ids) - size)
    number = 1 + -(-more // step)
    return [list(ids[k * step : k * step + size]) for k in range(number)]


WRONG = {
    "attention_head": [
        (attention_head_wrong_1, "masks the queries, not the keys"),
        (attention_head_wrong_2, "mends the NaN with 0, so rows of an empty text sum to 0"),
        (attention_head_wrong_3, "makes lengths of the mask, as if padding stood at the end only"),
        (attention_head_wrong_4, "writes 1e-9 where -1e9 was meant"),
        (attention_head_wrong_5, "sets the rows of padding to 0 too, so they do not sum to 1"),
        (attention_head_wrong_6, "divides by the root of T, the wrong axis of the shape"),
    ],
    "causal_mask": [
        (causal_mask_wrong_1, "gives padding empty rows"),
        (causal_mask_wrong_2, "lets each place see itself, padding too"),
        (causal_mask_wrong_3, "makes lengths of the mask, as if padding stood at the end only"),
        (causal_mask_wrong_4, "gives each empty row one place to see, for fear of NaN"),
        (causal_mask_wrong_5, "compares the wrong way round: sees itself and what follows"),
        (causal_mask_wrong_6, "True where hidden, as masks of nn.MultiheadAttention have it"),
    ],
    "layer_normalization": [
        (layer_normalization_wrong_1, "torch's var divides by D - 1"),
        (layer_normalization_wrong_2, "normalizes over the tokens of a text"),
        (layer_normalization_wrong_3, "the gain multiplies the bias too"),
        (layer_normalization_wrong_4, "takes eps as a lower bound instead of adding it"),
        (layer_normalization_wrong_5, "mean square without subtracting the mean as variance"),
        (layer_normalization_wrong_6, "adds eps to the deviation, outside the root"),
    ],
    "encoder_layer": [
        (encoder_layer_wrong_1, "normalizes the block's output, then adds it"),
        (encoder_layer_wrong_2, "GELU by the tanh formula"),
        (encoder_layer_wrong_3, "the norm after attention is used in both places"),
        (encoder_layer_wrong_4, "GELU after the second map instead of between the two"),
        (
            encoder_layer_wrong_5,
            "the first residual starts from what attention returns, not from the input",
        ),
    ],
    "windows": [
        (windows_wrong_1, "goes on to the end, with windows that bring nothing new"),
        (windows_wrong_2, "takes step for the overlap"),
        (windows_wrong_3, "moves the last window back so that it is full"),
        (windows_wrong_4, "<= for <: one window more when the last one fits exactly"),
        (windows_wrong_5, "the last one holds only what is left, without overlap"),
        (windows_wrong_6, "forgets that a text may be shorter than a window"),
    ],
}
RIGHT = {
    "attention_head": [attention_head_right_1, attention_head_right_2],
    "causal_mask": [causal_mask_right_1, causal_mask_right_2],
    "layer_normalization": [layer_normalization_right_1, layer_normalization_right_2],
    "encoder_layer": [encoder_layer_right_1, encoder_layer_right_2],
    "windows": [windows_right_1, windows_right_2],
}
