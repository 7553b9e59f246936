"""Answers of the class to lesson 00, written from its text alone."""

import torch
from torch.nn.functional import cosine_similarity


def cosine_wrong_1(a, b):
    return a @ b


def cosine_wrong_2(a, b):
    return (a @ b) / a.norm()


def cosine_wrong_3(a, b):
    return (a @ b) / ((a @ a) * (b @ b))


def cosine_wrong_4(a, b):
    return (a @ b) / (a.norm() + b.norm())


def cosine_wrong_5(a, b):
    return a * b / (a.norm() * b.norm())


def cosine_wrong_6(a, b):
    return ((a / a.norm()) * (b / b.norm())).mean()


def cosine_wrong_7(a, b):
    return a @ b / a.norm() * b.norm()


def cosine_wrong_8(a, b):
    # length of a vector
    return (a @ b) / (len(a) * len(b))


def cosine_wrong_9(a, b):
    return (a @ b).abs() / (a.norm() * b.norm())


def cosine_wrong_10(a, b):
    return (a @ b) / (a.abs().sum() * b.abs().sum())


def cosine_wrong_11(a, b):
    top = sum(x.item() * y.item() for x, y in zip(a, b, strict=True))
    return top / (a.norm().item() * b.norm().item())


def cosine_wrong_12(a, b):
    return (a @ b) / (a @ b).norm()


def cosine_right_1(a, b):
    dot = (a * b).sum()
    length_a = torch.sqrt((a**2).sum())
    length_b = torch.sqrt((b**2).sum())
    return dot / (length_a * length_b)


def cosine_right_2(a, b):
    return cosine_similarity(a, b, dim=0)


WRONG = {
    "cosine": [
        (cosine_wrong_1, "forgets to divide by the lengths"),
        (cosine_wrong_2, "divides by the length of a only"),
        (cosine_wrong_3, "forgets the roots: divides by the squared lengths"),
        (cosine_wrong_4, "adds the lengths instead of multiplying them"),
        (cosine_wrong_5, "never sums: a vector of products instead of a dot product"),
        (cosine_wrong_6, "takes the mean of the products instead of the sum"),
        (cosine_wrong_7, "forgets the brackets, so it multiplies by the length of b"),
        (cosine_wrong_8, "takes the number of entries for the length"),
        (cosine_wrong_9, "thinks that similarity cannot be negative and takes the absolute value"),
        (cosine_wrong_10, "takes the sum of absolute values for the length"),
        (cosine_wrong_11, "loops in Python and returns a float, not a tensor of shape ()"),
        (cosine_wrong_12, "divides by the norm of the dot product: only the sign is left"),
    ],
}
RIGHT = {"cosine": [cosine_right_1, cosine_right_2]}
