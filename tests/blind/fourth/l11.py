"""Answers of the class to lesson 11, written from its text alone."""

import math

import torch
from torch.nn.functional import linear

# --- previous_token_share


def previous_token_share_wrong_1(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2).mean(dim=1)


def previous_token_share_wrong_2(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, : length - 1].sum(dim=1) / length


def previous_token_share_wrong_3(weights, length):
    return weights.diagonal(1, dim1=1, dim2=2)[:, : length - 1].mean(dim=1)


def previous_token_share_wrong_4(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, :length].mean(dim=1)


def previous_token_share_wrong_5(weights, length):
    total = torch.zeros(len(weights), dtype=weights.dtype)
    for i in range(length):
        total += weights[:, i, i - 1]
    return total / length


def previous_token_share_wrong_6(weights, length):
    total = torch.zeros(len(weights), dtype=weights.dtype)
    for i in range(1, length - 1):
        total += weights[:, i, i - 1]
    return total / (length - 1)


def previous_token_share_right_1(weights, length):
    rows = torch.arange(1, length)
    return weights[:, rows, rows - 1].mean(dim=1)


def previous_token_share_right_2(weights, length):
    return weights[:, :length, :length].diagonal(-1, dim1=1, dim2=2).mean(dim=-1)


# --- attention_entropy


def attention_entropy_wrong_1(weights, attention_mask):
    return torch.special.entr(weights).sum(dim=-1).mean(dim=(0, 2))


def attention_entropy_wrong_2(weights, attention_mask):
    rows = torch.special.entr(weights).sum(dim=-1) * attention_mask[:, None]
    return (rows.sum(dim=2) / attention_mask.sum(dim=1)[:, None]).mean(dim=0)


def attention_entropy_wrong_3(weights, attention_mask):
    rows = torch.special.entr(weights).sum(dim=-1).transpose(1, 2)[attention_mask.bool()]
    return rows.mean(dim=0) / math.log(2)


def attention_entropy_wrong_4(weights, attention_mask):
    rows = -(weights * weights.log()).sum(dim=-1)
    return rows.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_5(weights, attention_mask):
    rows = torch.special.entr(weights).sum(dim=-2)
    return rows.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_6(weights, attention_mask):
    rows = torch.special.entr(weights).sum(dim=-1) * attention_mask[:, None]
    return rows.mean(dim=(0, 2))


