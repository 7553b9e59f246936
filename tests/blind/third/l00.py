"""Answers of the class to lesson 00, written from its text alone."""

import torch
from torch.nn.functional import normalize


def cosine_wrong_1(a, b):
    return a @ b / (len(a) * len(b))


def cosine_wrong_2(a, b):
    return a @ b / a.norm() * b.norm()


def cosine_wrong_3(a, b):
    dot = (a * b).sum()
    return torch.sqrt(dot**2 / ((a**2).sum() * (b**2).sum()))


def cosine_wrong_4(a, b):
    a = a - a.mean()
    b = b - b.mean()
    return a @ b / (a.norm() * b.norm())


def cosine_wrong_5(a, b):
    length_a = a.norm()
    length_b = a.norm()
    return torch.dot(a, b) / (length_a * length_b)


def cosine_wrong_6(a, b):
    similarity = a @ b / (a.norm() * b.norm())
    return similarity.clamp(min=0, max=1)


def cosine_right_1(a, b):
    return normalize(a, dim=0) @ normalize(b, dim=0)


def cosine_right_2(a, b):
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    length_a = sum(x * x for x in a).sqrt()
    length_b = sum(y * y for y in b).sqrt()
    return dot / length_a / length_b


WRONG = {
    "cosine": [
        (cosine_wrong_1, "takes 'both lengths' for the numbers of entries, len()"),
        (cosine_wrong_2, "precedence: divides by the first length, multiplies by the second"),
        (cosine_wrong_3, "squares everything and takes one root at the end: the sign is lost"),
        (cosine_wrong_4, "centers both vectors first, as a correlation does"),
        (cosine_wrong_5, "copied the line of the length and forgot to change a to b"),
        (cosine_wrong_6, "believes from the table of terms that a cosine lies between 0 and 1"),
    ],
}
RIGHT = {"cosine": [cosine_right_1, cosine_right_2]}
