"""Answers of the class to lesson 07, written from its text alone."""

import math

import torch
from torch.nn.functional import gelu, layer_norm, linear, relu

from bertlab.model import merge_heads, split_heads

# ---------------------------------------------------------------- exercise 1


def _norm(x, embeddings, eps):
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta, eps)


def input_embeddings_wrong_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(input_ids.shape[1])
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][positions]
    return x + embeddings["token_type_embeddings.weight"][token_type_ids]


def input_embeddings_wrong_2(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return _norm(x, embeddings, eps)


def input_embeddings_wrong_3(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    word = embeddings["word_embeddings.weight"][input_ids]
    position = embeddings["position_embeddings.weight"][torch.arange(T)]
    kind = embeddings["token_type_embeddings.weight"][token_type_ids]
    parts = [_norm(part, embeddings, eps) for part in (word, position, kind)]
    return parts[0] + parts[1] + parts[2]


def input_embeddings_wrong_4(input_ids, token_type_ids, embeddings, eps=1e-12):
    B, T = input_ids.shape
    D = embeddings["word_embeddings.weight"].shape[1]
    out = torch.zeros(B, T, D, dtype=embeddings["word_embeddings.weight"].dtype)
    for b in range(B):
        for t in range(T):
            x = embeddings["word_embeddings.weight"][input_ids[b, t]]
            x = x + embeddings["position_embeddings.weight"][t]
            x = x + embeddings["token_type_embeddings.weight"][token_type_ids[b, t]]
            std = x.std()
            x = (x - x.mean()) / torch.sqrt(std**2 + eps)
            out[b, t] = embeddings["LayerNorm.weight"] * x + embeddings["LayerNorm.bias"]
    return out


def input_embeddings_wrong_5(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(input_ids.shape[1])
    x = (
        embeddings["word_embeddings.weight"][input_ids]
        + embeddings["position_embeddings.weight"][positions]
        + embeddings["token_type_embeddings.weight"][token_type_ids]
    )
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    x = (x - mean) / (torch.sqrt(variance) + eps)
    return embeddings["LayerNorm.weight"] * x + embeddings["LayerNorm.bias"]


def input_embeddings_wrong_6(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(input_ids.shape[1])
    x = (
        embeddings["word_embeddings.weight"][input_ids]
        + embeddings["position_embeddings.weight"][positions]
        + embeddings["token_type_embeddings.weight"][token_type_ids]
    )
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta)


def input_embeddings_wrong_7(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(1, input_ids.shape[1])
    positions = torch.cat([positions, positions.new_tensor([0])])
    x = (
        embeddings["word_embeddings.weight"][input_ids]
        + embeddings["position_embeddings.weight"][positions]
        + embeddings["token_type_embeddings.weight"][token_type_ids]
    )
    return _norm(x, embeddings, eps)


def input_embeddings_wrong_8(input_ids, token_type_ids, embeddings, eps=1e-12):
    # the position starts again in the second text
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    first = (token_type_ids == 0).sum(dim=1, keepdim=True)
    positions = torch.arange(input_ids.shape[1])[None] - first * (token_type_ids == 1)
    positions = positions.clamp(min=0)
    x = x + embeddings["position_embeddings.weight"][positions]
    return _norm(x, embeddings, eps)


def input_embeddings_wrong_9(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][:T]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    x = layer_norm(x, x.shape[1:], eps=eps)
    return x * embeddings["LayerNorm.weight"] + embeddings["LayerNorm.bias"]


def input_embeddings_wrong_10(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][:T]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return layer_norm(x, (x.shape[-1],), eps=eps)


def input_embeddings_right_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][:T]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return _norm(x, embeddings, eps)


def input_embeddings_right_2(input_ids, token_type_ids, embeddings, eps=1e-12):
    rows = []
    for ids, types in zip(input_ids.tolist(), token_type_ids.tolist(), strict=True):
        row = []
        for t in range(len(ids)):
            x = embeddings["word_embeddings.weight"][ids[t]]
            x = x + embeddings["position_embeddings.weight"][t]
            x = x + embeddings["token_type_embeddings.weight"][types[t]]
            d = x - x.mean()
            x = d / torch.sqrt((d * d).mean() + eps)
            row.append(embeddings["LayerNorm.weight"] * x + embeddings["LayerNorm.bias"])
        rows.append(torch.stack(row))
    return torch.stack(rows)


# ---------------------------------------------------------------- exercise 2


def _project(hidden, layer, name):
    weight = layer[f"attention.self.{name}.weight"]
    return linear(hidden, weight, layer[f"attention.self.{name}.bias"])


def self_attention_wrong_1(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    return merge_heads(scores.softmax(dim=-1) @ value)


def self_attention_wrong_2(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / hidden.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, None, :] == 0, -torch.inf)
    return merge_heads(scores.softmax(dim=-1) @ value)


def self_attention_wrong_3(hidden, attention_mask, layer, num_heads):
    B, T, D = hidden.shape
    query = _project(hidden, layer, "query").reshape(B, num_heads, T, D // num_heads)
    key = _project(hidden, layer, "key").reshape(B, num_heads, T, D // num_heads)
    value = _project(hidden, layer, "value").reshape(B, num_heads, T, D // num_heads)
    scores = query @ key.transpose(-1, -2) / (D // num_heads) ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, None, :] == 0, -torch.inf)
    return (scores.softmax(dim=-1) @ value).reshape(B, T, D)


def self_attention_wrong_4(hidden, attention_mask, layer, num_heads):
    B, T, D = hidden.shape
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, None, :] == 0, -torch.inf)
    return (scores.softmax(dim=-1) @ value).reshape(B, T, D)


def self_attention_wrong_5(hidden, attention_mask, layer, num_heads):
    parts = []
    for name in ("query", "key", "value"):
        part = hidden @ layer[f"attention.self.{name}.weight"]
        part = part + layer[f"attention.self.{name}.bias"]
        parts.append(split_heads(part, num_heads))
    query, key, value = parts
    scores = query @ key.transpose(-1, -2) / math.sqrt(query.shape[-1])
    scores = scores.masked_fill(attention_mask[:, None, None] == 0, float("-inf"))
    return merge_heads(torch.softmax(scores, dim=-1) @ value)


def self_attention_wrong_6(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    weights = scores.softmax(dim=-1) * attention_mask[:, None, None, :]
    return merge_heads(weights @ value)


def self_attention_wrong_7(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    scores = scores * attention_mask[:, None, None, :]
    return merge_heads(scores.softmax(dim=-1) @ value)


def self_attention_wrong_8(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, :, None] == 0, -1e9)
    return merge_heads(scores.softmax(dim=-1) @ value)


def self_attention_wrong_9(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, None, :] == 0, -1e9)
    return merge_heads(scores.softmax(dim=-2) @ value)


def self_attention_wrong_10(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2)
    scores = scores.masked_fill(attention_mask[:, None, None, :] == 0, -torch.inf)
    return merge_heads(scores.softmax(dim=-1) @ value)


def self_attention_right_1(hidden, attention_mask, layer, num_heads):
    query, key, value = (
        split_heads(_project(hidden, layer, name), num_heads) for name in ("query", "key", "value")
    )
    scores = query @ key.transpose(-1, -2) / query.shape[-1] ** 0.5
    scores = scores.masked_fill(attention_mask[:, None, None, :] == 0, -torch.inf)
    return merge_heads(scores.softmax(dim=-1) @ value)


def self_attention_right_2(hidden, attention_mask, layer, num_heads):
    B, T, D = hidden.shape
    K = D // num_heads
    result = torch.zeros_like(hidden)
    for b in range(B):
        seen = [s for s in range(T) if attention_mask[b, s]]
        q, k, v = (_project(hidden[b], layer, name) for name in ("query", "key", "value"))
        for h in range(num_heads):
            part = slice(h * K, (h + 1) * K)
            for t in range(T):
                scores = torch.stack([q[t, part] @ k[s, part] / K**0.5 for s in seen])
                weights = scores.softmax(dim=0)
                for w, s in zip(weights, seen, strict=True):
                    result[b, t, part] += w * v[s, part]
    return result


def self_attention_right_3(hidden, attention_mask, layer, num_heads):
    B, T, D = hidden.shape
    K = D // num_heads

    def heads(name):
        return _project(hidden, layer, name).view(B, T, num_heads, K).permute(0, 2, 1, 3)

    extended = (1.0 - attention_mask[:, None, None, :].to(hidden.dtype)) * -10000.0
    scores = torch.einsum("bhtk,bhsk->bhts", heads("query"), heads("key")) / math.sqrt(K)
    weights = torch.softmax(scores + extended, dim=3)
    context = torch.einsum("bhts,bhsk->bthk", weights, heads("value"))
    return context.reshape(B, T, D)


# ---------------------------------------------------------------- exercise 3


def _dense(x, layer, name):
    return linear(x, layer[f"{name}.weight"], layer[f"{name}.bias"])


def _layer_norm(x, layer, name, eps):
    return layer_norm(
        x, (x.shape[-1],), layer[f"{name}.LayerNorm.weight"], layer[f"{name}.LayerNorm.bias"], eps
    )


def encoder_layer_wrong_1(hidden, attention_mask, layer, num_heads, eps=1e-12):
    attended = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    attended = _dense(attended, layer, "attention.output.dense")
    after = _layer_norm(hidden + attended, layer, "attention.output", eps)
    out = _dense(gelu(_dense(after, layer, "intermediate.dense")), layer, "output.dense")
    return _layer_norm(hidden + out, layer, "output", eps)


def encoder_layer_wrong_2(hidden, attention_mask, layer, num_heads, eps=1e-12):
    attended = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    attended = _dense(attended, layer, "attention.output.dense")
    after = _layer_norm(hidden + attended, layer, "attention.output", eps)
    expanded = gelu(_dense(after, layer, "intermediate.dense"), approximate="tanh")
    return _layer_norm(after + _dense(expanded, layer, "output.dense"), layer, "output", eps)


def encoder_layer_wrong_3(hidden, attention_mask, layer, num_heads, eps=1e-12):
    # normalize before each block
    normed = _layer_norm(hidden, layer, "attention.output", eps)
    attended = self_attention_right_1(normed, attention_mask, layer, num_heads)
    h = hidden + _dense(attended, layer, "attention.output.dense")
    normed = _layer_norm(h, layer, "output", eps)
    return h + _dense(gelu(_dense(normed, layer, "intermediate.dense")), layer, "output.dense")


def encoder_layer_wrong_4(hidden, attention_mask, layer, num_heads, eps=1e-12):
    attended = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    after = _layer_norm(hidden + attended, layer, "attention.output", eps)
    out = _dense(gelu(_dense(after, layer, "intermediate.dense")), layer, "output.dense")
    return _layer_norm(after + out, layer, "output", eps)


def encoder_layer_wrong_5(hidden, attention_mask, layer, num_heads, eps=1e-12):
    attended = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    attended = _dense(attended, layer, "attention.output.dense")
    after = _layer_norm(hidden + attended, layer, "attention.output", eps)
    out = _dense(relu(_dense(after, layer, "intermediate.dense")), layer, "output.dense")
    return _layer_norm(after + out, layer, "output", eps)


def encoder_layer_wrong_6(hidden, attention_mask, layer, num_heads, eps=1e-12):
    D = hidden.shape[-1]
    x = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    x = _dense(x, layer, "attention.output.dense")
    gamma, beta = (
        layer["attention.output.LayerNorm.weight"],
        layer["attention.output.LayerNorm.bias"],
    )
    h1 = layer_norm(hidden + x, (D,), gamma, beta)
    x = _dense(gelu(_dense(h1, layer, "intermediate.dense")), layer, "output.dense")
    return layer_norm(
        h1 + x, (D,), layer["output.LayerNorm.weight"], layer["output.LayerNorm.bias"]
    )


def encoder_layer_wrong_7(hidden, attention_mask, layer, num_heads, eps=1e-12):
    # adds the residual after the normalization
    x = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    x = _dense(x, layer, "attention.output.dense")
    h1 = hidden + _layer_norm(x, layer, "attention.output", eps)
    x = _dense(gelu(_dense(h1, layer, "intermediate.dense")), layer, "output.dense")
    return h1 + _layer_norm(x, layer, "output", eps)


def encoder_layer_wrong_8(hidden, attention_mask, layer, num_heads, eps=1e-12):
    everything = torch.ones_like(attention_mask)
    x = self_attention_right_1(hidden, everything, layer, num_heads)
    x = _dense(x, layer, "attention.output.dense")
    h1 = _layer_norm(hidden + x, layer, "attention.output", eps)
    x = _dense(gelu(_dense(h1, layer, "intermediate.dense")), layer, "output.dense")
    return _layer_norm(h1 + x, layer, "output", eps)


def encoder_layer_wrong_9(hidden, attention_mask, layer, num_heads, eps=1e-12):
    x = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    x = _dense(x, layer, "attention.output.dense")
    h1 = _layer_norm(hidden + x, layer, "attention.output", eps)
    x = _dense(gelu(_dense(h1, layer, "intermediate.dense")), layer, "output.dense")
    return _layer_norm(h1 + x, layer, "attention.output", eps)


def encoder_layer_wrong_10(hidden, attention_mask, layer, num_heads, eps=1e-12):
    x = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    x = _dense(x, layer, "attention.output.dense")
    h1 = _layer_norm(hidden + x, layer, "attention.output", eps)
    x = _dense(_dense(h1, layer, "intermediate.dense"), layer, "output.dense")
    return _layer_norm(h1 + gelu(x), layer, "output", eps)


def encoder_layer_wrong_11(hidden, attention_mask, layer, num_heads, eps=1e-12):
    x = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    x = _dense(x, layer, "attention.output.dense")
    h1 = _layer_norm(x, layer, "attention.output", eps)
    x = _dense(gelu(_dense(h1, layer, "intermediate.dense")), layer, "output.dense")
    return _layer_norm(x, layer, "output", eps)


def encoder_layer_right_1(hidden, attention_mask, layer, num_heads, eps=1e-12):
    x = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    x = _dense(x, layer, "attention.output.dense")
    h1 = _layer_norm(hidden + x, layer, "attention.output", eps)
    x = _dense(gelu(_dense(h1, layer, "intermediate.dense")), layer, "output.dense")
    return _layer_norm(h1 + x, layer, "output", eps)


def encoder_layer_right_2(hidden, attention_mask, layer, num_heads, eps=1e-12):
    def frame(before, block, name):
        x = before + block
        d = x - x.mean(-1, keepdim=True)
        x = d * torch.rsqrt(d.pow(2).mean(-1, keepdim=True) + eps)
        return layer[name + ".LayerNorm.weight"] * x + layer[name + ".LayerNorm.bias"]

    def dense(x, name):
        return x @ layer[name + ".weight"].T + layer[name + ".bias"]

    attended = self_attention_right_3(hidden, attention_mask, layer, num_heads)
    first = frame(hidden, dense(attended, "attention.output.dense"), "attention.output")
    wide = dense(first, "intermediate.dense")
    wide = wide * 0.5 * (1 + torch.erf(wide / math.sqrt(2)))
    return frame(first, dense(wide, "output.dense"), "output")


# ---------------------------------------------------------------- exercise 4


def pooler_wrong_1(hidden, weight, bias):
    return hidden[:, 0] @ weight.T + bias


def pooler_wrong_2(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight + bias)


def pooler_wrong_3(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, -1], weight, bias))


def pooler_wrong_4(hidden, weight, bias):
    return torch.tanh(linear(hidden.mean(dim=1), weight, bias))


def pooler_wrong_5(hidden, weight, bias):
    return linear(torch.tanh(hidden[:, 0]), weight, bias)


def pooler_wrong_6(hidden, weight, bias):
    return torch.tanh(linear(hidden[0], weight, bias))


def pooler_wrong_7(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, 0], weight)) + bias


def pooler_wrong_8(hidden, weight, bias):
    return gelu(linear(hidden[:, 0], weight, bias))


def pooler_right_1(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, 0], weight, bias))


