"""Answers of the class to lesson 00, written from its text alone."""

import torch
from torch.nn.functional import cosine_similarity


def cosine_wrong_1(a, b):
    return a @ b / (len(a) * len(b))


def cosine_wrong_2(a, b):
    return a @ b / a.norm() * b.norm()


def cosine_wrong_3(a, b):
    return (a @ b) / ((a @ a) * (b @ b))


def cosine_wrong_4(a, b):
    return cosine_similarity(a[None], b[None])


def cosine_wrong_5(a, b):
    return (a @ b).abs() / (a.norm() * b.norm())


def cosine_wrong_6(a, b):
    unit = a / a.norm()
    return unit @ b


def cosine_right_1(a, b):
    return torch.dot(a / a.norm(), b / b.norm())


def cosine_right_2(a, b):
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    length_a = sum(x * x for x in a) ** 0.5
    length_b = sum(y * y for y in b) ** 0.5
    return dot / length_a / length_b


WRONG = {
    "cosine": [
        (cosine_wrong_1, "takes 'length' for the number of entries"),
        (cosine_wrong_2, "no parentheses: divides by one length and multiplies by the other"),
        (cosine_wrong_3, "forgets the roots: divides by the squared lengths"),
        (cosine_wrong_4, "adds a batch axis and returns shape (1,)"),
        (cosine_wrong_5, "thinks that a similarity lies between 0 and 1"),
        (cosine_wrong_6, "normalizes only the first vector"),
    ],
}
RIGHT = {"cosine": [cosine_right_1, cosine_right_2]}
