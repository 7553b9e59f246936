"""Answers of the class to lesson 07, written from its text alone."""

import torch
from torch.nn.functional import gelu, layer_norm, linear

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


# ---------------------------------------------------------------- exercise 3


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
    "pooler": [pooler_right_1, pooler_right_2],
    "count_parameters": [count_parameters_right_1, count_parameters_right_2],
    "mean_pool": [mean_pool_right_1, mean_pool_right_2],
}
