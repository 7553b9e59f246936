"""Right answers to the exercises on attention, in other styles than the reference's."""

import math
from itertools import count, takewhile

import numpy as np
import torch
from torch import nn

# --- one head -------------------------------------------------------------------------------------


def attention_head_by_loops(query, key, value, attention_mask):
    B, T, K = query.shape
    context, weights = torch.zeros_like(value), torch.zeros(B, T, T, dtype=query.dtype)
    for b in range(B):
        tokens = [j for j in range(T) if attention_mask[b, j] == 1] or list(range(T))
        for i in range(T):
            scores = [float(query[b, i] @ key[b, j]) / math.sqrt(K) for j in tokens]
            powers = [math.exp(score - max(scores)) for score in scores]
            for j, power in zip(tokens, powers, strict=True):
                weights[b, i, j] = power / sum(powers)
                context[b, i] += weights[b, i, j] * value[b, j]
    return context, weights


def attention_head_by_einsum(query, key, value, attention_mask):
    scores = torch.einsum("bik,bjk->bij", query, key) * query.size(-1) ** -0.5
    scores = scores + (1 - attention_mask).unsqueeze(1) * -10000.0
    weights = torch.softmax(scores, dim=2)
    return torch.einsum("bij,bjk->bik", weights, value), weights


def attention_head_by_torchs_own(query, key, value, attention_mask):
    T = query.shape[1]
    bias = torch.zeros_like(query[:, :, :1]).expand(-1, -1, T).clone()  # (B, T, T)
    bias[(attention_mask == 0)[:, None, :].expand_as(bias)] = -1e9
    attend = nn.functional.scaled_dot_product_attention
    identity = torch.eye(T, dtype=value.dtype).expand(len(value), T, T)
    return attend(query, key, value, bias), attend(query, key, identity, bias)


def attention_head_in_numpy(query, key, value, attention_mask):
    q, k, v, mask = (tensor.numpy() for tensor in (query, key, value, attention_mask))
    scores = np.matmul(q, k.swapaxes(1, 2)) / math.sqrt(q.shape[2])
    scores = np.where(mask[:, np.newaxis], scores, np.finfo(scores.dtype).min)
    powers = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = powers / powers.sum(axis=2, keepdims=True)
    return torch.from_numpy(weights @ v), torch.from_numpy(weights)


def attention_head_with_infinity_repaired(query, key, value, attention_mask):
    scores = query.bmm(key.mT).div_(math.sqrt(query.shape[-1]))
    scores.masked_fill_(~attention_mask.bool()[:, None], -torch.inf)
    weights = scores.softmax(-1).nan_to_num(1 / query.shape[1])
    return weights.bmm(value), weights


# --- the causal mask ------------------------------------------------------------------------------


def causal_mask_by_loops(attention_mask):
    B, T = attention_mask.shape
    seen = torch.zeros((B, T, T), dtype=torch.bool)
    for b in range(B):
        for i in range(T):
            for j in range(i + 1):
                seen[b, i, j] = attention_mask[b, j]
    return seen


def causal_mask_by_triangle(attention_mask):
    T = attention_mask.size(1)
    return torch.tril(torch.ones(T, T)).bool() & attention_mask.bool().unsqueeze(1)


def causal_mask_by_product(attention_mask):
    T = attention_mask.shape[-1]
    return torch.einsum("ij,bj->bij", torch.ones(T, T).tril(), attention_mask.float()) > 0.5


def causal_mask_in_numpy(attention_mask):
    mask = attention_mask.numpy().astype(bool)
    triangle = np.tri(mask.shape[1], dtype=bool)
    return torch.from_numpy(np.logical_and(triangle[None], mask[:, None, :]))


# --- layer normalization --------------------------------------------------------------------------


def layer_normalization_by_loops(x, gain, bias, eps=1e-12):
    result = torch.empty_like(x)
    for b in range(x.shape[0]):
        for t in range(x.shape[1]):
            numbers = x[b, t].tolist()
            mean = sum(numbers) / len(numbers)
            variance = sum((number - mean) ** 2 for number in numbers) / len(numbers)
            for d, number in enumerate(numbers):
                result[b, t, d] = gain[d] * (number - mean) / math.sqrt(variance + eps) + bias[d]
    return result


