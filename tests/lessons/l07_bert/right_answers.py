"""Right answers to the exercises of the BERT lesson, in other styles than the reference's."""

import math

import numpy as np
import torch
from torch.nn import functional

# --- input embeddings -----------------------------------------------------------------------------


def input_embeddings_by_loops(input_ids, token_type_ids, embeddings, eps=1e-12):
    words, positions = (
        embeddings["word_embeddings.weight"],
        embeddings["position_embeddings.weight"],
    )
    types = embeddings["token_type_embeddings.weight"]
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    B, T = input_ids.shape
    result = torch.zeros(B, T, words.shape[1], dtype=words.dtype)
    for b in range(B):
        for t in range(T):
            vector = words[input_ids[b, t]] + positions[t] + types[token_type_ids[b, t]]
            deviation = vector - vector.mean()
            result[b, t] = gamma * deviation / (deviation.pow(2).mean() + eps).sqrt() + beta
    return result


def input_embeddings_by_functional(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(input_ids.size(1)).expand_as(input_ids)
    indices = {"word": input_ids, "position": positions, "token_type": token_type_ids}
    total = 0
    for name, index in indices.items():
        total += functional.embedding(index, embeddings[name + "_embeddings.weight"])
    affine = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return functional.layer_norm(total, total.shape[-1:], *affine, eps=eps)


def input_embeddings_by_one_hot(input_ids, token_type_ids, embeddings, eps=1e-12):
    words = embeddings["word_embeddings.weight"]
    types = embeddings["token_type_embeddings.weight"]
    total = functional.one_hot(input_ids, len(words)).to(words.dtype) @ words
    total = total + functional.one_hot(token_type_ids, len(types)).to(words.dtype) @ types
    total += embeddings["position_embeddings.weight"][None, : input_ids.shape[1]]
    variance, mean = torch.var_mean(total, -1, correction=0, keepdim=True)
    norm = (total - mean).mul_((variance + eps).rsqrt_())
    return norm * embeddings["LayerNorm.weight"] + embeddings["LayerNorm.bias"]


def input_embeddings_in_numpy(input_ids, token_type_ids, embeddings, eps=1e-12):
    tables = {name: tensor.numpy() for name, tensor in embeddings.items()}
    total = tables["word_embeddings.weight"][input_ids.numpy()]
    total = total + tables["token_type_embeddings.weight"][token_type_ids.numpy()]
    total = total + tables["position_embeddings.weight"][np.arange(input_ids.shape[1])]
    norm = (total - total.mean(-1, keepdims=True)) / np.sqrt(total.var(-1, keepdims=True) + eps)
    return torch.from_numpy(norm * tables["LayerNorm.weight"] + tables["LayerNorm.bias"])


# --- the pooler -----------------------------------------------------------------------------------


def pooler_by_loops(hidden, weight, bias):
    rows = []
    for text in hidden:
        first = text[0].tolist()
        sums = [sum(w * x for w, x in zip(row, first, strict=True)) for row in weight.tolist()]
        rows.append([math.tanh(s + b) for s, b in zip(sums, bias.tolist(), strict=True)])
    return torch.tensor(rows, dtype=hidden.dtype)


def pooler_by_linear(hidden, weight, bias):
    first = hidden.select(1, 0)
    return functional.linear(first, weight, bias).tanh()


def pooler_by_einsum(hidden, weight, bias):
    return torch.einsum("bd,ed->be", hidden[:, 0, :], weight).add(bias).tanh()


def pooler_of_all_tokens(hidden, weight, bias):
    return torch.tanh(hidden @ weight.t() + bias)[:, 0]


def pooler_by_exponentials(hidden, weight, bias):
    x = torch.addmm(bias, hidden[:, 0], weight.mT)
    return 2 / (1 + torch.exp(-2 * x)) - 1


# --- mean pooling ---------------------------------------------------------------------------------


def mean_pool_by_loops(hidden, attention_mask):
    vectors = []
    for text, mask in zip(hidden, attention_mask, strict=True):
        total, number = torch.zeros_like(text[0]), 0
        for vector, bit in zip(text, mask, strict=True):
            if bit == 1:
                total += vector
                number += 1
        vectors.append(total / number)
    return torch.stack(vectors)


def mean_pool_by_selection(hidden, attention_mask):
    return torch.stack([hidden[b][attention_mask[b].bool()].mean(0) for b in range(len(hidden))])


def mean_pool_by_weights(hidden, attention_mask):
    weights = attention_mask / attention_mask.sum(dim=1, keepdim=True)
    return torch.einsum("bt,btd->bd", weights.to(hidden.dtype), hidden)


def mean_pool_by_nanmean(hidden, attention_mask):
    return hidden.masked_fill(attention_mask.unsqueeze(-1) == 0, torch.nan).nanmean(dim=1)


def mean_pool_in_numpy(hidden, attention_mask):
    mask = np.repeat(attention_mask.numpy()[..., None], hidden.shape[2], axis=2)
    return torch.from_numpy(np.average(hidden.numpy(), axis=1, weights=mask))


# --- counting -------------------------------------------------------------------------------------


def count_parameters_by_parts(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    def dense(inputs, outputs):
        return inputs * outputs + outputs

    norm = 2 * hidden_size
    total = 0
    for rows in (vocab_size, max_positions, type_vocab_size):
        total += rows * hidden_size
    total += norm
    for _ in range(num_layers):
        for _ in ("query", "key", "value", "output"):
            total += dense(hidden_size, hidden_size)
        total += norm
        total += dense(hidden_size, intermediate_size) + dense(intermediate_size, hidden_size)
        total += norm
    return total + dense(hidden_size, hidden_size)


def count_parameters_in_one_line(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    N, D, F = num_layers, hidden_size, intermediate_size
    rows = vocab_size + max_positions + type_vocab_size
    return (rows + 2) * D + N * (4 * D**2 + 9 * D + F + 2 * D * F) + D**2 + D


def count_parameters_by_shapes(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    below = [(vocab_size, D), (max_positions, D), (type_vocab_size, D), (D,), (D,)]
    layer = 4 * [(D, D), (D,)] + [(F, D), (F,), (D, F), (D,)] + 4 * [(D,)]
    return sum(np.prod(shape) for shape in below + num_layers * layer + [(D, D), (D,)])


# --- parity ---------------------------------------------------------------------------------------


def largest_differences_by_loops(mine, theirs, attention_mask):
    found = []
    for one, other in zip(mine, theirs, strict=True):
        largest = 0.0
        for b, row in enumerate(attention_mask.tolist()):
            for t, bit in enumerate(row):
                if bit:
                    pairs = zip(one[b, t].tolist(), other[b, t].tolist(), strict=True)
                    largest = max(largest, *(abs(x - y) for x, y in pairs))
        found.append(largest)
    return found


def largest_differences_by_filling(mine, theirs, attention_mask):
    padding = attention_mask.unsqueeze(-1) == 0
    gaps = [(one - other).masked_fill(padding, 0) for one, other in zip(mine, theirs, strict=True)]
    return [float(gap.abs().max()) for gap in gaps]


def largest_differences_of_a_stack(mine, theirs, attention_mask):
    gaps = torch.stack(mine) - torch.stack(theirs)  # (steps, B, T, D)
    return gaps[:, attention_mask.bool()].abs().flatten(1).amax(dim=1).tolist()


def largest_differences_in_numpy(mine, theirs, attention_mask):
    tokens = attention_mask.numpy() == 1
    pairs = zip(mine, theirs, strict=True)
    return [np.abs(one.numpy() - other.numpy())[tokens].max().item() for one, other in pairs]


RIGHT = {
    "input_embeddings": (
        input_embeddings_by_loops,
        input_embeddings_by_functional,
        input_embeddings_by_one_hot,
        input_embeddings_in_numpy,
    ),
    "pooler": (
        pooler_by_loops,
        pooler_by_linear,
        pooler_by_einsum,
        pooler_of_all_tokens,
        pooler_by_exponentials,
    ),
    "mean_pool": (
        mean_pool_by_loops,
        mean_pool_by_selection,
        mean_pool_by_weights,
        mean_pool_by_nanmean,
        mean_pool_in_numpy,
    ),
    "count_parameters": (
        count_parameters_by_parts,
        count_parameters_in_one_line,
        count_parameters_by_shapes,
    ),
    "largest_differences": (
        largest_differences_by_loops,
        largest_differences_by_filling,
        largest_differences_of_a_stack,
        largest_differences_in_numpy,
    ),
}
