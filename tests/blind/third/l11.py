"""Answers of the class to lesson 11, written from its text alone."""

import torch
from torch.nn.functional import linear

# --- exercise 1: the token before


def previous_token_share_right_1(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, : length - 1].mean(dim=1)


def previous_token_share_right_2(weights, length):
    total = torch.zeros_like(weights[:, 0, 0])
    for i in range(1, length):
        total = total + weights[:, i, i - 1]
    return total / (length - 1)


def previous_token_share_wrong_1(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, : length - 1].sum(dim=1) / length


def previous_token_share_wrong_2(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2).mean(dim=1)


def previous_token_share_wrong_3(weights, length):
    return weights.diagonal(1, dim1=1, dim2=2)[:, : length - 1].mean(dim=1)


def previous_token_share_wrong_4(weights, length):
    return weights.diagonal(-1, dim1=1, dim2=2)[:, :length].mean(dim=1)


def previous_token_share_wrong_5(weights, length):
    total = 0
    for i in range(length):
        total = total + weights[:, i, i - 1]
    return total / length


def previous_token_share_wrong_6(weights, length):
    before = weights.diagonal(-1, dim1=1, dim2=2)
    return before[:, 1:length].mean(dim=1) if length > 2 else before[:, 0]


def previous_token_share_wrong_7(weights, length):
    return weights.diagonal(-1)[:, : length - 1].mean(dim=1)


# --- exercise 2: entropy


def attention_entropy_right_1(weights, attention_mask):
    entropy = torch.special.entr(weights).sum(dim=-1)  # (B, H, T)
    return entropy.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_right_2(weights, attention_mask):
    safe = torch.where(weights > 0, weights, torch.ones_like(weights))
    entropy = -(weights * safe.log()).sum(dim=-1)
    mask = attention_mask[:, None].to(weights.dtype)
    return (entropy * mask).sum(dim=(0, 2)) / mask.sum()


def attention_entropy_wrong_1(weights, attention_mask):
    entropy = torch.special.entr(weights).sum(dim=-1)
    return entropy.mean(dim=(0, 2))


def attention_entropy_wrong_2(weights, attention_mask):
    entropy = torch.special.entr(weights).sum(dim=-1)
    mask = attention_mask[:, None].to(weights.dtype)
    each = (entropy * mask).sum(dim=-1) / mask.sum(dim=-1)
    return each.mean(dim=0)


def attention_entropy_wrong_3(weights, attention_mask):
    entropy = -(weights * weights.log()).sum(dim=-1)
    return entropy.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_4(weights, attention_mask):
    entropy = torch.special.entr(weights).sum(dim=-1)
    return entropy.transpose(1, 2)[attention_mask].flatten(0, -2).mean(dim=0)


def attention_entropy_wrong_5(weights, attention_mask):
    entropy = torch.special.entr(weights).sum(dim=2)
    return entropy.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_6(weights, attention_mask):
    rows = weights.transpose(1, 2)[attention_mask.bool()]  # (tokens, H, T)
    return torch.special.entr(rows.mean(dim=0)).sum(dim=-1)


def attention_entropy_wrong_7(weights, attention_mask):
    safe = torch.where(weights > 0, weights, torch.ones_like(weights))
    entropy = -(weights * safe.log2()).sum(dim=-1)
    return entropy.transpose(1, 2)[attention_mask.bool()].mean(dim=0)


def attention_entropy_wrong_8(weights, attention_mask):
    entropy = torch.special.entr(weights).sum(dim=-1)
    mask = attention_mask[:, None].to(weights.dtype)
    return (entropy * mask).mean(dim=(0, 2))


# --- exercise 3: the share of [SEP]


def separator_share_right_1(weights, input_ids, sep_id, pad_id):
    is_sep = (input_ids == sep_id)[:, None, None]
    got = (weights * is_sep).sum(dim=-1)  # (B, H, T)
    return got.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_right_2(weights, input_ids, sep_id, pad_id):
    total, tokens = torch.zeros_like(weights[0, :, 0, 0]), 0
    for table, ids in zip(weights, input_ids.tolist(), strict=True):
        seps = [t for t, i in enumerate(ids) if i == sep_id]
        for row, i in enumerate(ids):
            if i != pad_id:
                total = total + table[:, row, seps].sum(dim=1)
                tokens += 1
    return total / tokens


def separator_share_wrong_1(weights, input_ids, sep_id, pad_id):
    is_sep = (input_ids == sep_id)[:, None, None].to(weights.dtype)
    got = (weights * is_sep).sum(dim=-1) / is_sep.sum(dim=-1)
    return got.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_2(weights, input_ids, sep_id, pad_id):
    first = (input_ids == sep_id).int().argmax(dim=1)
    got = weights[torch.arange(len(weights)), :, :, first]  # (B, H, T)
    return got.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_3(weights, input_ids, sep_id, pad_id):
    is_sep = (input_ids == sep_id)[:, None, None]
    return (weights * is_sep).sum(dim=-1).mean(dim=(0, 2))


def separator_share_wrong_4(weights, input_ids, sep_id, pad_id):
    got = (weights * (input_ids == sep_id)[:, None, None]).sum(dim=-1)
    real = (input_ids != pad_id)[:, None].to(weights.dtype)
    return ((got * real).sum(dim=-1) / real.sum(dim=-1)).mean(dim=0)


def separator_share_wrong_5(weights, input_ids, sep_id, pad_id):
    got = (weights * (input_ids == sep_id)[:, None, None]).sum(dim=-1)
    words = (input_ids != pad_id) & (input_ids != sep_id)
    return got.transpose(1, 2)[words].mean(dim=0)


