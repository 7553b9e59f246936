"""Answers of the class to lesson 16, written from its text alone."""

import torch

# Exercise 1: hide_words


def hide_words_wrong_1(words, order, number):
    hidden = []
    for index in order:
        start, end = words[index]
        if len(hidden) >= number:
            break
        hidden += range(start, end)
    return sorted(hidden)


def hide_words_wrong_2(words, order, number):
    hidden = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start > number:
            break
        hidden += range(start, end)
    return sorted(hidden)


def hide_words_wrong_3(words, order, number):
    hidden = []
    for index in order:
        start, end = words[index]
        hidden += range(start, end)
    return sorted(hidden[:number])


def hide_words_wrong_4(words, order, number):
    hidden = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start <= number:
            hidden += range(start, end)
    return hidden


def hide_words_wrong_5(words, order, number):
    hidden = []
    for index in order[:number]:
        hidden += range(*words[index])
    return sorted(hidden)


def hide_words_wrong_6(words, order, number):
    hidden = []
    for start, end in words:
        if len(hidden) + end - start <= number:
            hidden += range(start, end)
    return hidden


def hide_words_wrong_7(words, order, number):
    hidden = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start < number:
            hidden += range(start, end)
    return sorted(hidden)


def hide_words_wrong_8(words, order, number):
    hidden = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start <= number:
            hidden += range(start, end + 1)
    return sorted(hidden)


def hide_words_right_1(words, order, number):
    places, left = set(), number
    for start, end in (words[index] for index in order):
        if end - start <= left:
            places.update(range(start, end))
            left -= end - start
    return sorted(places)


def hide_words_right_2(words, order, number):
    chosen = []
    for index in order:
        taken = sum(words[i][1] - words[i][0] for i in chosen)
        if taken + words[index][1] - words[index][0] <= number:
            chosen.append(index)
    return sorted(place for i in chosen for place in range(*words[i]))


# Exercise 2: span_lengths


# Exercise 3: soft_mask


def soft_mask_wrong_1(words, mask, wrong):
    p = wrong[:, None]
    return (1 - p) * mask + p * words


def soft_mask_wrong_2(words, mask, wrong):
    return torch.where(wrong[:, None] > 0.5, mask, words)


def soft_mask_wrong_3(words, mask, wrong):
    return words + wrong[:, None] * mask


def soft_mask_wrong_4(words, mask, wrong):
    p = wrong.mean()
    return p * mask + (1 - p) * words


def soft_mask_wrong_5(words, mask, wrong):
    return (1 - wrong[:, None]) * words


def soft_mask_wrong_6(words, mask, wrong):
    p = wrong.softmax(dim=0)[:, None]
    return p * mask + (1 - p) * words


def soft_mask_wrong_7(words, mask, wrong):
    p = wrong[:, None].detach()
    return p * mask + (1 - p) * words


def soft_mask_wrong_8(words, mask, wrong):
    p = wrong.sigmoid()[:, None]
    return p * mask + (1 - p) * words


def soft_mask_right_1(words, mask, wrong):
    return words + wrong.unsqueeze(1) * (mask - words)


def soft_mask_right_2(words, mask, wrong):
    rows = [p * mask + (1 - p) * word for p, word in zip(wrong, words, strict=True)]
    return torch.stack(rows)


WRONG = {
    "hide_words": [
        (hide_words_wrong_1, "looks whether there is room left, not whether the word fits"),
        (hide_words_wrong_2, "stops at the first word that does not fit"),
        (hide_words_wrong_3, "hides the first characters and cuts the last word"),
        (hide_words_wrong_4, "forgets to sort"),
        (hide_words_wrong_5, "takes number for the number of words"),
        (hide_words_wrong_6, "goes through the words from left to right"),
        (hide_words_wrong_7, "at most means less than"),
        (hide_words_wrong_8, "counts the place after the last to the word"),
    ],
    "soft_mask": [
        (soft_mask_wrong_1, "exchanges the two weights"),
        (soft_mask_wrong_2, "hides what is more probably wrong than right"),
        (soft_mask_wrong_3, "adds the mask to the word"),
        (soft_mask_wrong_4, "uses one p for the sentence"),
        (soft_mask_wrong_5, "hiding means making the vector shorter"),
        (soft_mask_wrong_6, "the suspicions of a sentence have to add up to 1"),
        (soft_mask_wrong_7, "cuts the gradient, since p is a number of the detector"),
        (soft_mask_wrong_8, "takes the probabilities for scores"),
    ],
}
RIGHT = {
    "hide_words": [hide_words_right_1, hide_words_right_2],
    "soft_mask": [soft_mask_right_1, soft_mask_right_2],
}