def pooler_right_2(hidden, weight, bias):
    rows = []
    for text in hidden:
        rows.append((weight @ text[0] + bias).tanh())
    return torch.stack(rows)


# ---------------------------------------------------------------- exercise 5


def count_parameters_wrong_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + 2) * D + 2 * D
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_wrong_2(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_wrong_3(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    layer = 4 * D * D + 2 * D * F + 4 * D
    return embeddings + num_layers * layer + D * D


def count_parameters_wrong_4(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, 4 * hidden_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_wrong_5(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    total = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    for _ in range(num_layers):
        total += 3 * (D * D + D)
        total += 2 * D * F + F + D
        total += 4 * D
    return total + D * D + D


def count_parameters_wrong_6(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    total = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    for _ in range(num_layers):
        total += 4 * (D * D + D) + 2 * D * F + F + D + 2 * D
    return total + D * D + D


def count_parameters_wrong_7(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D + D * D + D
    return embeddings + num_layers * layer


def count_parameters_wrong_8(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    layer = 4 * (D * D + D) + 2 * (D * F + F) + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_wrong_9(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer


def count_parameters_right_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_right_2(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    def dense(inside, outside):
        return inside * outside + outside

    norm = 2 * hidden_size
    total = sum(rows * hidden_size for rows in (vocab_size, max_positions, type_vocab_size)) + norm
    for _ in range(num_layers):
        total += 4 * dense(hidden_size, hidden_size) + norm
        total += dense(hidden_size, intermediate_size) + dense(intermediate_size, hidden_size)
        total += norm
    return total + dense(hidden_size, hidden_size)


# ---------------------------------------------------------------- exercise 6


def mean_pool_wrong_1(hidden, attention_mask):
    return hidden.mean(dim=1)


def mean_pool_wrong_2(hidden, attention_mask):
    return (hidden * attention_mask.unsqueeze(-1)).mean(dim=1)


def mean_pool_wrong_3(hidden, attention_mask):
    keep = attention_mask.unsqueeze(-1)
    return (hidden * keep).sum(dim=1) / keep.sum()


def mean_pool_wrong_4(hidden, attention_mask):
    lengths = attention_mask.sum(dim=1)
    return torch.stack([hidden[b, :n].mean(dim=0) for b, n in enumerate(lengths.tolist())])


def mean_pool_wrong_5(hidden, attention_mask):
    # without [CLS] and [SEP]
    rows = []
    for vectors, mask in zip(hidden, attention_mask, strict=True):
        tokens = vectors[mask.bool()]
        rows.append(tokens[1:-1].mean(dim=0) if len(tokens) > 2 else tokens.mean(dim=0))
    return torch.stack(rows)


def mean_pool_wrong_6(hidden, attention_mask):
    B, T, D = hidden.shape
    result = torch.zeros(B, D)
    for b in range(B):
        count = 0
        for t in range(T):
            if attention_mask[b, t] == 1:
                result[b] += hidden[b, t]
                count += 1
        result[b] /= count
    return result


def mean_pool_wrong_7(hidden, attention_mask):
    return (hidden * attention_mask.unsqueeze(-1)).sum(dim=1)


def mean_pool_wrong_8(hidden, attention_mask):
    total = (hidden * attention_mask[:, :, None]).sum(dim=1)
    return total / (attention_mask.sum(dim=1, keepdim=True) + 1)


def mean_pool_right_1(hidden, attention_mask):
    keep = attention_mask.unsqueeze(-1)
    return (hidden * keep).sum(dim=1) / keep.sum(dim=1)


def mean_pool_right_2(hidden, attention_mask):
    pairs = zip(hidden, attention_mask, strict=True)
    return torch.stack([vectors[mask == 1].mean(dim=0) for vectors, mask in pairs])


WRONG = {
    "input_embeddings": [
        (input_embeddings_wrong_1, "forgets the normalization"),
        (input_embeddings_wrong_2, "forgets the positions"),
        (input_embeddings_wrong_3, "normalizes each of the three before adding them"),
        (input_embeddings_wrong_4, "the variance divides by D - 1 (x.std())"),
        (input_embeddings_wrong_5, "eps outside the root"),
        (input_embeddings_wrong_6, "eps not passed on, torch's 1e-5 is used"),
        (input_embeddings_wrong_7, "positions begin with 1 (and wrap around)"),
        (input_embeddings_wrong_8, "positions start again at 0 in the second text"),
        (input_embeddings_wrong_9, "normalizes over tokens and elements together"),
        (input_embeddings_wrong_10, "forgets gamma and beta"),
    ],
    "self_attention": [
        (self_attention_wrong_1, "forgets the mask"),
        (self_attention_wrong_2, "divides by the root of D, not of K"),
        (self_attention_wrong_3, "plain reshape to (B, H, T, K) and back"),
        (self_attention_wrong_4, "heads merged by a reshape without a transpose"),
        (self_attention_wrong_5, "weights taken as (in, out)"),
        (self_attention_wrong_6, "masks after the softmax, so that weights do not add up to 1"),
        (self_attention_wrong_7, "multiplies scores by the mask: padding gets score 0"),
        (self_attention_wrong_8, "masks queries instead of keys"),
        (self_attention_wrong_9, "softmax over the queries"),
        (self_attention_wrong_10, "forgets the division by the root of K"),
    ],
    "encoder_layer": [
        (encoder_layer_wrong_1, "second residual from the layer's input"),
        (encoder_layer_wrong_2, "GELU by the tanh formula"),
        (encoder_layer_wrong_3, "pre-norm"),
        (encoder_layer_wrong_4, "forgets the map behind attention"),
        (encoder_layer_wrong_5, "ReLU for GELU"),
        (encoder_layer_wrong_6, "forgets eps in both norms"),
        (encoder_layer_wrong_7, "normalizes the block's output, then adds"),
        (encoder_layer_wrong_8, "does not pass the mask on"),
        (encoder_layer_wrong_9, "uses the first norm twice"),
        (encoder_layer_wrong_10, "GELU behind both dense maps"),
        (encoder_layer_wrong_11, "no residuals"),
    ],
    "pooler": [
        (pooler_wrong_1, "forgets tanh"),
        (pooler_wrong_2, "weight not transposed"),
        (pooler_wrong_3, "takes the last token"),
        (pooler_wrong_4, "takes the mean of the tokens"),
        (pooler_wrong_5, "tanh before the dense layer"),
        (pooler_wrong_6, "takes the first text instead of the first token"),
        (pooler_wrong_7, "bias added after tanh"),
        (pooler_wrong_8, "GELU instead of tanh"),
    ],
    "count_parameters": [
        (count_parameters_wrong_1, "two types, as in the table, whatever the argument says"),
        (count_parameters_wrong_2, "forgets the norm of the embeddings"),
        (count_parameters_wrong_3, "forgets the biases"),
        (count_parameters_wrong_4, "takes F = 4D for granted"),
        (count_parameters_wrong_5, "attention has three maps only"),
        (count_parameters_wrong_6, "one norm in each layer"),
        (count_parameters_wrong_7, "a pooler in every layer"),
        (count_parameters_wrong_8, "both biases of the feed-forward network have length F"),
        (count_parameters_wrong_9, "takes the pooler for a head, left out"),
    ],
    "mean_pool": [
        (mean_pool_wrong_1, "forgets the mask"),
        (mean_pool_wrong_2, "divides by T"),
        (mean_pool_wrong_3, "divides by the number of tokens of the whole batch"),
        (mean_pool_wrong_4, "first n vectors: padding in front not thought of"),
        (mean_pool_wrong_5, "leaves [CLS] and [SEP] out"),
        (mean_pool_wrong_6, "result made by torch.zeros: float32, whatever hidden is"),
        (mean_pool_wrong_7, "sum, not mean"),
        (mean_pool_wrong_8, "adds 1 to the count against division by zero"),
    ],
}
RIGHT = {
    "input_embeddings": [input_embeddings_right_1, input_embeddings_right_2],
    "self_attention": [self_attention_right_1, self_attention_right_2, self_attention_right_3],
    "encoder_layer": [encoder_layer_right_1, encoder_layer_right_2],
    "pooler": [pooler_right_1, pooler_right_2],
    "count_parameters": [count_parameters_right_1, count_parameters_right_2],
    "mean_pool": [mean_pool_right_1, mean_pool_right_2],
}
