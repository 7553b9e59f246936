"""Answers of the class to lesson 11, written from its text alone."""

import torch
from torch.nn.functional import linear

# Exercise 1: previous_token_share


def previous_token_share_wrong_1(weights, length):
    return sum(weights[:, i, i - 1] for i in range(1, length)) / length


def previous_token_share_wrong_2(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2).mean(dim=-1)


def previous_token_share_wrong_3(weights, length):
    tokens = weights[:, :length, :length]
    return tokens.diagonal(1, dim1=1, dim2=2).mean(dim=-1)


def previous_token_share_wrong_4(weights, length):
    total = torch.zeros(weights.shape[0])
    for i in range(length):
        total += weights[:, i, i - 1]
    return total / length


def previous_token_share_wrong_5(weights, length):
    return weights[:, 1:length, : length - 1].mean(dim=(1, 2))


def previous_token_share_wrong_6(weights, length):
    short = weights[:, : length - 1, : length - 1]
    return short.diagonal(-1, dim1=1, dim2=2).sum(dim=-1) / (length - 1)


def previous_token_share_wrong_7(weights, length):
    shares = weights.diagonal(-1, dim1=1, dim2=2)
    return shares[:, : length - 1].sum(dim=-1) / (weights.shape[1] - 1)


def previous_token_share_wrong_8(weights, length):
    shares = weights.diagonal(-1, dim1=1, dim2=2)
    return shares[:, :length].mean(dim=-1)


def previous_token_share_wrong_9(weights, length):
    return weights[:, :length, :length].diagonal(-1, dim1=1, dim2=2).mean()


def previous_token_share_right_1(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, : length - 1].mean(dim=-1)


def previous_token_share_right_2(weights, length):
    rows = torch.arange(1, length)
    return weights[:, rows, rows - 1].sum(dim=1) / (length - 1)


# Exercise 2: attention_entropy


def attention_entropy_wrong_1(weights, attention_mask):
    return torch.special.entr(weights).sum(dim=-1).mean(dim=(0, 2))


def attention_entropy_wrong_2(weights, attention_mask):
    entropies = -torch.where(weights > 0, weights * weights.log2(), 0.0).sum(dim=-1)
    mask = attention_mask[:, None].to(weights.dtype)
    return (entropies * mask).sum(dim=(0, 2)) / mask.sum()


def attention_entropy_wrong_3(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1)  # (B, H, T)
    mask = attention_mask[:, None].to(weights.dtype)
    of_texts = (entropies * mask).sum(dim=-1) / mask.sum(dim=-1)
    return of_texts.mean(dim=0)


def attention_entropy_wrong_4(weights, attention_mask):
    entropies = -(weights * weights.log()).sum(dim=-1)
    return entropies.transpose(1, 2)[attention_mask == 1].mean(dim=0)


def attention_entropy_wrong_5(weights, attention_mask):
    surprises = torch.where(weights > 0, weights * weights.log(), torch.zeros(()))
    return surprises.sum(dim=-1).transpose(1, 2)[attention_mask == 1].mean(dim=0)


def attention_entropy_wrong_6(weights, attention_mask):
    mask = attention_mask[:, None, None, :].to(weights.dtype)  # (B, 1, 1, T)
    entropies = (torch.special.entr(weights) * mask).sum(dim=-1)
    return entropies.sum(dim=(0, 2)) / attention_mask.sum()


def attention_entropy_wrong_7(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-2)
    return entropies.transpose(1, 2)[attention_mask == 1].mean(dim=0)


def attention_entropy_wrong_8(weights, attention_mask):
    entropies = torch.special.entr(weights).mean(dim=-1)
    return entropies.transpose(1, 2)[attention_mask == 1].mean(dim=0)


def attention_entropy_wrong_9(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1) * attention_mask[:, None]
    return entropies.mean(dim=(0, 2))


def attention_entropy_wrong_10(weights, attention_mask):
    rows = weights.transpose(1, 2)[attention_mask == 1]  # (n, H, T)
    return torch.special.entr(rows.mean(dim=0)).sum(dim=-1)


def attention_entropy_wrong_11(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1)
    return entropies.transpose(1, 2)[attention_mask.long()].mean(dim=0)


def attention_entropy_right_1(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1)
    return entropies.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_right_2(weights, attention_mask):
    total, count = torch.zeros(weights.shape[1], dtype=weights.dtype), 0
    for text, mask in zip(weights, attention_mask, strict=True):
        for i in range(len(mask)):
            if mask[i] == 0:
                continue
            for h, row in enumerate(text[:, i]):
                seen = row[row > 0]
                total[h] -= (seen * seen.log()).sum()
            count += 1
    return total / count


# Exercise 3: separator_share


