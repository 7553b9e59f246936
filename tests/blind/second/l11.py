"""Answers of the class to lesson 11, written from its text alone."""

import torch
from torch.nn.functional import linear

# --------------------------------------------------------- previous_token_share


def previous_token_share_wrong_1(weights, length):
    return weights[:, :length, :length].diagonal(1, dim1=1, dim2=2).mean(dim=1)


def previous_token_share_wrong_2(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2).mean(dim=-1)


def previous_token_share_wrong_3(weights, length):
    before = weights[:, :length, :length].diagonal(-1, dim1=1, dim2=2)
    return before.sum(dim=-1) / length


def previous_token_share_wrong_4(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, :length].mean(dim=-1)


def previous_token_share_wrong_5(weights, length):
    total = torch.zeros_like(weights[:, 0, 0])
    for i in range(length):
        total += weights[:, i, i - 1]
    return total / (length - 1)


def previous_token_share_wrong_6(weights, length):
    shares = []
    for head in weights:
        shares.append(sum(head[i, i - 1].item() for i in range(1, length)) / (length - 1))
    return torch.tensor(shares)


def previous_token_share_right_1(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, : length - 1].mean(dim=-1)


def previous_token_share_right_2(weights, length):
    rows = torch.arange(1, length)
    return weights[:, rows, rows - 1].sum(dim=1) / (length - 1)


# ------------------------------------------------------------ attention_entropy


def attention_entropy_wrong_1(weights, attention_mask):
    entropies = -(weights * weights.log()).sum(dim=-1)
    return entropies.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_2(weights, attention_mask):
    return torch.special.entr(weights).sum(dim=-1).mean(dim=(0, 2))


def attention_entropy_wrong_3(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1)  # (B, H, T)
    mask = attention_mask[:, None]
    per_text = (entropies * mask).sum(dim=-1) / mask.sum(dim=-1)
    return per_text.mean(dim=0)


def attention_entropy_wrong_4(weights, attention_mask):
    logs = torch.where(weights > 0, weights, torch.ones_like(weights)).log2()
    entropies = -(weights * logs).sum(dim=-1)
    return entropies.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_5(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1)
    entropies = entropies * attention_mask[:, None]
    return entropies.mean(dim=(0, 2))


def attention_entropy_wrong_6(weights, attention_mask):
    entropies = torch.special.entr(weights).mean(dim=-1)
    return entropies.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_right_1(weights, attention_mask):
    entropies = torch.special.entr(weights).sum(dim=-1)  # (B, H, T)
    return entropies.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_right_2(weights, attention_mask):
    mask = attention_mask[:, None].to(weights.dtype)
    logs = weights.masked_fill(weights == 0, 1).log()
    entropies = -(weights * logs).sum(dim=3) * mask
    return entropies.sum(dim=(0, 2)) / mask.sum()


# -------------------------------------------------------------- separator_share


def separator_share_wrong_1(weights, input_ids, sep_id, pad_id):
    total, count = torch.zeros_like(weights[0, :, 0, 0]), 0
    for b, ids in enumerate(input_ids.tolist()):
        column = ids.index(sep_id)
        for t, token in enumerate(ids):
            if token != pad_id:
                total += weights[b, :, t, column]
                count += 1
    return total / count


def separator_share_wrong_2(weights, input_ids, sep_id, pad_id):
    seen = (input_ids == sep_id)[:, None, None]
    return (weights * seen).sum(dim=-1).mean(dim=(0, 2))


def separator_share_wrong_3(weights, input_ids, sep_id, pad_id):
    seen = (input_ids == sep_id)[:, None, None]
    share = (weights * seen).sum(dim=-1)  # (B, H, T)
    rows = (input_ids != pad_id)[:, None]
    return ((share * rows).sum(dim=-1) / rows.sum(dim=-1)).mean(dim=0)


def separator_share_wrong_4(weights, input_ids, sep_id, pad_id):
    seen = (input_ids == sep_id)[:, None, None]
    share = (weights * seen).sum(dim=-1) / seen.sum(dim=-1)
    return share.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_5(weights, input_ids, sep_id, pad_id):
    rows = (input_ids == sep_id)[:, None, :, None]
    share = (weights * rows).sum(dim=2)  # (B, H, T)
    return share.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_6(weights, input_ids, sep_id, pad_id):
    seen = (input_ids == sep_id)[:, None, None]
    share = (weights * seen).sum(dim=-1).transpose(1, 2)
    words = (input_ids != pad_id) & (input_ids != sep_id)
    return share[words].mean(dim=0)