def layer_normalization_by_var_mean(x, gain, bias, eps=1e-12):
    variance, mean = torch.var_mean(x, dim=2, unbiased=False, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + eps) * gain + bias


def layer_normalization_by_two_moments(x, gain, bias, eps=1e-12):
    mean, square = x.mean(-1)[..., None], (x * x).mean(-1)[..., None]
    return torch.addcmul(bias, gain, (x - mean) / (square - mean**2 + eps) ** 0.5)


def layer_normalization_in_numpy(x, gain, bias, eps=1e-12):
    rows = x.numpy().copy()
    rows -= rows.mean(axis=-1, keepdims=True)
    rows /= np.sqrt(rows.var(axis=-1, keepdims=True) + eps)
    return torch.from_numpy(rows * gain.numpy() + bias.numpy())


# --- the encoder layer ----------------------------------------------------------------------------


def encoder_layer_step_by_step(x, attention_mask, layer):
    residual = x
    x = layer.attention(x, attention_mask)
    x = layer.attention_norm(x + residual)
    residual = x
    x = layer.expand(x)
    x = x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))
    x = layer.contract(x)
    return layer.output_norm(x + residual)


def encoder_layer_by_products(x, attention_mask, layer):
    def normalized(x, norm):
        x = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, False, keepdim=True) + 1e-12)
        return x * norm.weight + norm.bias

    middle = normalized(layer.attention(x, attention_mask) + x, layer.attention_norm)
    wide = middle @ layer.expand.weight.T + layer.expand.bias
    narrow = nn.functional.gelu(wide) @ layer.contract.weight.T + layer.contract.bias
    return normalized(narrow + middle, layer.output_norm)


def encoder_layer_by_modules(x, attention_mask, layer):
    feed_forward = nn.Sequential(layer.expand, nn.GELU(), layer.contract)
    attended = layer.attention(x, attention_mask).add(x)
    attended = layer.attention_norm(attended)
    return layer.output_norm(torch.add(attended, feed_forward(attended)))


def encoder_layer_text_by_text(x, attention_mask, layer):
    rows = []
    for b in range(len(x)):
        text = x[b : b + 1]
        text = layer.attention_norm(text + layer.attention(text, attention_mask[b : b + 1]))
        inner = layer.expand(text)
        inner = inner * torch.distributions.Normal(0.0, 1.0).cdf(inner)
        rows.append(layer.output_norm(text + layer.contract(inner)))
    return torch.cat(rows)


# --- windows --------------------------------------------------------------------------------------


def windows_by_break(ids, size, step):
    found = []
    for start in range(0, len(ids), step):
        found.append(ids[start : start + size])
        if start + size >= len(ids):
            break
    return found


def windows_by_counting(ids, size, step):
    number = 1 + max(0, -(-(len(ids) - size) // step))
    return [ids[step * n : step * n + size] for n in range(number)]


def windows_by_recursion(ids, size, step):
    if len(ids) <= size:
        return [list(ids)]
    return [list(ids[:size]), *windows_by_recursion(ids[step:], size, step)]


def windows_by_itertools(ids, size, step):
    more = takewhile(lambda start: start - step + size < len(ids), count(step, step))
    return [ids[start : start + size] for start in (0, *more)]


RIGHT = {
    "attention_head": (
        attention_head_by_loops,
        attention_head_by_einsum,
        attention_head_by_torchs_own,
        attention_head_in_numpy,
        attention_head_with_infinity_repaired,
    ),
    "causal_mask": (
        causal_mask_by_loops,
        causal_mask_by_triangle,
        causal_mask_by_product,
        causal_mask_in_numpy,
    ),
    "layer_normalization": (
        layer_normalization_by_loops,
        layer_normalization_by_var_mean,
        layer_normalization_by_two_moments,
        layer_normalization_in_numpy,
    ),
    "encoder_layer": (
        encoder_layer_step_by_step,
        encoder_layer_by_products,
        encoder_layer_by_modules,
        encoder_layer_text_by_text,
    ),
    "windows": (
        windows_by_break,
        windows_by_counting,
        windows_by_recursion,
        windows_by_itertools,
    ),
}
