"""Answers of the class to lesson 07, written from its text alone."""

import math

import torch
from torch.nn.functional import gelu, layer_norm, linear, normalize

# ------------------------------------------------------------ input_embeddings


def input_embeddings_wrong_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][: input_ids.shape[1]]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta)


def input_embeddings_wrong_2(input_ids, token_type_ids, embeddings, eps=1e-12):
    B, T = input_ids.shape
    positions = torch.zeros_like(input_ids)
    for b in range(B):
        count = 0
        for t in range(T):
            if t > 0 and token_type_ids[b, t] != token_type_ids[b, t - 1]:
                count = 0
            positions[b, t] = count
            count += 1
    x = (
        embeddings["word_embeddings.weight"][input_ids]
        + embeddings["position_embeddings.weight"][positions]
        + embeddings["token_type_embeddings.weight"][token_type_ids]
    )
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta, eps)


def input_embeddings_wrong_3(input_ids, token_type_ids, embeddings, eps=1e-12):
    words = embeddings["word_embeddings.weight"][input_ids]
    D = words.shape[-1]
    x = words * math.sqrt(D)
    x = x + embeddings["position_embeddings.weight"][torch.arange(input_ids.shape[1])]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return layer_norm(x, (D,), embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"], eps)


def input_embeddings_wrong_4(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(input_ids.shape[1])
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][positions]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    mean, variance = x.mean(dim=-1, keepdim=True), x.var(dim=-1, keepdim=True)
    x = (x - mean) / torch.sqrt(variance + eps)
    return embeddings["LayerNorm.weight"] * x + embeddings["LayerNorm.bias"]


def input_embeddings_wrong_5(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(input_ids.shape[1]).expand_as(input_ids)
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    total = 0
    for name, ids in (("word", input_ids), ("position", positions), ("token_type", token_type_ids)):
        rows = embeddings[f"{name}_embeddings.weight"][ids]
        total = total + layer_norm(rows, (len(gamma),), gamma, beta, eps)
    return total


def input_embeddings_wrong_6(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(1, input_ids.shape[1] + 1)
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][positions]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta, eps)


def input_embeddings_right_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    total = (
        embeddings["word_embeddings.weight"][input_ids]
        + embeddings["position_embeddings.weight"][:T]
        + embeddings["token_type_embeddings.weight"][token_type_ids]
    )
    return layer_norm(
        total,
        total.shape[-1:],
        weight=embeddings["LayerNorm.weight"],
        bias=embeddings["LayerNorm.bias"],
        eps=eps,
    )


def input_embeddings_right_2(input_ids, token_type_ids, embeddings, eps=1e-12):
    word, position = (embeddings[f"{n}_embeddings.weight"] for n in ("word", "position"))
    kind = embeddings["token_type_embeddings.weight"]
    B, T = input_ids.shape
    result = torch.empty(B, T, word.shape[1], dtype=word.dtype)
    for b in range(B):
        for t in range(T):
            v = word[input_ids[b, t]] + position[t] + kind[token_type_ids[b, t]]
            v = v - v.mean()
            v = v / torch.sqrt((v * v).mean() + eps)
            result[b, t] = v * embeddings["LayerNorm.weight"] + embeddings["LayerNorm.bias"]
    return result


# -------------------------------------------------------------- self_attention


# --------------------------------------------------------------- encoder_layer


# ---------------------------------------------------------------------- pooler


def pooler_wrong_1(hidden, weight, bias):
    return torch.tanh(linear(hidden.mean(dim=1), weight, bias))


def pooler_wrong_2(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight.T) + bias


def pooler_wrong_3(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight + bias)


def pooler_wrong_4(hidden, weight, bias):
    return linear(torch.tanh(hidden[:, 0]), weight, bias)


def pooler_wrong_5(hidden, weight, bias):
    return gelu(linear(hidden[:, 0], weight, bias))


def pooler_wrong_6(hidden, weight, bias):
    return torch.tanh(linear(hidden[:, :1], weight, bias))


def pooler_right_1(hidden, weight, bias):
    return torch.tanh(hidden[:, 0, :] @ weight.T + bias)


def pooler_right_2(hidden, weight, bias):
    everywhere = torch.nn.functional.linear(hidden, weight, bias).tanh()
    return everywhere[:, 0]


# ------------------------------------------------------------ count_parameters


def count_parameters_wrong_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    V, D, L, F, P = vocab_size, hidden_size, num_layers, intermediate_size, max_positions
    layer = 4 * (D**2 + D) + 2 * D * F + F + D + 4 * D
    return (V + P + 2) * D + 2 * D + L * layer + D**2 + D


def count_parameters_wrong_2(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    total = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    total += num_layers * 4 * (D * D + D) + (2 * D * F + F + D) + 4 * D
    return total + D * D + D


def count_parameters_wrong_3(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    V, D, L, F = vocab_size, hidden_size, num_layers, intermediate_size
    P, S = max_positions, type_vocab_size
    embeddings = (V + P + S) * D + S * D
    layer = 4 * (D**2 + D) + (2 * D * F + F + D) + 4 * D
    return embeddings + L * layer + D**2 + D


def count_parameters_wrong_4(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D = hidden_size
    F = 4 * D
    embeddings = (vocab_size + max_positions + type_vocab_size + 2) * D
    layer = 4 * D * (D + 1) + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer + D * (D + 1)


def count_parameters_wrong_5(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    total = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    for _ in range(num_layers):
        total += 4 * (D**2 + D)
        total += 2 * D * F + F + D
        total += 4 * D
        total += D**2 + D
    return total


def count_parameters_wrong_6(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size + 2) * D
    attention = 3 * (D * D + D)
    feed_forward = D * F + F + F * D + D
    norms = 2 * 2 * D
    return embeddings + num_layers * (attention + feed_forward + norms) + D * D + D


def count_parameters_right_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    def dense(inputs, outputs):
        return inputs * outputs + outputs

    D, F, norm = hidden_size, intermediate_size, 2 * hidden_size
    total = norm + sum(rows * D for rows in (vocab_size, max_positions, type_vocab_size))
    for _ in range(num_layers):
        total += 4 * dense(D, D) + norm + dense(D, F) + dense(F, D) + norm
    return total + dense(D, D)


def count_parameters_right_2(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    return D * (vocab_size + max_positions + type_vocab_size + D + 3) + num_layers * (
        4 * D * D + 9 * D + 2 * D * F + F
    )


# ------------------------------------------------------------------- mean_pool


def mean_pool_wrong_1(hidden, attention_mask):
    means = []
    for vectors, mask in zip(hidden, attention_mask, strict=True):
        n = int(mask.sum())
        means.append(vectors[:n].mean(dim=0))
    return torch.stack(means)


def mean_pool_wrong_2(hidden, attention_mask):
    mask = attention_mask.clone()
    mask[:, 0] = 0  # [CLS] is not a word
    mask = mask.unsqueeze(-1)
    return (hidden * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)


def mean_pool_wrong_3(hidden, attention_mask):
    keep = attention_mask[:, :, None].to(hidden.dtype)
    return (hidden * keep).sum(dim=1) / keep.sum()


def mean_pool_wrong_4(hidden, attention_mask):
    keep = attention_mask.unsqueeze(-1)
    mean = (hidden * keep).sum(dim=1) / keep.sum(dim=1)
    return normalize(mean, dim=-1)


def mean_pool_wrong_5(hidden, attention_mask):
    B, D = len(hidden), hidden.shape[-1]
    tokens = hidden[attention_mask.bool()]
    return tokens.reshape(B, -1, D).mean(dim=1)


def mean_pool_wrong_6(hidden, attention_mask):
    return (hidden * attention_mask[:, :, None]).mean(dim=1)


def mean_pool_right_1(hidden, attention_mask):
    keep = attention_mask.to(hidden.dtype)
    return torch.einsum("bt,btd->bd", keep / keep.sum(dim=1, keepdim=True), hidden)


def mean_pool_right_2(hidden, attention_mask):
    texts = zip(hidden, attention_mask.bool(), strict=True)
    return torch.stack([vectors[keep].mean(dim=0) for vectors, keep in texts])


WRONG = {
    "input_embeddings": [
        (input_embeddings_wrong_1, "eps is not passed on, so torch's 1e-5 is used"),
        (input_embeddings_wrong_2, "positions begin again at 0 in the second text"),
        (input_embeddings_wrong_3, "word vectors times the root of D, as in the Transformer paper"),
        (input_embeddings_wrong_4, "torch's var divides by D - 1"),
        (input_embeddings_wrong_5, "normalizes each of the three rows, then adds"),
        (input_embeddings_wrong_6, "counts positions from 1"),
    ],
    "pooler": [
        (pooler_wrong_1, "pools by the mean of all tokens"),
        (pooler_wrong_2, "adds the bias behind the tanh"),
        (pooler_wrong_3, "multiplies with the weight as stored, not transposed"),
        (pooler_wrong_4, "tanh before the dense layer"),
        (pooler_wrong_5, "GELU instead of tanh"),
        (pooler_wrong_6, "the slice keeps the axis of tokens: (B, 1, D)"),
    ],
    "count_parameters": [
        (count_parameters_wrong_1, "copies the 2 types of the table"),
        (count_parameters_wrong_2, "parentheses missing: only attention is times the layers"),
        (count_parameters_wrong_3, "writes the number of types for the 2 of the norm as well"),
        (count_parameters_wrong_4, "takes 4 D for the feed-forward size"),
        (count_parameters_wrong_5, "counts a pooler in each layer"),
        (count_parameters_wrong_6, "query, key and value only: the attention's last map is lost"),
    ],
    "mean_pool": [
        (mean_pool_wrong_1, "takes the first n tokens, as if padding stood at the end only"),
        (mean_pool_wrong_2, "leaves out the first place, [CLS]"),
        (mean_pool_wrong_3, "divides by the tokens of the whole batch"),
        (mean_pool_wrong_4, "scales to length 1 at the end, as sentence models do"),
        (mean_pool_wrong_5, "reshapes the kept tokens as if all texts had equally many"),
        (mean_pool_wrong_6, "mean over T of what is masked: divides by T"),
    ],
}
RIGHT = {
    "input_embeddings": [input_embeddings_right_1, input_embeddings_right_2],
    "pooler": [pooler_right_1, pooler_right_2],
    "count_parameters": [count_parameters_right_1, count_parameters_right_2],
    "mean_pool": [mean_pool_right_1, mean_pool_right_2],
}
