"""Answers of the class to lesson 07, written from its text alone."""

import torch

# Exercise 5: largest_differences


def largest_differences_wrong_1(mine, theirs, attention_mask):
    mask = attention_mask.bool()
    return [(m - t)[mask].max().item() for m, t in zip(mine, theirs)]


def largest_differences_wrong_2(mine, theirs, attention_mask):
    mask = attention_mask.bool()
    return [abs(m[mask].max() - t[mask].max()).item() for m, t in zip(mine, theirs)]


def largest_differences_wrong_3(mine, theirs, attention_mask):
    mask = attention_mask.bool()
    return [(m[mask] - t[mask]).abs().max() for m, t in zip(mine, theirs)]


def largest_differences_wrong_4(mine, theirs, attention_mask):
    return [(m - t).abs().max().item() for m, t in zip(mine, theirs)]


def largest_differences_wrong_5(mine, theirs, attention_mask):
    mask = attention_mask[:, :, None]
    return [((m - t) * mask).abs().max().item() for m, t in zip(mine, theirs)]


def largest_differences_wrong_6(mine, theirs, attention_mask):
    mask = attention_mask.bool()
    out = []
    for m, t in zip(mine, theirs):
        out.append((m.float()[mask] - t.float()[mask]).abs().max().item())
    return out


def largest_differences_wrong_7(mine, theirs, attention_mask):
    mask = attention_mask.bool()
    return [(m[mask] - t[mask]).norm(dim=-1).max().item() for m, t in zip(mine, theirs)]


def largest_differences_wrong_8(mine, theirs, attention_mask):
    out = []
    for m, t in zip(mine, theirs):
        difference = m[attention_mask] - t[attention_mask]
        out.append(difference.abs().max().item())
    return out


def largest_differences_right_1(mine, theirs, attention_mask):
    mask = attention_mask.bool()
    return [(m[mask] - t[mask]).abs().max().item() for m, t in zip(mine, theirs)]


def largest_differences_right_2(mine, theirs, attention_mask):
    padding = (attention_mask == 0).unsqueeze(-1)
    out = []
    for m, t in zip(mine, theirs):
        difference = torch.abs(m - t).masked_fill(padding, 0)
        out.append(float(difference.amax()))
    return out


WRONG = {
    "largest_differences": [
        (largest_differences_wrong_1, "forgets abs, so a difference below 0 is not seen"),
        (largest_differences_wrong_2, "compares the two largest numbers: max comes first"),
        (largest_differences_wrong_3, "returns tensors instead of floats"),
        (largest_differences_wrong_4, "does not leave out the padding"),
        (largest_differences_wrong_5, "multiplies by the mask, but NaN times 0 is NaN"),
        (largest_differences_wrong_6, "turns everything into float32, to be safe"),
        (largest_differences_wrong_7, "takes the distance of the vectors instead of two numbers"),
        (largest_differences_wrong_8, "takes the mask without bool, so it picks texts 0 and 1"),
    ],
}
RIGHT = {
    "largest_differences": [largest_differences_right_1, largest_differences_right_2],
}