def separator_share_wrong_6(weights, input_ids, sep_id, pad_id):
    got = (weights * (input_ids == sep_id)[:, None, None]).sum(dim=-1)
    return got.transpose(1, 2)[input_ids > 0].mean(dim=0)


def separator_share_wrong_7(weights, input_ids, sep_id, pad_id):
    got = (weights * (input_ids == sep_id)[:, None, :, None]).sum(dim=-2)
    return got.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def separator_share_wrong_8(weights, input_ids, sep_id, pad_id):
    last = (input_ids != pad_id).sum(dim=1) - 1  # [SEP] ends each text
    got = weights[torch.arange(len(weights)), :, :, last]
    return got.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


# --- exercise 4: the output without one head


def output_without_head_right_1(context, weight, bias, head):
    silenced = context.clone()
    silenced[:, head] = 0
    return linear(silenced.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_right_2(context, weight, bias, head):
    B, H, T, K = context.shape
    output = bias.expand(B, T, H * K)
    for other in range(H):
        if other != head:
            output = output + context[:, other] @ weight[:, other * K : (other + 1) * K].T
    return output


def output_without_head_wrong_1(context, weight, bias, head):
    context[:, head] = 0
    return linear(context.transpose(1, 2).flatten(2), weight, bias)


def output_without_head_wrong_2(context, weight, bias, head):
    B, H, T, K = context.shape
    silenced = context.clone()
    silenced[:, head] = 0
    return linear(silenced.reshape(B, T, H * K), weight, bias)


def output_without_head_wrong_3(context, weight, bias, head):
    K = context.shape[-1]
    full = linear(context.transpose(1, 2).flatten(2), weight, bias)
    return full - linear(context[:, head], weight[:, head * K : (head + 1) * K], bias)


def output_without_head_wrong_4(context, weight, bias, head):
    K = context.shape[-1]
    silenced = weight.clone()
    silenced[head * K : (head + 1) * K] = 0
    return linear(context.transpose(1, 2).flatten(2), silenced, bias)


def output_without_head_wrong_5(context, weight, bias, head):
    K = context.shape[-1]
    output = linear(context.transpose(1, 2).flatten(2), weight, bias)
    output[..., head * K : (head + 1) * K] = 0
    return output


def output_without_head_wrong_6(context, weight, bias, head):
    kept = torch.cat([context[:, :head], context[:, head + 1 :]], dim=1)
    merged = kept.transpose(1, 2).flatten(2)
    return linear(merged, weight[:, : merged.shape[-1]], bias)


def output_without_head_wrong_7(context, weight, bias, head):
    silenced = context.clone()
    silenced[:, head] = 0
    return linear(silenced.permute(0, 2, 3, 1).flatten(2), weight, bias)


def output_without_head_wrong_8(context, weight, bias, head):
    silenced = context.clone()
    silenced[:, head] = 0
    return silenced.transpose(1, 2).flatten(2) @ weight + bias


WRONG = {
    "previous_token_share": [
        (previous_token_share_wrong_1, "divides by all tokens, also the one with none before it"),
        (previous_token_share_wrong_2, "averages over padding as well"),
        (previous_token_share_wrong_3, "the diagonal on the other side: the token behind"),
        (previous_token_share_wrong_4, "one entry too many: the first row of padding counts"),
        (previous_token_share_wrong_5, "token 0 looks at the last, by the index -1"),
        (previous_token_share_wrong_6, "leaves out token 0 twice: once by the diagonal, once more"),
        (previous_token_share_wrong_7, "the diagonal over heads and rows"),
    ],
    "attention_entropy": [
        (attention_entropy_wrong_1, "averages over the rows of padding too"),
        (attention_entropy_wrong_2, "a mean for each text, then the mean of these"),
        (attention_entropy_wrong_3, "0 times log 0 is not a number"),
        (attention_entropy_wrong_4, "indexes by an integer mask: texts 0 and 1, again and again"),
        (attention_entropy_wrong_5, "sums over the rows, so takes the entropy of a column"),
        (attention_entropy_wrong_6, "the entropy of the mean row"),
        (attention_entropy_wrong_7, "bits"),
        (attention_entropy_wrong_8, "masks the rows, but divides by all of them"),
    ],
    "separator_share": [
        (separator_share_wrong_1, "averages over the two [SEP]s of a pair"),
        (separator_share_wrong_2, "the first [SEP] only"),
        (separator_share_wrong_3, "rows of padding count as well"),
        (separator_share_wrong_4, "a mean for each text, then the mean of these"),
        (separator_share_wrong_5, "[SEP] itself is left out as a token that looks"),
        (separator_share_wrong_6, "takes padding to be 0"),
        (separator_share_wrong_7, "what tokens get from [SEP], not what they give it"),
        (separator_share_wrong_8, "the last [SEP] only"),
    ],
    "output_without_head": [
        (output_without_head_wrong_1, "writes into the argument"),
        (output_without_head_wrong_2, "merges without swapping the axes"),
        (output_without_head_wrong_3, "subtracts the head's part with the bias"),
        (output_without_head_wrong_4, "clears rows of the matrix instead of columns"),
        (output_without_head_wrong_5, "clears the slice behind the output matrix"),
        (output_without_head_wrong_6, "leaves the head out, so later ones meet wrong columns"),
        (output_without_head_wrong_7, "interleaves the heads instead of laying them side by side"),
        (output_without_head_wrong_8, "multiplies by the matrix without transposing it"),
    ],
}
RIGHT = {
    "previous_token_share": [previous_token_share_right_1, previous_token_share_right_2],
    "attention_entropy": [attention_entropy_right_1, attention_entropy_right_2],
    "separator_share": [separator_share_right_1, separator_share_right_2],
    "output_without_head": [output_without_head_right_1, output_without_head_right_2],
}
