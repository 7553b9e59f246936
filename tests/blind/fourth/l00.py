"""Answers of the class to lesson 00, written from its text alone."""

import torch


def cosine_wrong_1(a, b):
    return a @ b


def cosine_wrong_2(a, b):
    return a @ b / a.norm() * b.norm()


def cosine_wrong_3(a, b):
    return (a @ b) / (a.norm() + b.norm())


def cosine_wrong_4(a, b):
    return (a @ b) / ((a**2).sum() * (b**2).sum())


def cosine_wrong_5(a, b):
    return (a @ b) / (a.abs().sum() * b.abs().sum())


def cosine_wrong_6(a, b):
    return (a @ b).abs() / (a.norm() * b.norm())


def cosine_wrong_7(a, b):
    return (a * b) / (a.norm() * b.norm())


def cosine_right_1(a, b):
    length_a = torch.sqrt((a * a).sum())
    length_b = torch.sqrt((b * b).sum())
    return (a * b).sum() / (length_a * length_b)


def cosine_right_2(a, b):
    return (a / a.norm()) @ (b / b.norm())


WRONG = {
    "cosine": [
        (cosine_wrong_1, "forgets to divide by the lengths"),
        (cosine_wrong_2, "no parentheses: divides by one length and multiplies by the other"),
        (cosine_wrong_3, "adds the two lengths instead of multiplying them"),
        (cosine_wrong_4, "forgets the root: divides by the squared lengths"),
        (cosine_wrong_5, "takes the sum of absolute values as the length"),
        (cosine_wrong_6, "thinks a similarity cannot be negative"),
        (cosine_wrong_7, "elementwise product without the sum, shape (D,)"),
    ],
}
RIGHT = {"cosine": [cosine_right_1, cosine_right_2]}
