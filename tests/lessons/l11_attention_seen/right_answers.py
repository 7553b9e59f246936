"""Right answers to the exercises of lesson 11, as students may write them."""

import math

import numpy as np
import torch
from torch.nn.functional import linear

# --- the token before -----------------------------------------------------------------------------


def previous_token_share_by_loops(weights, length):
    shares = torch.zeros(len(weights), dtype=weights.dtype)
    for head in range(len(weights)):
        for token in range(1, length):
            shares[head] += weights[head, token, token - 1]
    return shares / (length - 1)


def previous_token_share_by_index(weights, length):
    tokens = torch.arange(1, length)
    return weights[:, tokens, tokens - 1].mean(-1)


def previous_token_share_by_trace(weights, length):
    below = weights[:, 1:length, : length - 1]
    return torch.einsum("hii->h", below) / (length - 1)


def previous_token_share_by_numpy(weights, length):
    tables = weights.numpy()[:, :length, :length]
    return torch.tensor(np.array([np.diag(table, k=-1).mean() for table in tables]))


# --- entropy --------------------------------------------------------------------------------------


def attention_entropy_by_loops(weights, attention_mask):
    B, H, T, _ = weights.shape
    sums = [0.0] * H
    for b in range(B):
        for t in range(T):
            if attention_mask[b, t] == 1:
                for h in range(H):
                    sums[h] -= sum(w * math.log(w) for w in weights[b, h, t].tolist() if w > 0)
    tokens = attention_mask.sum().item()
    return torch.tensor([total / tokens for total in sums], dtype=weights.dtype)


def attention_entropy_with_a_tiny_number(weights, attention_mask):
    entropy = -(weights * torch.log(weights + 1e-12)).sum(-1)
    entropy = entropy * attention_mask[:, None]
    return entropy.sum(dim=(0, 2)) / attention_mask.sum()


def attention_entropy_by_xlogy(weights, attention_mask):
    rows = weights.permute(0, 2, 1, 3)[attention_mask == 1]  # (tokens, H, T)
    return -torch.xlogy(rows, rows).sum(-1).mean(0)


def attention_entropy_without_nan(weights, attention_mask):
    terms = (weights * weights.log()).nan_to_num(0.0)
    mask = attention_mask.to(weights.dtype)
    return -torch.einsum("bhij,bi->h", terms, mask) / mask.sum()


def attention_entropy_by_categorical(weights, attention_mask):
    entropy = torch.distributions.Categorical(probs=weights).entropy()  # (B, H, T)
    flat = entropy.transpose(0, 1).flatten(1)  # (H, B * T)
    return flat[:, attention_mask.flatten().bool()].mean(dim=1)


# --- [SEP] ----------------------------------------------------------------------------------------


def separator_share_by_loops(weights, input_ids, sep_id, pad_id):
    B, H, T, _ = weights.shape
    total, tokens = torch.zeros(H, dtype=weights.dtype), 0
    for b in range(B):
        for i in range(T):
            if input_ids[b, i] == pad_id:
                continue
            tokens += 1
            for j in range(T):
                if input_ids[b, j] == sep_id:
                    total += weights[b, :, i, j]
    return total / tokens


def separator_share_by_einsum(weights, input_ids, sep_id, pad_id):
    is_sep = (input_ids == sep_id).to(weights.dtype)
    is_token = (input_ids != pad_id).to(weights.dtype)
    return torch.einsum("bhij,bi,bj->h", weights, is_token, is_sep) / is_token.sum()


def separator_share_text_by_text(weights, input_ids, sep_id, pad_id):
    rows = []
    for table, ids in zip(weights, input_ids, strict=True):
        to_sep = table[:, :, ids == sep_id].sum(dim=2)  # (H, T)
        rows.append(to_sep[:, ids.ne(pad_id)])
    return torch.cat(rows, dim=1).mean(dim=1)


def separator_share_by_masked_fill(weights, input_ids, sep_id, pad_id):
    given = weights.masked_fill((input_ids != sep_id)[:, None, None], 0.0)
    given = given.masked_fill((input_ids == pad_id)[:, None, :, None], 0.0)
    return given.sum(dim=(0, 2, 3)) / (input_ids != pad_id).sum()


# --- a silent head --------------------------------------------------------------------------------


def output_without_head_by_block(context, weight, bias, head):
    B, H, T, K = context.shape
    merged = context.permute(0, 2, 1, 3).reshape(B, T, H * K).clone()
    merged[:, :, head * K : (head + 1) * K] = 0
    return merged @ weight.T + bias


def output_without_head_as_a_sum(context, weight, bias, head):
    H, K = context.shape[1], context.shape[3]
    output = bias.expand(context.shape[0], context.shape[2], len(bias)).clone()
    for h in range(H):
        if h != head:
            output += context[:, h] @ weight[:, h * K : (h + 1) * K].T
    return output


def output_without_head_by_einsum(context, weight, bias, head):
    keep = torch.ones(context.shape[1], dtype=context.dtype)
    keep[head] = 0
    matrix = weight.view(len(weight), *context.shape[1::2])  # (D, H, K)
    return torch.einsum("bhtk,h,dhk->btd", context, keep, matrix) + bias


def output_without_head_by_subtraction(context, weight, bias, head):
    K = context.shape[-1]
    whole = linear(context.transpose(1, 2).flatten(2), weight, bias)
    return whole - linear(context[:, head], weight[:, K * head : K * (head + 1)])


def output_without_head_by_silent_columns(context, weight, bias, head):
    H, K = context.shape[1], context.shape[3]
    layer = torch.nn.Linear(H * K, H * K, dtype=weight.dtype)
    layer.load_state_dict({"weight": weight, "bias": bias})
    with torch.no_grad():
        layer.weight.view(-1, H, K)[:, head] = 0
        return layer(torch.cat([context[:, h] for h in range(H)], dim=-1))


RIGHT = {
    "previous_token_share": (
        previous_token_share_by_loops,
        previous_token_share_by_index,
        previous_token_share_by_trace,
        previous_token_share_by_numpy,
    ),
    "attention_entropy": (
        attention_entropy_by_loops,
        attention_entropy_with_a_tiny_number,
        attention_entropy_by_xlogy,
        attention_entropy_without_nan,
        attention_entropy_by_categorical,
    ),
    "separator_share": (
        separator_share_by_loops,
        separator_share_by_einsum,
        separator_share_text_by_text,
        separator_share_by_masked_fill,
    ),
    "output_without_head": (
        output_without_head_by_block,
        output_without_head_as_a_sum,
        output_without_head_by_einsum,
        output_without_head_by_subtraction,
        output_without_head_by_silent_columns,
    ),
}