def separator_share_right_1(weights, input_ids, sep_id, pad_id):
    seen = (input_ids == sep_id)[:, None, None]
    share = (weights * seen).sum(dim=-1).transpose(1, 2)
    return share[input_ids != pad_id].mean(dim=0)


def separator_share_right_2(weights, input_ids, sep_id, pad_id):
    total, count = weights.new_zeros(weights.shape[1]), 0
    for table, ids in zip(weights, input_ids, strict=True):
        tokens = ids != pad_id
        total += table[:, tokens][:, :, ids == sep_id].sum(dim=(1, 2))
        count += int(tokens.sum())
    return total / count


# ---------------------------------------------------------- output_without_head


def output_without_head_wrong_1(context, weight, bias, head):
    B, H, T, K = context.shape
    context = context.clone()
    context[:, head] = 0
    return linear(context.reshape(B, T, H * K), weight, bias)


def output_without_head_wrong_2(context, weight, bias, head):
    context[:, head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_3(context, weight, bias, head):
    merged = context.transpose(1, 2).flatten(2)
    K = context.shape[-1]
    weight = weight.clone()
    weight[head * K : (head + 1) * K] = 0
    return linear(merged, weight, bias)


def output_without_head_wrong_4(context, weight, bias, head):
    context = context.clone()
    context[:, head] = 0
    return context.transpose(1, 2).flatten(2) @ weight + bias


def output_without_head_wrong_5(context, weight, bias, head):
    everything = linear(context.transpose(1, 2).flatten(2), weight, bias)
    alone = torch.zeros_like(context)
    alone[:, head] = context[:, head]
    return everything - linear(alone.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_6(context, weight, bias, head):
    merged = context.transpose(1, 2).clone()  # (B, T, H, K)
    merged[:, head] = 0
    return linear(merged.flatten(2), weight, bias)


def output_without_head_right_1(context, weight, bias, head):
    context = context.clone()
    context[:, head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_right_2(context, weight, bias, head):
    B, H, T, K = context.shape
    output = bias.expand(B, T, -1)
    for h in range(H):
        if h != head:
            output = output + context[:, h] @ weight[:, h * K : (h + 1) * K].T
    return output


WRONG = {
    "previous_token_share": [
        (previous_token_share_wrong_1, "the diagonal above: the token behind"),
        (previous_token_share_wrong_2, "averages over padding, too"),
        (previous_token_share_wrong_3, "divides by length instead of length - 1"),
        (previous_token_share_wrong_4, "counts one row of padding"),
        (previous_token_share_wrong_5, "begins with token 0, whose place -1 is the last column"),
        (previous_token_share_wrong_6, "makes a tensor of Python numbers, always float32"),
    ],
    "attention_entropy": [
        (attention_entropy_wrong_1, "0 times log 0 is not a number"),
        (attention_entropy_wrong_2, "averages over the rows of padding, too"),
        (attention_entropy_wrong_3, "a mean for each text, then the mean of these"),
        (attention_entropy_wrong_4, "in bits"),
        (attention_entropy_wrong_5, "sets padded rows to 0, and divides by them, too"),
        (attention_entropy_wrong_6, "the mean over the columns instead of the sum"),
    ],
    "separator_share": [
        (separator_share_wrong_1, "only the first [SEP] of a text"),
        (separator_share_wrong_2, "averages over the rows of padding, too"),
        (separator_share_wrong_3, "a mean for each text, then the mean of these"),
        (separator_share_wrong_4, "the mean over the [SEP]s of a text instead of the sum"),
        (separator_share_wrong_5, "what [SEP] gives instead of what it gets"),
        (separator_share_wrong_6, "leaves out what [SEP]s look at"),
    ],
    "output_without_head": [
        (output_without_head_wrong_1, "merges the heads by reshape, without swapping axes"),
        (output_without_head_wrong_2, "forgets the clone: changes the argument"),
        (output_without_head_wrong_3, "zeros in the rows of the matrix instead of its columns"),
        (output_without_head_wrong_4, "forgets that nn.Linear keeps the matrix transposed"),
        (output_without_head_wrong_5, "subtracts the head's output with the bias"),
        (output_without_head_wrong_6, "after the swap it silences a token, not a head"),
    ],
}
RIGHT = {
    "previous_token_share": [previous_token_share_right_1, previous_token_share_right_2],
    "attention_entropy": [attention_entropy_right_1, attention_entropy_right_2],
    "separator_share": [separator_share_right_1, separator_share_right_2],
    "output_without_head": [output_without_head_right_1, output_without_head_right_2],
}
