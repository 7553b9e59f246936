"""Answers of the class to lesson 07, written from its text alone."""

import torch
from torch.nn.functional import layer_norm, linear


def norm(x, layer, name, eps):
    return layer_norm(x, x.shape[-1:], layer[name + ".weight"], layer[name + ".bias"], eps)


# Exercise 1: input_embeddings


def input_embeddings_wrong_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    D = embeddings["word_embeddings.weight"].shape[1]
    positions = torch.arange(1, input_ids.shape[1] + 1)
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][positions]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return layer_norm(x, (D,), embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"], eps)


def input_embeddings_wrong_2(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][:T]
    return norm(x, embeddings, "LayerNorm", eps)


def input_embeddings_wrong_3(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    word = embeddings["word_embeddings.weight"][input_ids]
    position = embeddings["position_embeddings.weight"][torch.arange(T)]
    token_type = embeddings["token_type_embeddings.weight"][token_type_ids]
    return sum(norm(x, embeddings, "LayerNorm", eps) for x in (word, position, token_type))


def input_embeddings_wrong_4(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][torch.arange(T)]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    gamma, beta = embeddings["LayerNorm.weight"], embeddings["LayerNorm.bias"]
    return layer_norm(x, (x.shape[-1],), gamma, beta)


def input_embeddings_wrong_5(input_ids, token_type_ids, embeddings, eps=1e-12):
    T = input_ids.shape[1]
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][:T]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.var(dim=-1, keepdim=True)
    x = (x - mean) / torch.sqrt(variance + eps)
    return embeddings["LayerNorm.weight"] * x + embeddings["LayerNorm.bias"]


def input_embeddings_wrong_6(input_ids, token_type_ids, embeddings, eps=1e-12):
    positions = torch.arange(len(input_ids))[:, None]
    x = embeddings["word_embeddings.weight"][input_ids]
    x = x + embeddings["position_embeddings.weight"][positions]
    x = x + embeddings["token_type_embeddings.weight"][token_type_ids]
    return norm(x, embeddings, "LayerNorm", eps)


def input_embeddings_right_1(input_ids, token_type_ids, embeddings, eps=1e-12):
    word, position, token_type = (
        embeddings[f"{name}_embeddings.weight"] for name in ("word", "position", "token_type")
    )
    x = word[input_ids] + position[: input_ids.shape[1]] + token_type[token_type_ids]
    centered = x - x.mean(dim=-1, keepdim=True)
    x = centered / (centered.pow(2).mean(dim=-1, keepdim=True) + eps).sqrt()
    return x * embeddings["LayerNorm.weight"] + embeddings["LayerNorm.bias"]


def input_embeddings_right_2(input_ids, token_type_ids, embeddings, eps=1e-12):
    B, T = input_ids.shape
    texts = []
    for b in range(B):
        tokens = []
        for t in range(T):
            x = embeddings["word_embeddings.weight"][input_ids[b, t]]
            x = x + embeddings["position_embeddings.weight"][t]
            tokens.append(x + embeddings["token_type_embeddings.weight"][token_type_ids[b, t]])
        texts.append(torch.stack(tokens))
    return norm(torch.stack(texts), embeddings, "LayerNorm", eps)


# Exercise 2: self_attention


# Exercise 3: encoder_layer


# Exercise 4: pooler


def pooler_wrong_1(hidden, weight, bias):
    return linear(hidden[:, 0], weight, bias)


def pooler_wrong_2(hidden, weight, bias):
    return torch.tanh(linear(hidden.mean(dim=1), weight, bias))


def pooler_wrong_3(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight + bias)


def pooler_wrong_4(hidden, weight, bias):
    return linear(torch.tanh(hidden[:, 0]), weight, bias)


def pooler_wrong_5(hidden, weight, bias):
    return torch.tanh(linear(hidden[0], weight, bias))


def pooler_wrong_6(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight.T)


def pooler_right_1(hidden, weight, bias):
    return torch.tanh(hidden[:, 0] @ weight.T + bias)


def pooler_right_2(hidden, weight, bias):
    return torch.stack([(weight @ text[0] + bias).tanh() for text in hidden])


# Exercise 5: count_parameters


def count_parameters_wrong_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    V, D, L, F, P = vocab_size, hidden_size, num_layers, intermediate_size, max_positions
    layer = 4 * (D**2 + D) + 2 * D * F + F + D + 4 * D
    return (V + P + 2) * D + 2 * D + L * layer + D**2 + D


def count_parameters_wrong_2(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D = hidden_size
    F = 4 * D
    total = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    total += num_layers * (4 * (D * D + D) + 2 * D * F + F + D + 4 * D)
    return total + D * D + D


def count_parameters_wrong_3(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    attention = 3 * (D * D + D)  # query, key, value
    layer = attention + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_wrong_4(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D
    layer = 4 * (D * D + D) + 2 * D * F + F + D + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_wrong_5(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    embeddings = (vocab_size + max_positions + type_vocab_size) * D + 2 * D
    feed_forward = 2 * (D * F + D)
    layer = 4 * (D * D + D) + feed_forward + 4 * D
    return embeddings + num_layers * layer + D * D + D


def count_parameters_wrong_6(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    total = (vocab_size + max_positions + type_vocab_size + 2) * D
    for _ in range(num_layers):
        total += 4 * (D * D + D) + (D * F + F) + (F * D + D) + 4 * D
    return total


def count_parameters_right_1(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    def dense_size(n_in, n_out):
        return n_in * n_out + n_out

    D, F = hidden_size, intermediate_size
    norm_size = 2 * D
    total = (vocab_size + max_positions + type_vocab_size) * D + norm_size
    for _ in range(num_layers):
        total += 4 * dense_size(D, D) + norm_size
        total += dense_size(D, F) + dense_size(F, D) + norm_size
    return total + dense_size(D, D)


def count_parameters_right_2(
    vocab_size, hidden_size, num_layers, intermediate_size, max_positions, type_vocab_size
):
    D, F = hidden_size, intermediate_size
    rows = vocab_size + max_positions + type_vocab_size + 2
    return rows * D + num_layers * (4 * D**2 + 9 * D + 2 * D * F + F) + D**2 + D


# Exercise 6: mean_pool


def mean_pool_wrong_1(hidden, attention_mask):
    return hidden.mean(dim=1)


def mean_pool_wrong_2(hidden, attention_mask):
    return (hidden * attention_mask[:, :, None]).mean(dim=1)


def mean_pool_wrong_3(hidden, attention_mask):
    keep = attention_mask.unsqueeze(-1)
    return (hidden * keep).sum(dim=1) / keep.sum()


def mean_pool_wrong_4(hidden, attention_mask):
    lengths = attention_mask.sum(dim=1)
    return torch.stack([hidden[b, :n].mean(dim=0) for b, n in enumerate(lengths.tolist())])


def mean_pool_wrong_5(hidden, attention_mask):
    means = []
    for vectors, mask in zip(hidden, attention_mask, strict=True):
        tokens = vectors[mask == 1]
        means.append(tokens[1:-1].mean(dim=0))
    return torch.stack(means)


def mean_pool_wrong_6(hidden, attention_mask):
    return hidden[:, attention_mask[0] == 1].mean(dim=1)


def mean_pool_right_1(hidden, attention_mask):
    keep = attention_mask.unsqueeze(-1).to(hidden.dtype)
    return (hidden * keep).sum(dim=1) / keep.sum(dim=1)


def mean_pool_right_2(hidden, attention_mask):
    texts = zip(hidden, attention_mask.bool(), strict=True)
    return torch.stack([vectors[keep].mean(dim=0) for vectors, keep in texts])


WRONG = {
    "input_embeddings": [
        (input_embeddings_wrong_1, "counts positions from 1"),
        (input_embeddings_wrong_2, "forgets the token types"),
        (input_embeddings_wrong_3, "normalizes each of the three rows, then adds them"),
        (input_embeddings_wrong_4, "does not pass eps on, so torch's default 1e-5 is used"),
        (input_embeddings_wrong_5, "torch's var divides by D - 1"),
        (input_embeddings_wrong_6, "takes the number of the text in the batch as the position"),
    ],
    "pooler": [
        (pooler_wrong_1, "forgets tanh"),
        (pooler_wrong_2, "takes the mean of the tokens instead of the first"),
        (pooler_wrong_3, "does not transpose the stored weight"),
        (pooler_wrong_4, "tanh before the dense layer"),
        (pooler_wrong_5, "hidden[0] is the first text, not the first token"),
        (pooler_wrong_6, "forgets the bias"),
    ],
    "count_parameters": [
        (count_parameters_wrong_1, "copies the table with its 2 token types"),
        (count_parameters_wrong_2, "takes F = 4D and ignores the argument"),
        (count_parameters_wrong_3, "counts query, key and value but not attention's output map"),
        (count_parameters_wrong_4, "forgets the norm of the embeddings"),
        (count_parameters_wrong_5, "takes both biases of the feed-forward network as D long"),
        (count_parameters_wrong_6, "thinks that the pooler is a head and leaves it out"),
    ],
    "mean_pool": [
        (mean_pool_wrong_1, "the plain mean, padding included"),
        (mean_pool_wrong_2, "sets padding to 0 but divides by T"),
        (mean_pool_wrong_3, "divides by the number of tokens of the whole batch"),
        (mean_pool_wrong_4, "takes the first n places, as if padding stood only at the end"),
        (mean_pool_wrong_5, "leaves [CLS] and [SEP] out"),
        (mean_pool_wrong_6, "takes the mask of the first text for all"),
    ],
}
RIGHT = {
    "input_embeddings": [input_embeddings_right_1, input_embeddings_right_2],
    "pooler": [pooler_right_1, pooler_right_2],
    "count_parameters": [count_parameters_right_1, count_parameters_right_2],
    "mean_pool": [mean_pool_right_1, mean_pool_right_2],
}
