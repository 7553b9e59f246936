"""Answers of the class to lesson 15, written from its text alone."""

# Exercise 2: mirrored


def mirrored_wrong_1(right, wrong, wordings):
    texts = []
    for text in (right, wrong):
        for a, b in wordings:
            text = text.replace(a, b).replace(b, a)  # noqa: PLW2901
        texts.append(text)
    return texts


def mirrored_wrong_2(right, wrong, wordings):
    return [wrong, right]


def mirrored_wrong_3(right, wrong, wordings):
    def turn(text):
        if "not" in text.split():
            return text.replace("not ", "", 1)
        for a, _ in wordings:
            if a in text:
                return text.replace(a, "not " + a)
        return text

    return [turn(right), turn(wrong)]


def mirrored_wrong_4(right, wrong, wordings):
    for a, b in wordings:
        if b in right:
            return [right.replace(b, a), wrong.replace(a, b)]
        if a in right:
            return [right.replace(a, b), wrong.replace(b, a)]
    return [right, wrong]


def mirrored_wrong_5(right, wrong, wordings):
    for plain, negated in wordings:
        right = right.replace(plain, negated)
        wrong = wrong.replace(negated, plain)
    return [right, wrong]


def mirrored_wrong_6(right, wrong, wordings):
    phrases = sorted((p for pair in wordings for p in pair), key=len, reverse=True)
    in_right = next(p for p in phrases if p in right)
    in_wrong = next(p for p in phrases if p in wrong)
    return [right.replace(in_right, in_wrong), wrong.replace(in_wrong, in_right)]


def mirrored_wrong_7(right, wrong, wordings):
    def turn(text):
        for a, b in wordings:
            if b in text:
                return text.replace(b, a)
        for a, b in wordings:
            if a in text:
                return text.replace(a, b)
        return text

    return turn(right), turn(wrong)


def mirrored_wrong_8(right, wrong, wordings):
    result = []
    for text in [right, wrong]:
        new = text
        for a, b in wordings:
            new = new.replace(b, a) if "not" in text else new.replace(a, b)
        result.append(new)
    return result


def mirrored_right_1(right, wrong, wordings):
    result = []
    for text in [right, wrong]:
        new = None
        for plain, negated in wordings:
            if negated in text:
                new = text.replace(negated, plain)
                break
        if new is None:
            for plain, negated in wordings:
                if plain in text:
                    new = text.replace(plain, negated)
                    break
        result.append(new)
    return result


def mirrored_right_2(right, wrong, wordings):
    other = dict(wordings) | {b: a for a, b in wordings}

    def turn(text):
        phrase = max((p for p in other if p in text), key=len)
        return other[phrase].join(text.split(phrase))

    return list(map(turn, (right, wrong)))


WRONG = {
    "mirrored": [
        (mirrored_wrong_1, "replaces in both directions, one after the other"),
        (mirrored_wrong_2, "mirrored: the two warrants change places"),
        (mirrored_wrong_3, "takes not away or puts it in, and the meaning turns"),
        (mirrored_wrong_4, "finds the pair in the right warrant and uses it for both"),
        (mirrored_wrong_5, "it is always the wrong warrant that has not"),
        (mirrored_wrong_6, "exchanges the phrases of the two warrants"),
        (mirrored_wrong_7, "returns a tuple"),
        (mirrored_wrong_8, "looks for the letters not, also inside of a word"),
    ],
}
RIGHT = {
    "mirrored": [mirrored_right_1, mirrored_right_2],
}