def attention_entropy_wrong_7(weights, attention_mask):
    rows = torch.special.entr(weights).mean(dim=-1).transpose(1, 2)
    return rows[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_8(weights, attention_mask):
    means = weights.transpose(1, 2)[attention_mask.bool()].mean(dim=0)
    return torch.special.entr(means).sum(dim=-1)


def attention_entropy_right_1(weights, attention_mask):
    total = torch.zeros(weights.shape[1], dtype=weights.dtype)
    tokens = 0
    for text, length in zip(weights, attention_mask.sum(dim=1).tolist(), strict=True):
        seen = text[:, :length, :length]
        logs = torch.where(seen > 0, seen, 1).log()
        total = total - (seen * logs).sum(dim=(1, 2))
        tokens += length
    return total / tokens


# --- separator_share


def separator_share_wrong_1(weights, input_ids, sep_id, pad_id):
    separators = (input_ids == sep_id)[:, None, None].to(weights.dtype)
    shares = (weights * separators).sum(-1) / separators.sum(-1)
    return shares.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_2(weights, input_ids, sep_id, pad_id):
    first = (input_ids == sep_id).int().argmax(dim=1)
    shares = torch.stack([w[:, :, place] for w, place in zip(weights, first, strict=True)])
    return shares.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_3(weights, input_ids, sep_id, pad_id):
    shares = (weights * (input_ids == sep_id)[:, None, None]).sum(dim=-1)
    return shares.mean(dim=(0, 2))


def separator_share_wrong_4(weights, input_ids, sep_id, pad_id):
    shares = (weights * (input_ids == sep_id)[:, None, None]).sum(dim=-1)
    means = [s[:, ids != pad_id].mean(dim=1) for s, ids in zip(shares, input_ids, strict=True)]
    return torch.stack(means).mean(dim=0)


def separator_share_wrong_5(weights, input_ids, sep_id, pad_id):
    shares = (weights * (input_ids == sep_id)[:, None, :, None]).sum(dim=2)
    return shares.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_6(weights, input_ids, sep_id, pad_id):
    shares = (weights * (input_ids == sep_id)[:, None, None]).sum(dim=-1).transpose(1, 2)
    return shares[(input_ids != pad_id) & (input_ids != sep_id)].mean(dim=0)


def separator_share_wrong_7(weights, input_ids, sep_id, pad_id):
    shares = (weights * (input_ids == sep_id)[:, None, None]).sum(dim=-1)
    return shares.transpose(1, 2)[input_ids > 0].mean(dim=0)


def separator_share_wrong_8(weights, input_ids, sep_id, pad_id):
    lengths = (input_ids != pad_id).sum(dim=1)
    total = torch.zeros(weights.shape[1], dtype=weights.dtype)
    for w, n in zip(weights, lengths.tolist(), strict=True):
        total += w[:, :n, n - 1].sum(dim=1)
    return total / lengths.sum()


def separator_share_right_1(weights, input_ids, sep_id, pad_id):
    total, tokens = 0, 0
    for w, ids in zip(weights, input_ids, strict=True):
        rows, columns = ids != pad_id, ids == sep_id
        total = total + w[:, rows][:, :, columns].sum(dim=(1, 2))
        tokens += int(rows.sum())
    return total / tokens


# --- output_without_head


def output_without_head_wrong_1(context, weight, bias, head):
    context[:, head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_2(context, weight, bias, head):
    kept = context.clone()
    kept[:, head] = 0
    return kept.transpose(1, 2).flatten(2) @ weight + bias


def output_without_head_wrong_3(context, weight, bias, head):
    batch, heads, tokens, size = context.shape
    kept = context.clone()
    kept[:, head] = 0
    return linear(kept.reshape(batch, tokens, heads * size), weight, bias)


def output_without_head_wrong_4(context, weight, bias, head):
    kept = context.clone()
    kept[:, head] = 0
    return linear(kept.transpose(1, 2).flatten(2), weight)


def output_without_head_wrong_5(context, weight, bias, head):
    size = context.shape[3]
    output = linear(context.transpose(1, 2).flatten(2), weight, bias)
    output[..., head * size : (head + 1) * size] = 0
    return output


def output_without_head_wrong_6(context, weight, bias, head):
    kept = context.clone()
    kept[:, head] = 0
    return linear(kept.permute(0, 2, 3, 1).flatten(2), weight, bias)


def output_without_head_wrong_7(context, weight, bias, head):
    heads = context.shape[1]
    merged = context.transpose(1, 2).flatten(2).clone()
    merged[:, :, head * heads : (head + 1) * heads] = 0
    return linear(merged, weight, bias)


def output_without_head_wrong_8(context, weight, bias, head):
    size = context.shape[3]
    weight[:, head * size : (head + 1) * size] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_9(context, weight, bias, head):
    kept = torch.zeros_like(context)
    kept[:, head] = context[:, head]
    full = linear(context.transpose(1, 2).flatten(2), weight, bias)
    return full - linear(kept.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_right_1(context, weight, bias, head):
    _, heads, _, size = context.shape
    output = bias
    for h in range(heads):
        if h != head:
            output = output + context[:, h] @ weight[:, h * size : (h + 1) * size].T
    return output


WRONG = {
    "previous_token_share": [
        (previous_token_share_wrong_1, "averages over padding, too"),
        (previous_token_share_wrong_2, "divides by length"),
        (previous_token_share_wrong_3, "diagonal above: the token after"),
        (previous_token_share_wrong_4, "one row too many, the first of padding"),
        (previous_token_share_wrong_5, "token 0 looks at -1, the last"),
        (previous_token_share_wrong_6, "leaves out the last token"),
    ],
    "attention_entropy": [
        (attention_entropy_wrong_1, "averages rows of padding, too"),
        (attention_entropy_wrong_2, "mean of each text, then over texts"),
        (attention_entropy_wrong_3, "bits instead of nats"),
        (attention_entropy_wrong_4, "0 times log 0 gives nan"),
        (attention_entropy_wrong_5, "sums over columns instead of rows"),
        (attention_entropy_wrong_6, "zeros for padding, but divides by all places"),
        (attention_entropy_wrong_7, "mean over a row instead of its sum"),
        (attention_entropy_wrong_8, "entropy of the mean row"),
    ],
    "separator_share": [
        (separator_share_wrong_1, "mean over the separators of a text"),
        (separator_share_wrong_2, "the first separator alone"),
        (separator_share_wrong_3, "averages over padding, too"),
        (separator_share_wrong_4, "mean of each text, then over texts"),
        (separator_share_wrong_5, "what separators give, not what they get"),
        (separator_share_wrong_6, "leaves out rows of separators"),
        (separator_share_wrong_7, "takes padding to be id 0"),
        (separator_share_wrong_8, "the last separator alone"),
    ],
    "output_without_head": [
        (output_without_head_wrong_1, "no clone: changes context"),
        (output_without_head_wrong_2, "weight not transposed"),
        (output_without_head_wrong_3, "reshape without swapping the axes"),
        (output_without_head_wrong_4, "forgets the bias"),
        (output_without_head_wrong_5, "silences a slice of the output"),
        (output_without_head_wrong_6, "merges with the heads inside"),
        (output_without_head_wrong_7, "slice as wide as the number of heads"),
        (output_without_head_wrong_8, "sets columns of weight itself to 0"),
        (output_without_head_wrong_9, "takes the head's part off, and the bias with it"),
    ],
}
RIGHT = {
    "previous_token_share": [previous_token_share_right_1, previous_token_share_right_2],
    "attention_entropy": [attention_entropy_right_1],
    "separator_share": [separator_share_right_1],
    "output_without_head": [output_without_head_right_1],
}
