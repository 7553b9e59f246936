"""Answers of the class to lesson 15, written from its text alone."""

from random import Random

import torch

# Exercise 1: control_labels


def control_labels_wrong_1(types, labels, seed):
    generator = Random(seed)
    return [generator.choice(labels) for _ in types]


def control_labels_wrong_2(types, labels, seed):
    generator = Random(seed)
    kinds = sorted(set(labels))
    drawn = {}
    for character in types:
        if character not in drawn:
            drawn[character] = generator.choice(kinds)
    return [drawn[character] for character in types]


def control_labels_wrong_3(types, labels, seed):
    generator = Random(seed)
    drawn = {}
    return [drawn.setdefault(character, generator.choice(labels)) for character in types]


def control_labels_wrong_4(types, labels, seed):
    generator = Random(seed)
    drawn = {character: generator.choice(labels) for character in sorted(set(types))}
    return [drawn[character] for character in types]


def control_labels_wrong_5(types, labels, seed):
    drawn = {}
    for character in types:
        if character not in drawn:
            generator = Random(seed)
            drawn[character] = generator.choice(labels)
    return [drawn[character] for character in types]


def control_labels_wrong_6(types, labels, seed):
    generator = Random(seed)
    drawn = {}
    for character in types:
        if character not in drawn:
            drawn[character] = generator.choice(labels)
    return list(drawn.values())


def control_labels_wrong_7(types, labels, seed):
    generator = Random(seed)
    pool = list(labels)
    drawn = {}
    for character in types:
        if character not in drawn:
            drawn[character] = generator.choice(pool)
            pool.remove(drawn[character])
    return [drawn[character] for character in types]


def control_labels_wrong_8(types, labels, seed):
    generator = Random(seed)
    drawn = {}
    for character, label in zip(types, labels):
        if character not in drawn:
            others = [other for other in labels if other != label]
            drawn[character] = generator.choice(others or labels)
    return [drawn[character] for character in types]


def control_labels_right_1(types, labels, seed):
    generator = Random(seed)
    drawn = {}
    out = []
    for character in types:
        if character not in drawn:
            drawn[character] = generator.choice(labels)
        out.append(drawn[character])
    return out


def control_labels_right_2(types, labels, seed):
    generator = Random(seed)
    # A dictionary keeps the order in which its keys came first.
    drawn = {character: generator.choice(labels) for character in dict.fromkeys(types)}
    return [drawn[character] for character in types]


# Exercise 2: cue_strength


# Exercise 3: all_right


def all_right_wrong_1(right, group):
    return right.float().mean()


def all_right_wrong_2(right, group):
    means = [right[group == number].float().mean() for number in group.unique()]
    return torch.stack(means).mean()


def all_right_wrong_3(right, group):
    whole = [right[group == number].any() for number in group.unique()]
    return torch.stack(whole).float().mean()


def all_right_wrong_4(right, group):
    whole = [right[group == number].all() for number in range(int(group.max()) + 1)]
    return torch.stack(whole).float().mean()


def all_right_wrong_5(right, group):
    whole = [right[group == number].all() for number in group.unique()]
    return torch.stack(whole).sum() / len(right)


def all_right_wrong_6(right, group):
    _, sizes = group.unique_consecutive(return_counts=True)
    whole = [part.all() for part in right.split(sizes.tolist())]
    return torch.stack(whole).float().mean()


def all_right_wrong_7(right, group):
    result = {}
    for answer, number in zip(right.tolist(), group.tolist()):
        result[number] = answer
    return torch.tensor(list(result.values())).float().mean()


def all_right_wrong_8(right, group):
    whole = torch.stack([right[group == number].all() for number in group])
    return whole.float().mean()


def all_right_right_1(right, group):
    whole = [right[group == number].all() for number in group.unique()]
    return torch.stack(whole).float().mean()


def all_right_right_2(right, group):
    numbers = group.unique()
    spoiled = group[~right].unique()
    return torch.tensor(1 - len(spoiled) / len(numbers))


WRONG = {
    "control_labels": [
        (control_labels_wrong_1, "draws a new label for each token"),
        (control_labels_wrong_2, "draws from the different labels, each once"),
        (control_labels_wrong_3, "setdefault draws again each time, and throws the draw away"),
        (control_labels_wrong_4, "draws for the types in sorted order, not as they come"),
        (control_labels_wrong_5, "starts the generator again for each type"),
        (control_labels_wrong_6, "returns a label for each type instead of each token"),
        (control_labels_wrong_7, "takes each drawn label out of the pool, as if dealing cards"),
        (control_labels_wrong_8, "a control must be wrong, so it never draws the real label"),
    ],
    "all_right": [
        (all_right_wrong_1, "returns the proportion of right answers, groups or not"),
        (all_right_wrong_2, "takes the mean of the groups' proportions"),
        (all_right_wrong_3, "one right answer is enough: any instead of all"),
        (all_right_wrong_4, "counts from 0 to the largest number, gaps as right groups"),
        (all_right_wrong_5, "divides by the number of answers"),
        (all_right_wrong_6, "believes that a group's answers stand side by side"),
        (all_right_wrong_7, "the last answer of a group overwrites those before it"),
        (all_right_wrong_8, "goes through group without unique, so large groups weigh more"),
    ],
}
RIGHT = {
    "control_labels": [control_labels_right_1, control_labels_right_2],
    "all_right": [all_right_right_1, all_right_right_2],
}
