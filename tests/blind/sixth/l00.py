"""Answers of the class to lesson 00, written from its text alone."""

# Exercise 2: right_comparisons


def right_comparisons_wrong_1(same, different):
    total = 0
    for s, d in zip(same, different):
        if s > d:
            total += 1
        elif s == d:
            total += 0.5
    return total / min(len(same), len(different))


def right_comparisons_wrong_2(same, different):
    total = 0
    for s in same:
        for d in different:
            if s >= d:
                total += 1
    return total / (len(same) * len(different))


def right_comparisons_wrong_3(same, different):
    total = 0
    for s in same:
        for d in different:
            if s > d:
                total += 1
    return total / (len(same) * len(different))


def right_comparisons_wrong_4(same, different):
    total = 0
    for s in same:
        for d in different:
            if s < d:
                total += 1
            elif s == d:
                total += 0.5
    return total / (len(same) * len(different))


def right_comparisons_wrong_5(same, different):
    total = 0
    for s in same:
        for d in different:
            if s > d:
                total += 1
            elif s == d:
                total += 0.5
    return total / (len(same) + len(different))


def right_comparisons_wrong_6(same, different):
    total = 0
    for s in same:
        for d in different:
            if s > d:
                total += 1
            elif s == d:
                total += 0.5
        return total / (len(same) * len(different))


def right_comparisons_wrong_7(same, different):
    for s in same:
        total = 0
        for d in different:
            if s > d:
                total += 1
            elif s == d:
                total += 0.5
    return total / (len(same) * len(different))


def right_comparisons_wrong_8(same, different):
    total = 0
    for s in same:
        if s > max(different):
            total += 1
        elif s == max(different):
            total += 0.5
    return total / len(same)


def right_comparisons_right_1(same, different):
    total = 0
    for s in same:
        for d in different:
            if s > d:
                total += 1
            elif s == d:
                total += 0.5
    return total / (len(same) * len(different))


def right_comparisons_right_2(same, different):
    points = [((s > d) + (s >= d)) / 2 for s in same for d in different]
    return sum(points) / len(points)


WRONG = {
    "right_comparisons": [
        (right_comparisons_wrong_1, "compares the first with the first, and so on"),
        (right_comparisons_wrong_2, "counts a tie as right"),
        (right_comparisons_wrong_3, "gives nothing for a tie"),
        (right_comparisons_wrong_4, "believes that one meaning should have the smaller cosine"),
        (right_comparisons_wrong_5, "divides by the number of cosines, not of comparisons"),
        (right_comparisons_wrong_6, "return stands in the outer loop, so it ends after one number"),
        (right_comparisons_wrong_7, "begins the sum with 0 again for each number of the first"),
        (right_comparisons_wrong_8, "right is only what beats the largest of the second list"),
    ],
}
RIGHT = {
    "right_comparisons": [right_comparisons_right_1, right_comparisons_right_2],
}
