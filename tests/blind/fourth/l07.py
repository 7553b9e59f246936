"""Answers of the class to lesson 07, written from its text alone."""

import math

import torch
from torch.nn.functional import gelu, layer_norm, linear, relu

# ---- input_embeddings


def _norm(x, e, eps):
    return layer_norm(x, (x.shape[-1],), e["LayerNorm.weight"], e["LayerNorm.bias"], eps)


def input_embeddings_wrong_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return _norm(x, embeddings, eps)


def input_embeddings_wrong_2(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta)


def input_embeddings_wrong_3(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(1, input_ids.shape[1] + 1)
    positions = positions.clamp(max=len(embeddings["position_embeddings.weight"]) - 1)
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][positions]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return _norm(x, embeddings, eps)


def input_embeddings_wrong_4(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = _norm(embeddings["word_embeddings.weight"][input_ids], embeddings, eps)
    x = x + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
    return x + embeddings["token_type_embeddings.weight"][token_type_ids]


def input_embeddings_wrong_5(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    mean = x.mean(dim=-1, keepdim=True)
    std = x.std(dim=-1, keepdim=True, correction=0)
    return embeddings["LayerNorm.weight"] * (x - mean) / (std + eps) + embeddings["LayerNorm.bias"]


def input_embeddings_wrong_6(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return layer_norm(x, (x.shape[-1],), eps=eps)


def input_embeddings_wrong_7(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
    return _norm(x, embeddings, eps)


def input_embeddings_wrong_8(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    mean, variance = x.mean(dim=-1, keepdim=True), x.var(dim=-1, keepdim=True)
    normal = (x - mean) / torch.sqrt(variance + eps)
    return embeddings["LayerNorm.weight"] * normal + embeddings["LayerNorm.bias"]


def input_embeddings_right_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    word = embeddings["word_embeddings.weight"]
    place = embeddings["position_embeddings.weight"]
    kind = embeddings["token_type_embeddings.weight"]
    out = torch.empty(*input_ids.shape, word.shape[1], dtype=word.dtype)
    for b in range(input_ids.shape[0]):
        for t in range(input_ids.shape[1]):
            x = word[input_ids[b, t]] + place[t] + kind[token_type_ids[b, t]]
            x = x - x.mean()
            x = x / torch.sqrt((x**2).mean() + eps)
            out[b, t] = embeddings["LayerNorm.weight"] * x + embeddings["LayerNorm.bias"]
    return out


# ---- self_attention


def _project(hidden, layer, name):
    name = f"attention.self.{name}"
    return linear(hidden, layer[f"{name}.weight"], layer[f"{name}.bias"])


def _split(x, num_heads):
    B, T, D = x.shape
    return x.reshape(B, T, num_heads, D // num_heads).transpose(1, 2)


def _merge(x):
    B, H, T, K = x.shape
    return x.transpose(1, 2).reshape(B, T, H * K)


def _three(hidden, layer, num_heads):
    return [_split(_project(hidden, layer, n), num_heads) for n in ("query", "key", "value")]


def self_attention_wrong_1(hidden, attention_mask, layer, num_heads):
    B, T, D = hidden.shape
    parts = [_project(hidden, layer, name) for name in ("query", "key", "value")]
    q, k, v = (part.reshape(B, num_heads, T, D // num_heads) for part in parts)
    scores = q @ k.transpose(-1, -2) / math.sqrt(D // num_heads)
    scores = scores.masked_fill(attention_mask[:, None, None] == 0, float("-inf"))
    return (scores.softmax(dim=-1) @ v).reshape(B, T, D)


def self_attention_wrong_2(hidden, attention_mask, layer, num_heads):
    q, k, v = (
        _split(hidden @ layer[f"{n}.weight"] + layer[f"{n}.bias"], num_heads)
        for n in ("attention.self.query", "attention.self.key", "attention.self.value")
    )
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(attention_mask[:, None, None] == 0, float("-inf"))
    return _merge(scores.softmax(dim=-1) @ v)


def self_attention_wrong_3(hidden, attention_mask, layer, num_heads):
    q, k, v = _three(hidden, layer, num_heads)
    scores = q @ k.transpose(-1, -2) / math.sqrt(hidden.shape[-1])
    scores = scores.masked_fill(attention_mask[:, None, None] == 0, float("-inf"))
    return _merge(scores.softmax(dim=-1) @ v)


def self_attention_wrong_4(hidden, attention_mask, layer, num_heads):
    q, k, v = _three(hidden, layer, num_heads)
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    return _merge(scores.softmax(dim=-1) @ v)


def self_attention_wrong_5(hidden, attention_mask, layer, num_heads):
    q, k, v = _three(hidden, layer, num_heads)
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    hide = attention_mask[:, None, :, None] == 0
    scores = scores.masked_fill(hide, torch.finfo(scores.dtype).min)
    return _merge(scores.softmax(dim=-1) @ v)


def self_attention_wrong_6(hidden, attention_mask, layer, num_heads):
    q, k, v = _three(hidden, layer, num_heads)
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(attention_mask[:, None, None] == 0, float("-inf"))
    return (scores.softmax(dim=-1) @ v).reshape(hidden.shape)


def self_attention_wrong_7(hidden, attention_mask, layer, num_heads):
    q, k, v = _three(hidden, layer, num_heads)
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    scores = scores - 100 * (1 - attention_mask[:, None, None])
    return _merge(scores.softmax(dim=-1) @ v)


def self_attention_wrong_8(hidden, attention_mask, layer, num_heads):
    q, k, v = (
        _split(linear(hidden, layer[f"attention.self.{n}.weight"]), num_heads)
        for n in ("query", "key", "value")
    )
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    scores = scores.masked_fill(attention_mask[:, None, None] == 0, float("-inf"))
    return _merge(scores.softmax(dim=-1) @ v)


def self_attention_right_1(hidden, attention_mask, layer, num_heads):
    q, k, v = (_project(hidden, layer, name) for name in ("query", "key", "value"))
    K = hidden.shape[-1] // num_heads
    hide = attention_mask[:, None, :] == 0
    contexts = []
    for h in range(num_heads):
        part = slice(h * K, (h + 1) * K)
        scores = q[..., part] @ k[..., part].transpose(1, 2) / K**0.5
        scores = scores.masked_fill(hide, float("-inf"))
        contexts.append(scores.softmax(dim=-1) @ v[..., part])
    return torch.cat(contexts, dim=-1)


# ---- encoder_layer


def _dense(x, layer, name):
    return linear(x, layer[f"{name}.weight"], layer[f"{name}.bias"])


def _norms(x, layer, name, eps):
    gamma, beta = layer[f"{name}.LayerNorm.weight"], layer[f"{name}.LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta, eps)


def encoder_layer_wrong_1(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    a = hidden + _dense(context, layer, "attention.output.dense")
    a = _norms(a, layer, "attention.output", eps)
    f = _dense(gelu(_dense(a, layer, "intermediate.dense")), layer, "output.dense")
    return _norms(hidden + f, layer, "output", eps)


def encoder_layer_wrong_2(hidden, attention_mask, layer, num_heads, eps=1e-12):
    x = _norms(hidden, layer, "attention.output", eps)
    context = self_attention_right_1(x, attention_mask, layer, num_heads)
    a = hidden + _dense(context, layer, "attention.output.dense")
    x = _norms(a, layer, "output", eps)
    return a + _dense(gelu(_dense(x, layer, "intermediate.dense")), layer, "output.dense")


def encoder_layer_wrong_3(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    a = hidden + _dense(context, layer, "attention.output.dense")
    a = _norms(a, layer, "attention.output", eps)
    wide = gelu(_dense(a, layer, "intermediate.dense"), approximate="tanh")
    return _norms(a + _dense(wide, layer, "output.dense"), layer, "output", eps)


def encoder_layer_wrong_4(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    a = hidden + _dense(context, layer, "attention.output.dense")
    a = _norms(a, layer, "attention.output", eps)
    wide = relu(_dense(a, layer, "intermediate.dense"))
    return _norms(a + _dense(wide, layer, "output.dense"), layer, "output", eps)


def encoder_layer_wrong_5(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    a = _norms(hidden + context, layer, "attention.output", eps)
    wide = gelu(_dense(a, layer, "intermediate.dense"))
    return _norms(a + _dense(wide, layer, "output.dense"), layer, "output", eps)


def encoder_layer_wrong_6(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    a = _norms(hidden + _dense(context, layer, "attention.output.dense"), layer, "output", eps)
    wide = gelu(_dense(a, layer, "intermediate.dense"))
    return _norms(a + _dense(wide, layer, "output.dense"), layer, "attention.output", eps)


def encoder_layer_wrong_7(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    a = hidden + _dense(context, layer, "attention.output.dense")
    a = _norms(a, layer, "attention.output", eps)
    wide = gelu(_dense(a, layer, "intermediate.dense"))
    return _norms(_dense(wide, layer, "output.dense"), layer, "output", eps)


def encoder_layer_wrong_8(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    a = hidden + _dense(context, layer, "attention.output.dense")
    a = _norms(a, layer, "attention.output", eps)
    f = _dense(gelu(_dense(a, layer, "intermediate.dense")), layer, "output.dense")
    return _norms(a + f, layer, "output", 1e-12)


def encoder_layer_wrong_9(hidden, attention_mask, layer, num_heads, eps=1e-12):
    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    attended = _dense(context, layer, "attention.output.dense")
    a = hidden + _norms(attended, layer, "attention.output", eps)
    f = _dense(gelu(_dense(a, layer, "intermediate.dense")), layer, "output.dense")
    return a + _norms(f, layer, "output", eps)


def encoder_layer_right_1(hidden, attention_mask, layer, num_heads, eps=1e-12):
    def dense(x, name):
        return x @ layer[f"{name}.dense.weight"].T + layer[f"{name}.dense.bias"]

    def frame(x, new, name):
        x = x + new
        x = x - x.mean(dim=-1, keepdim=True)
        x = x / torch.sqrt(x.square().mean(dim=-1, keepdim=True) + eps)
        return layer[f"{name}.LayerNorm.weight"] * x + layer[f"{name}.LayerNorm.bias"]

    context = self_attention_right_1(hidden, attention_mask, layer, num_heads)
    middle = frame(hidden, dense(context, "attention.output"), "attention.output")
    wide = dense(middle, "intermediate")
    wide = wide * 0.5 * (1 + torch.erf(wide / 2**0.5))
    return frame(middle, dense(wide, "output"), "output")


# ---- pooler


def pooler_wrong_1(hidden, weight, bias):
    return torch.tanh(linear(hidden.mean(dim=1), weight, bias))


def pooler_wrong_2(hidden, weight, bias):
    return linear(hidden[:, 0], weight, bias)


def pooler_wrong_3(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight + bias)


def pooler_wrong_4(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, -1], weight, bias))


def pooler_wrong_5(hidden, weight, bias):
    return linear(torch.tanh(hidden[:, 0]), weight, bias)


def pooler_wrong_6(hidden, weight, bias):
    return torch.tanh(linear(hidden[0], weight, bias))


def pooler_wrong_7(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight.T) + bias


def pooler_right_1(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight.T + bias)


def pooler_right_2(hidden, weight, bias):
    return torch.stack([(weight @ text[0] + bias).tanh() for text in hidden])


# ---- count_parameters


def count_parameters_wrong_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    V, D, L, F, P, S = (
        vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size,
    )  # fmt: skip
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D
    return (V + P + S) * D + L * layer + D * D + D


def count_parameters_wrong_2(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    layer = 4 * D * D + 2 * D * F + 4 * D
    tables = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    return tables + num_layers * layer + D * D


def count_parameters_wrong_3(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    layer = 4 * (D * D + D) + (2 * D * F + F + D) + 4 * D
    return (vocab_size + max_positions + type_vocab_size) * D + 2 * D + num_layers * layer


def count_parameters_wrong_4(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    layer = 4 * (D * D + D) + (2 * D * F + F + D) + 4 * D
    return (vocab_size + max_positions + 2) * D + 2 * D + num_layers * layer + D * D + D


def count_parameters_wrong_5(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D = hidden_size
    F = 4 * D
    layer = 4 * (D * D + D) + (2 * D * F + F + D) + 4 * D
    tables = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    return tables + num_layers * layer + D * D + D


def count_parameters_wrong_6(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    layer = 4 * (D * D + D) + (2 * D * F + F + D) + 2 * D
    tables = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    return tables + num_layers * layer + D * D + D


def count_parameters_wrong_7(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    layer = 3 * (D * D + D) + (2 * D * F + F + D) + 4 * D
    tables = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    return tables + num_layers * layer + D * D + D


def count_parameters_wrong_8(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    layer = 4 * (D * D + D) + (2 * D * F + 2 * D) + 4 * D
    tables = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    return tables + num_layers * layer + D * D + D


def count_parameters_right_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    def dense(inputs, outputs):
        return (inputs + 1) * outputs

    norm = 2 * hidden_size
    total = norm + dense(hidden_size, hidden_size)
    for rows in (vocab_size, max_positions, type_vocab_size):
        total += rows * hidden_size
    for _ in range(num_layers):
        total += 4 * dense(hidden_size, hidden_size) + 2 * norm
        total += dense(hidden_size, intermediate_size) + dense(intermediate_size, hidden_size)
    return total


# ---- mean_pool


def mean_pool_wrong_1(hidden, attention_mask):
    return hidden.mean(dim=1)


def mean_pool_wrong_2(hidden, attention_mask):
    return (hidden * attention_mask[:, :, None]).mean(dim=1)


def mean_pool_wrong_3(hidden, attention_mask):
    return (hidden * attention_mask[:, :, None]).sum(dim=1) / attention_mask.sum()


def mean_pool_wrong_4(hidden, attention_mask):
    return torch.stack(
        [h[m.bool()][1:-1].mean(dim=0) for h, m in zip(hidden, attention_mask, strict=True)]
    )


def mean_pool_wrong_5(hidden, attention_mask):
    lengths = attention_mask.sum(dim=1).tolist()
    return torch.stack([h[:n].mean(dim=0) for h, n in zip(hidden, lengths, strict=True)])


def mean_pool_wrong_6(hidden, attention_mask):
    kept = hidden * attention_mask[:, :, None]
    return kept.sum(dim=1) / (kept != 0).sum(dim=1).clamp(min=1)


def mean_pool_wrong_7(hidden, attention_mask):
    mask = attention_mask[:, :, None].float()
    return ((hidden * mask).sum(dim=1) / mask.sum(dim=1)).float()


def mean_pool_wrong_8(hidden, attention_mask):
    return hidden.sum(dim=1) / attention_mask.sum(dim=1, keepdim=True)


def mean_pool_right_1(hidden, attention_mask):
    rows = [h[m == 1].mean(dim=0) for h, m in zip(hidden, attention_mask, strict=True)]
    return torch.stack(rows)


def mean_pool_right_2(hidden, attention_mask):
    keep = attention_mask.to(hidden.dtype)
    shares = keep / keep.sum(dim=1, keepdim=True)
    return torch.einsum("bt,btd->bd", shares, hidden)


WRONG = {
    "input_embeddings": [
        (input_embeddings_wrong_1, "forgets the positions"),
        (input_embeddings_wrong_2, "does not pass eps on: layer_norm takes 1e-5"),
        (input_embeddings_wrong_3, "positions from 1"),
        (input_embeddings_wrong_4, "normalizes the words before the sum"),
        (input_embeddings_wrong_5, "eps outside the root"),
        (input_embeddings_wrong_6, "forgets gamma and beta"),
        (input_embeddings_wrong_7, "forgets the token types"),
        (input_embeddings_wrong_8, "variance divides by D - 1"),
    ],
    "self_attention": [
        (self_attention_wrong_1, "plain reshape to (B, H, T, K) and back"),
        (self_attention_wrong_2, "hidden @ weight: not transposed"),
        (self_attention_wrong_3, "divides by the root of D"),
        (self_attention_wrong_4, "forgets the mask"),
        (self_attention_wrong_5, "hides the queries"),
        (self_attention_wrong_6, "merges the heads without turning the axes back"),
        (self_attention_wrong_7, "takes 100 off hidden scores, too little for large scores"),
        (self_attention_wrong_8, "forgets the biases"),
    ],
    "encoder_layer": [
        (encoder_layer_wrong_1, "the second residual starts from the layer's input"),
        (encoder_layer_wrong_2, "pre-norm"),
        (encoder_layer_wrong_3, "the tanh formula of GELU"),
        (encoder_layer_wrong_4, "ReLU"),
        (encoder_layer_wrong_5, "forgets the last linear map of attention"),
        (encoder_layer_wrong_6, "mixes up the two norms"),
        (encoder_layer_wrong_7, "no residual around the feed-forward network"),
        (encoder_layer_wrong_8, "eps only for the first norm"),
        (encoder_layer_wrong_9, "normalizes the block's output before the addition"),
    ],
    "pooler": [
        (pooler_wrong_1, "mean of the tokens in place of [CLS]"),
        (pooler_wrong_2, "forgets tanh"),
        (pooler_wrong_3, "weight not transposed"),
        (pooler_wrong_4, "the last token"),
        (pooler_wrong_5, "tanh before the dense layer"),
        (pooler_wrong_6, "the first text, not the first token"),
        (pooler_wrong_7, "bias outside tanh"),
    ],
    "count_parameters": [
        (count_parameters_wrong_1, "forgets the norm of the embeddings"),
        (count_parameters_wrong_2, "forgets all biases of the linear maps"),
        (count_parameters_wrong_3, "forgets the pooler"),
        (count_parameters_wrong_4, "2 types, whatever is given"),
        (count_parameters_wrong_5, "F = 4D, whatever is given"),
        (count_parameters_wrong_6, "one norm in a layer"),
        (count_parameters_wrong_7, "forgets the output map of attention"),
        (count_parameters_wrong_8, "both biases of the feed-forward network have D numbers"),
    ],
    "mean_pool": [
        (mean_pool_wrong_1, "forgets the mask"),
        (mean_pool_wrong_2, "masks, but divides by T"),
        (mean_pool_wrong_3, "divides by the tokens of the whole batch"),
        (mean_pool_wrong_4, "leaves out [CLS] and [SEP]"),
        (mean_pool_wrong_5, "padding stands at the end, so the length is enough"),
        (mean_pool_wrong_6, "counts the numbers that are not 0"),
        (mean_pool_wrong_7, "returns float32 always"),
        (mean_pool_wrong_8, "divides by the tokens, but sums the padding too"),
    ],
}
RIGHT = {
    "input_embeddings": [input_embeddings_right_1],
    "self_attention": [self_attention_right_1],
    "encoder_layer": [encoder_layer_right_1],
    "pooler": [pooler_right_1, pooler_right_2],
    "count_parameters": [count_parameters_right_1],
    "mean_pool": [mean_pool_right_1, mean_pool_right_2],
}
