"""Answers of the class to lesson 05, written from its text alone."""

import math

import torch

# Exercise 1: attention_head


def attention_head_wrong_1(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2)
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_2(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_3(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=1)
    return weights @ value, weights


def attention_head_wrong_4(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, :, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_5(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    weights = scores.softmax(dim=-1) * attention_mask[:, None].to(scores.dtype)
    return weights @ value, weights


def attention_head_wrong_6(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores * attention_mask[:, None].to(scores.dtype)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_7(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, float("-inf"))
    weights = scores.softmax(dim=-1).nan_to_num(0.0)
    return weights @ value, weights


def attention_head_wrong_8(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores + (1 - attention_mask[:, None].to(scores.dtype)) * -10000
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_9(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1]
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_10(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).min)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_wrong_11(query, key, value, attention_mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None] == 0, torch.finfo(scores.dtype).tiny)
    weights = scores.softmax(dim=-1)
    return weights @ value, weights


def attention_head_right_1(query, key, value, attention_mask):
    keep = attention_mask.to(query.dtype)[:, None, :]
    scores = torch.einsum("bik,bjk->bij", query, key) / math.sqrt(query.shape[-1])
    scores = scores + (1 - keep) * torch.finfo(query.dtype).min
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bij,bjk->bik", weights, value), weights


def attention_head_right_2(query, key, value, attention_mask):
    B, T, K = query.shape
    context, weights = torch.zeros_like(value), query.new_zeros(B, T, T)
    for b in range(B):
        seen = [j for j in range(T) if attention_mask[b, j] != 0]
        if not seen:
            weights[b] = 1 / T
        else:
            for i in range(T):
                scores = torch.stack([query[b, i] @ key[b, j] / K**0.5 for j in seen])
                weights[b, i, seen] = scores.softmax(dim=0)
        context[b] = weights[b] @ value[b]
    return context, weights


# Exercise 2: causal_mask


def causal_mask_wrong_1(attention_mask):
    T = attention_mask.shape[1]
    ones = torch.ones(T, T, dtype=torch.bool)
    return ones.triu() & attention_mask.bool()[:, None]


def causal_mask_wrong_2(attention_mask):
    places = torch.arange(attention_mask.shape[1])
    return (places[None, :] < places[:, None]) & (attention_mask[:, None, :] == 1)


def causal_mask_wrong_3(attention_mask):
    B, T = attention_mask.shape
    places = torch.arange(T)
    return (places[None, :] <= places[:, None]).expand(B, T, T)


def causal_mask_wrong_4(attention_mask):
    T = attention_mask.shape[1]
    keep = attention_mask.bool()
    past = torch.ones(T, T, dtype=torch.bool).tril()
    return past & keep[:, None, :] & keep[:, :, None]


def causal_mask_wrong_5(attention_mask):
    T = attention_mask.shape[1]
    past = torch.ones(T, T, dtype=torch.bool).tril()
    return past & attention_mask.bool()[:, :, None]


def causal_mask_wrong_6(attention_mask):
    T = attention_mask.shape[1]
    return torch.tril(torch.ones(T, T)) * attention_mask[:, None, :]


def causal_mask_wrong_7(attention_mask):
    T = attention_mask.shape[1]
    past = torch.ones(T, T, dtype=torch.bool).tril()
    return past | attention_mask.bool()[:, None, :]


def causal_mask_wrong_8(attention_mask):
    T = attention_mask.shape[1]
    past = torch.ones(T, T, dtype=torch.bool).tril()
    itself = torch.eye(T, dtype=torch.bool)
    return (past & attention_mask.bool()[:, None, :]) | itself


def causal_mask_wrong_9(attention_mask):
    T = attention_mask.shape[1]
    hidden = torch.ones(T, T, dtype=torch.bool).triu(1)
    return hidden | (attention_mask[:, None, :] == 0)


def causal_mask_right_1(attention_mask):
    B, T = attention_mask.shape
    mask = torch.zeros(B, T, T, dtype=torch.bool)
    for b in range(B):
        for i in range(T):
            for j in range(i + 1):
                mask[b, i, j] = attention_mask[b, j] == 1
    return mask


def causal_mask_right_2(attention_mask):
    T = attention_mask.shape[1]
    return (attention_mask[:, None, :] * torch.ones(T, T).tril()) > 0


# Exercise 3: sinusoidal_positions


def sinusoidal_positions_wrong_1(num_positions, size):
    places = torch.arange(num_positions)[:, None]
    angles = places / 10000 ** (torch.arange(size // 2) / size)
    table = torch.empty(num_positions, size)
    table[:, 0::2], table[:, 1::2] = angles.sin(), angles.cos()
    return table


def sinusoidal_positions_wrong_2(num_positions, size):
    places = torch.arange(num_positions)[:, None]
    angles = places / 10000 ** (torch.arange(0, size, 2) / size)
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_positions_wrong_3(num_positions, size):
    places = torch.arange(1, num_positions + 1)[:, None]
    angles = places / 10000 ** (torch.arange(0, size, 2) / size)
    table = torch.empty(num_positions, size)
    table[:, 0::2], table[:, 1::2] = angles.sin(), angles.cos()
    return table


def sinusoidal_positions_wrong_4(num_positions, size):
    places = torch.arange(num_positions)[:, None]
    angles = places / 10000 ** (torch.arange(0, size, 2) / size)
    table = torch.empty(num_positions, size)
    table[:, 0::2], table[:, 1::2] = angles.cos(), angles.sin()
    return table


def sinusoidal_positions_wrong_5(num_positions, size):
    table = torch.zeros(num_positions, size)
    for p in range(num_positions):
        for c in range(size):
            angle = p / 10000 ** (c / size)
            table[p, c] = math.sin(angle) if c % 2 == 0 else math.cos(angle)
    return table


def sinusoidal_positions_wrong_6(num_positions, size):
    table = torch.zeros(num_positions, size)
    for p in range(num_positions):
        for i in range(0, size, 2):
            angle = p / 10000 ** (2 * i / size)
            table[p, i] = math.sin(angle)
            table[p, i + 1] = math.cos(angle)
    return table


def sinusoidal_positions_wrong_7(num_positions, size):
    table = torch.zeros(num_positions, size)
    for p in range(num_positions):
        for i in range(size // 2):
            angle = p / 10000 ** (2 * i // size)
            table[p, 2 * i] = math.sin(angle)
            table[p, 2 * i + 1] = math.cos(angle)
    return table


def sinusoidal_positions_wrong_8(num_positions, size):
    places = torch.arange(num_positions)[:, None]
    angles = places / 1000 ** (torch.arange(0, size, 2) / size)
    table = torch.empty(num_positions, size)
    table[:, 0::2], table[:, 1::2] = angles.sin(), angles.cos()
    return table


def sinusoidal_positions_wrong_9(num_positions, size):
    places = torch.arange(num_positions, dtype=torch.float64)[:, None]
    angles = places / 10000 ** (torch.arange(0, size, 2, dtype=torch.float64) / size)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).reshape(num_positions, size)


def sinusoidal_positions_wrong_10(num_positions, size):
    places = torch.arange(num_positions)[:, None]
    angles = places / 10000 * (torch.arange(0, size, 2) / size)
    table = torch.empty(num_positions, size)
    table[:, 0::2], table[:, 1::2] = angles.sin(), angles.cos()
    return table


def sinusoidal_positions_right_1(num_positions, size):
    places = torch.arange(num_positions, dtype=torch.float32)[:, None]
    rates = torch.exp(torch.arange(0, size, 2).float() * (-math.log(10000.0) / size))
    table = torch.zeros(num_positions, size)
    table[:, 0::2] = torch.sin(places * rates)
    table[:, 1::2] = torch.cos(places * rates)
    return table


def sinusoidal_positions_right_2(num_positions, size):
    rows = []
    for p in range(num_positions):
        row = []
        for i in range(size // 2):
            angle = p / 10000 ** (2 * i / size)
            row += [math.sin(angle), math.cos(angle)]
        rows.append(row)
    return torch.tensor(rows, dtype=torch.float32)


def sinusoidal_positions_right_3(num_positions, size):
    angles = torch.arange(num_positions)[:, None] / 10000 ** (torch.arange(0, size, 2) / size)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


# Exercise 4: layer_normalization


def layer_normalization_wrong_1(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = x.var(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(var + eps) + bias


def layer_normalization_wrong_2(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / (var + eps) + bias


def layer_normalization_wrong_3(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / (var.sqrt() + eps) + bias


def layer_normalization_wrong_4(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=(1, 2), keepdim=True)
    var = ((x - mean) ** 2).mean(dim=(1, 2), keepdim=True)
    return gain * (x - mean) / torch.sqrt(var + eps) + bias


def layer_normalization_wrong_5(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(var + eps) + bias


def layer_normalization_wrong_6(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * ((x - mean) / torch.sqrt(var + eps) + bias)


def layer_normalization_wrong_7(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(var) + bias


def layer_normalization_wrong_8(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = (x**2).mean(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(var + eps) + bias


def layer_normalization_wrong_9(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return gain * x - mean / torch.sqrt(var + eps) + bias


def layer_normalization_wrong_10(x, gain, bias, eps=1e-12):
    mean = x.mean(dim=-1, keepdim=True)
    var = ((x - mean) ** 2).sum(dim=-1, keepdim=True)
    return gain * (x - mean) / torch.sqrt(var + eps) + bias


def layer_normalization_wrong_11(x, gain, bias, eps=1e-12):
    mean = x.mean()
    var = ((x - mean) ** 2).mean()
    return gain * (x - mean) / torch.sqrt(var + eps) + bias


def layer_normalization_right_1(x, gain, bias, eps=1e-12):
    centered = x - x.mean(dim=-1, keepdim=True)
    variance = centered.square().mean(dim=-1, keepdim=True)
    return centered * torch.rsqrt(variance + eps) * gain + bias


def layer_normalization_right_2(x, gain, bias, eps=1e-12):
    out = torch.empty_like(x)
    for b in range(x.shape[0]):
        for t in range(x.shape[1]):
            v = x[b, t]
            out[b, t] = gain * (v - v.mean()) / (v.var(correction=0) + eps) ** 0.5 + bias
    return out


# Exercise 5: windows


def windows_wrong_1(ids, size, step):
    return [ids[start : start + size] for start in range(0, len(ids), step)]


def windows_wrong_2(ids, size, step):
    return [ids[start : start + size] for start in range(0, len(ids) - size + 1, step)]


def windows_wrong_3(ids, size, step):
    found, start = [ids[:size]], 0
    while start + size <= len(ids):
        start += step
        found.append(ids[start : start + size])
    return found


def windows_wrong_4(ids, size, step):
    found = []
    for start in range(0, len(ids), size - step):
        found.append(ids[start : start + size])
        if start + size >= len(ids):
            break
    return found


def windows_wrong_5(ids, size, step):
    return [ids[start : start + size] for start in range(0, len(ids), size)]


def windows_wrong_6(ids, size, step):
    found, start = [], 0
    while start + size < len(ids):
        found.append(ids[start : start + size])
        start += step
    found.append(ids[-size:])
    return found


def windows_wrong_7(ids, size, step):
    overlap = size - step
    return [ids[start : start + size] for start in range(0, len(ids) - overlap, step)]


def windows_wrong_8(ids, size, step):
    found, start = [], 0
    while start + size < len(ids):
        found.append(ids[start : start + size])
        start += step
    return found


def windows_wrong_9(ids, size, step):
    found = []
    for start in range(0, len(ids), step):
        window = ids[start : start + size]
        found.append(window + [0] * (size - len(window)))
        if start + size >= len(ids):
            break
    return found


def windows_right_1(ids, size, step):
    start, found = 0, []
    while True:
        found.append(ids[start : start + size])
        if start + size >= len(ids):
            return found
        start += step


def windows_right_2(ids, size, step):
    number = 1 + max(0, math.ceil((len(ids) - size) / step))
    return [ids[k * step : k * step + size] for k in range(number)]


def windows_right_3(ids, size, step):
    ends = max(len(ids) - (size - step), 1)
    return [ids[start : start + size] for start in range(0, ends, step)]


WRONG = {
    "attention_head": [
        (attention_head_wrong_1, "forgets to divide by the root of K"),
        (attention_head_wrong_2, "masks with -inf: NaN where all is padding"),
        (attention_head_wrong_3, "softmax over the queries"),
        (attention_head_wrong_4, "hides the rows of the padding, not its columns"),
        (attention_head_wrong_5, "masks after the softmax, so rows no longer sum to 1"),
        (attention_head_wrong_6, "multiplies the scores by the mask: padding keeps a score of 0"),
        (attention_head_wrong_7, "turns NaN to 0: the rows of all padding sum to 0"),
        (attention_head_wrong_8, "adds -10000: where all is padding the weights are not equal"),
        (attention_head_wrong_9, "divides by K, not by its root"),
        (attention_head_wrong_10, "divides by the root of T, the wrong axis"),
        (attention_head_wrong_11, "takes finfo.tiny for the lowest number"),
    ],
    "causal_mask": [
        (causal_mask_wrong_1, "upper triangle: sees what comes after"),
        (causal_mask_wrong_2, "a token does not see itself"),
        (causal_mask_wrong_3, "forgets the padding"),
        (causal_mask_wrong_4, "gives the rows of the padding nothing to see"),
        (causal_mask_wrong_5, "hides the padding as a query, not as a key"),
        (causal_mask_wrong_6, "returns floats"),
        (causal_mask_wrong_7, "joins the conditions by |"),
        (causal_mask_wrong_8, "lets each place see itself, padding too"),
        (causal_mask_wrong_9, "True where a place is hidden"),
    ],
    "sinusoidal_positions": [
        (sinusoidal_positions_wrong_1, "exponent i / D, not 2i / D"),
        (sinusoidal_positions_wrong_2, "all sines first, then all cosines"),
        (sinusoidal_positions_wrong_3, "positions from 1"),
        (sinusoidal_positions_wrong_4, "sine and cosine swapped"),
        (sinusoidal_positions_wrong_5, "the cosine has a rate of its own: exponent (2i + 1) / D"),
        (sinusoidal_positions_wrong_6, "takes i for the column, so the exponent is 4i / D"),
        (sinusoidal_positions_wrong_7, "integer division in the exponent: all waves equally fast"),
        (sinusoidal_positions_wrong_8, "1000 for 10000"),
        (sinusoidal_positions_wrong_9, "returns float64"),
        (sinusoidal_positions_wrong_10, "multiplies where the formula has a power"),
    ],
    "layer_normalization": [
        (layer_normalization_wrong_1, "torch's var divides by D - 1"),
        (layer_normalization_wrong_2, "divides by the variance, not its root"),
        (layer_normalization_wrong_3, "adds eps outside the root"),
        (layer_normalization_wrong_4, "mean and variance of a whole text"),
        (layer_normalization_wrong_5, "mean and variance over the tokens"),
        (layer_normalization_wrong_6, "gain also scales the bias"),
        (layer_normalization_wrong_7, "forgets eps: NaN for a constant vector"),
        (layer_normalization_wrong_8, "mean of the squares, not of the squared deviations"),
        (layer_normalization_wrong_9, "forgets the brackets around x - mean"),
        (layer_normalization_wrong_10, "sum of the squared deviations, not their mean"),
        (layer_normalization_wrong_11, "mean and variance of the whole batch"),
    ],
    "windows": [
        (windows_wrong_1, "starts windows up to the end of the text: useless ones at the end"),
        (windows_wrong_2, "only full windows: the rest of the text is lost"),
        (windows_wrong_3, "<= for <: one window too many on an exact fit"),
        (windows_wrong_4, "takes step for the overlap"),
        (windows_wrong_5, "ignores step"),
        (windows_wrong_6, "moves the last window back so that it is full"),
        (windows_wrong_7, "no window at all for a text not longer than the overlap"),
        (windows_wrong_8, "forgets the last window after the loop"),
        (windows_wrong_9, "fills the last window up with 0"),
    ],
}
RIGHT = {
    "attention_head": [attention_head_right_1, attention_head_right_2],
    "causal_mask": [causal_mask_right_1, causal_mask_right_2],
    "sinusoidal_positions": [
        sinusoidal_positions_right_1,
        sinusoidal_positions_right_2,
        sinusoidal_positions_right_3,
    ],
    "layer_normalization": [layer_normalization_right_1, layer_normalization_right_2],
    "windows": [windows_right_1, windows_right_2, windows_right_3],
}