def separator_share_wrong_1(weights, input_ids, sep_id, pad_id):
    columns = (input_ids == sep_id)[:, None, None]
    return (weights * columns).sum(dim=-1).mean(dim=(0, 2))


def separator_share_wrong_2(weights, input_ids, sep_id, pad_id):
    first = (input_ids == sep_id).int().argmax(dim=1)
    total, count = 0, 0
    for text, ids, place in zip(weights, input_ids, first, strict=True):
        tokens = ids != pad_id
        total = total + text[:, tokens, place].sum(dim=-1)
        count += tokens.sum()
    return total / count


def separator_share_wrong_3(weights, input_ids, sep_id, pad_id):
    columns = (input_ids == sep_id)[:, None, None]
    shares = (weights * columns).sum(dim=-1) / columns.sum(dim=-1)
    return shares.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_4(weights, input_ids, sep_id, pad_id):
    means = []
    for text, ids in zip(weights, input_ids, strict=True):
        shares = text[:, :, ids == sep_id].sum(dim=-1)
        means.append(shares[:, ids != pad_id].mean(dim=-1))
    return torch.stack(means).mean(dim=0)


def separator_share_wrong_5(weights, input_ids, sep_id, pad_id):
    rows = (input_ids == sep_id)[:, None, :, None]
    shares = (weights * rows).sum(dim=-2)
    return shares.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_6(weights, input_ids, sep_id, pad_id):
    is_sep = input_ids == sep_id
    tokens = (input_ids != pad_id) & ~is_sep
    shares = (weights * is_sep[:, None, None]).sum(dim=-1)
    return shares.transpose(1, 2)[tokens].mean(dim=0)


def separator_share_wrong_7(weights, input_ids, sep_id, pad_id):
    total, count = 0, 0
    for text, ids in zip(weights, input_ids, strict=True):
        length = int((ids != pad_id).sum())
        total = total + text[:, :length, length - 1].sum(dim=-1)
        count += length
    return total / count


def separator_share_wrong_8(weights, input_ids, sep_id, pad_id):
    columns = (input_ids == sep_id)[:, None, None]
    tokens = (input_ids != pad_id).sum()
    return (weights * columns).sum(dim=(0, 2, 3)) / tokens


def separator_share_wrong_9(weights, input_ids, sep_id, pad_id):
    columns = (input_ids == sep_id)[:, None, None]
    shares = (weights * columns).sum(dim=-1)
    return shares.transpose(1, 2)[input_ids != pad_id].mean()


def separator_share_wrong_10(weights, input_ids, sep_id, pad_id):
    columns = (input_ids == sep_id)[:, None, None]
    shares = (weights * columns).sum(dim=-1)
    special = (input_ids == sep_id) | (input_ids == pad_id)
    special[:, 0] = True
    return shares.transpose(1, 2)[~special].mean(dim=0)


def separator_share_right_1(weights, input_ids, sep_id, pad_id):
    columns = (input_ids == sep_id)[:, None, None]
    shares = (weights * columns).sum(dim=-1)
    return shares.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_right_2(weights, input_ids, sep_id, pad_id):
    total, count = torch.zeros(weights.shape[1], dtype=weights.dtype), 0
    for b in range(len(input_ids)):
        for i in range(input_ids.shape[1]):
            if input_ids[b, i] == pad_id:
                continue
            count += 1
            for j in range(input_ids.shape[1]):
                if input_ids[b, j] == sep_id:
                    total = total + weights[b, :, i, j]
    return total / count


# Exercise 4: output_without_head


