"""Answers of the class to lesson 07, written from its text alone."""

import torch
from torch.nn.functional import layer_norm, linear

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


# ---- encoder_layer


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
    "pooler": [pooler_right_1, pooler_right_2],
    "count_parameters": [count_parameters_right_1],
    "mean_pool": [mean_pool_right_1, mean_pool_right_2],
}
