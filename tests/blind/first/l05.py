"""Answers of the class to lesson 05, written from its text alone."""

import math

import torch
from torch.nn.functional import gelu, relu

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


# Exercise 3: layer_normalization


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


# Exercise 4: encoder_layer (written for lesson 07, where the layer was a dictionary of tensors)


def encoder_layer_wrong_1(x, attention_mask, layer):
    after = layer.attention_norm(x + layer.attention(x, attention_mask))
    out = layer.contract(gelu(layer.expand(after)))
    return layer.output_norm(x + out)


def encoder_layer_wrong_2(x, attention_mask, layer):
    after = layer.attention_norm(x + layer.attention(x, attention_mask))
    expanded = gelu(layer.expand(after), approximate="tanh")
    return layer.output_norm(after + layer.contract(expanded))


def encoder_layer_wrong_3(x, attention_mask, layer):
    # normalize before each block
    normed = layer.attention_norm(x)
    h = x + layer.attention(normed, attention_mask)
    normed = layer.output_norm(h)
    return h + layer.contract(gelu(layer.expand(normed)))


def encoder_layer_wrong_4(x, attention_mask, layer):
    after = layer.attention_norm(x + layer.attention(x, attention_mask))
    out = layer.contract(relu(layer.expand(after)))
    return layer.output_norm(after + out)


def encoder_layer_wrong_5(x, attention_mask, layer):
    # adds the residual after the normalization
    h1 = x + layer.attention_norm(layer.attention(x, attention_mask))
    out = layer.contract(gelu(layer.expand(h1)))
    return h1 + layer.output_norm(out)


def encoder_layer_wrong_6(x, attention_mask, layer):
    everything = torch.ones_like(attention_mask)
    h1 = layer.attention_norm(x + layer.attention(x, everything))
    out = layer.contract(gelu(layer.expand(h1)))
    return layer.output_norm(h1 + out)


def encoder_layer_wrong_7(x, attention_mask, layer):
    h1 = layer.attention_norm(x + layer.attention(x, attention_mask))
    out = layer.contract(gelu(layer.expand(h1)))
    return layer.attention_norm(h1 + out)


def encoder_layer_wrong_8(x, attention_mask, layer):
    h1 = layer.attention_norm(x + layer.attention(x, attention_mask))
    out = layer.contract(layer.expand(h1))
    return layer.output_norm(h1 + gelu(out))


def encoder_layer_wrong_9(x, attention_mask, layer):
    h1 = layer.attention_norm(layer.attention(x, attention_mask))
    out = layer.contract(gelu(layer.expand(h1)))
    return layer.output_norm(out)


def encoder_layer_right_1(x, attention_mask, layer):
    h1 = layer.attention_norm(x + layer.attention(x, attention_mask))
    out = layer.contract(gelu(layer.expand(h1)))
    return layer.output_norm(h1 + out)


def encoder_layer_right_2(x, attention_mask, layer):
    def frame(before, block, norm):
        x = before + block
        d = x - x.mean(-1, keepdim=True)
        x = d * torch.rsqrt(d.pow(2).mean(-1, keepdim=True) + 1e-12)
        return norm.weight * x + norm.bias

    first = frame(x, layer.attention(x, attention_mask), layer.attention_norm)
    wide = layer.expand(first)
    wide = wide * 0.5 * (1 + torch.erf(wide / math.sqrt(2)))
    return frame(first, layer.contract(wide), layer.output_norm)


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
    "encoder_layer": [
        (encoder_layer_wrong_1, "second residual from the layer's input"),
        (encoder_layer_wrong_2, "GELU by the tanh formula"),
        (encoder_layer_wrong_3, "pre-norm"),
        (encoder_layer_wrong_4, "ReLU for GELU"),
        (encoder_layer_wrong_5, "normalizes the block's output, then adds"),
        (encoder_layer_wrong_6, "does not pass the mask on"),
        (encoder_layer_wrong_7, "uses the first norm twice"),
        (encoder_layer_wrong_8, "GELU behind both dense maps"),
        (encoder_layer_wrong_9, "no residuals"),
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
    "layer_normalization": [layer_normalization_right_1, layer_normalization_right_2],
    "encoder_layer": [encoder_layer_right_1, encoder_layer_right_2],
    "windows": [windows_right_1, windows_right_2, windows_right_3],
}