def output_without_head_wrong_1(context, weight, bias, head):
    context[:, head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_2(context, weight, bias, head):
    size = context.shape[-1]
    without = weight.clone()
    without[head * size : (head + 1) * size] = 0
    return linear(context.transpose(1, 2).flatten(2), without, bias)


def output_without_head_wrong_3(context, weight, bias, head):
    context = context.clone()
    context[:, head] = 0
    return context.transpose(1, 2).flatten(2) @ weight + bias


def output_without_head_wrong_4(context, weight, bias, head):
    B, H, T, K = context.shape
    context = context.clone()
    context[:, head] = 0
    return linear(context.reshape(B, T, H * K), weight, bias)


def output_without_head_wrong_5(context, weight, bias, head):
    context = context.clone()
    context[head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_6(context, weight, bias, head):
    context = context.clone()
    context[:, head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight)


def output_without_head_wrong_7(context, weight, bias, head):
    context = context.clone()
    context[:, head - 1] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_8(context, weight, bias, head):
    size = context.shape[-1]
    context, bias = context.clone(), bias.clone()
    context[:, head] = 0
    bias[head * size : (head + 1) * size] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_9(context, weight, bias, head):
    context = context.clone()
    context[:, head] = 0
    merged = context.permute(0, 2, 3, 1).flatten(2)
    return linear(merged, weight, bias)


def output_without_head_wrong_10(context, weight, bias, head):
    alone = torch.zeros_like(context)
    alone[:, head] = context[:, head]
    whole = linear(context.transpose(1, 2).flatten(2), weight, bias)
    return whole - linear(alone.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_11(context, weight, bias, head):
    num_heads = context.shape[1]
    merged = context.transpose(1, 2).flatten(2).clone()
    merged[..., head * num_heads : (head + 1) * num_heads] = 0
    return linear(merged, weight, bias)


def output_without_head_wrong_12(context, weight, bias, head):
    context = context.clone()
    context[:, :, head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_right_1(context, weight, bias, head):
    silenced = context.clone()
    silenced[:, head] = 0
    return linear(silenced.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_right_2(context, weight, bias, head):
    size = context.shape[-1]
    output = bias
    for h in range(context.shape[1]):
        if h != head:
            output = output + context[:, h] @ weight[:, h * size : (h + 1) * size].T
    return output


WRONG = {
    "previous_token_share": [
        (previous_token_share_wrong_1, "divides by length instead of length - 1"),
        (previous_token_share_wrong_2, "counts the padding rows, too"),
        (previous_token_share_wrong_3, "takes the diagonal above: the token behind"),
        (previous_token_share_wrong_4, "counts token 0, whose index -1 is the last column"),
        (previous_token_share_wrong_5, "shifts rows and columns, and averages the whole square"),
        (previous_token_share_wrong_6, "cuts the rows at length - 1, so the last token is lost"),
        (previous_token_share_wrong_7, "divides by T - 1, with padding"),
        (previous_token_share_wrong_8, "takes length elements of the diagonal: a padding row"),
        (previous_token_share_wrong_9, "averages over the heads as well"),
    ],
    "attention_entropy": [
        (attention_entropy_wrong_1, "averages over the padding rows, too"),
        (attention_entropy_wrong_2, "takes bits instead of nats"),
        (attention_entropy_wrong_3, "averages each text first, then the texts"),
        (attention_entropy_wrong_4, "forgets that 0 times log 0 is nan"),
        (attention_entropy_wrong_5, "forgets the minus sign"),
        (attention_entropy_wrong_6, "masks the columns instead of the rows"),
        (attention_entropy_wrong_7, "sums over the rows instead of the columns"),
        (attention_entropy_wrong_8, "takes the mean over a row's elements, not the sum"),
        (attention_entropy_wrong_9, "divides by all B T rows, though padding counts as 0"),
        (attention_entropy_wrong_10, "takes the entropy of the mean row"),
        (attention_entropy_wrong_11, "uses the 0 and 1 of the mask as indices"),
    ],
    "separator_share": [
        (separator_share_wrong_1, "averages over the padding rows, too"),
        (separator_share_wrong_2, "counts the first [SEP] only"),
        (separator_share_wrong_3, "takes the mean over the [SEP]s of a text, not the sum"),
        (separator_share_wrong_4, "averages each text first, then the texts"),
        (separator_share_wrong_5, "swaps the axes: what [SEP] gives to a token"),
        (separator_share_wrong_6, "leaves out the rows of the [SEP]s"),
        (separator_share_wrong_7, "counts the last [SEP] only"),
        (separator_share_wrong_8, "divides by the tokens, but sums padding rows as well"),
        (separator_share_wrong_9, "averages over the heads as well"),
        (separator_share_wrong_10, "leaves out the rows of [CLS] and [SEP]"),
    ],
    "output_without_head": [
        (output_without_head_wrong_1, "changes the context in place"),
        (output_without_head_wrong_2, "sets rows of the matrix to 0 instead of columns"),
        (output_without_head_wrong_3, "multiplies by the matrix without transposing it"),
        (output_without_head_wrong_4, "reshapes without swapping heads and tokens"),
        (output_without_head_wrong_5, "sets a text of the batch to 0"),
        (output_without_head_wrong_6, "forgets the bias"),
        (output_without_head_wrong_7, "counts heads from 1"),
        (output_without_head_wrong_8, "takes a part of the bias away with the head"),
        (output_without_head_wrong_9, "lays the heads side by side element by element"),
        (output_without_head_wrong_10, "subtracts the head's output together with the bias"),
        (output_without_head_wrong_11, "cuts the merged axis in steps of H instead of K"),
        (output_without_head_wrong_12, "sets a token to 0 instead of a head"),
    ],
}
RIGHT = {
    "previous_token_share": [previous_token_share_right_1, previous_token_share_right_2],
    "attention_entropy": [attention_entropy_right_1, attention_entropy_right_2],
    "separator_share": [separator_share_right_1, separator_share_right_2],
    "output_without_head": [output_without_head_right_1, output_without_head_right_2],
}
