"""Pairs of sentences: how a student's measure of one head is checked, and what it is used for."""

from lessons.l05_attention.trained import PERSONS, Reader

from collections.abc import Callable, Sequence
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from workbook.exercises.tasks import task

Measure = Callable[[Tensor, list[str], str, str], Any]
NEAR = 1e-5
TEXT = ["[CLS]", "fish", "ate", "worm", ";", "it", "was", "hungry", "[SEP]"]

# The control: here the form of the pronoun decides, so that the query itself differs.
HE_OR_SHE = [
    {"sentence": sentence, "nouns": nouns.split(), "endings": list(PERSONS)}
    for sentence, nouns in (
        ("The boy called the girl because {} was late.", "boy girl"),
        ("The king thanked the queen because {} was kind.", "king queen"),
        ("The man visited the woman because {} was ill.", "man woman"),
        ("The waiter asked the waitress whether {} was free.", "waiter waitress"),
        ("The actor met the actress when {} was young.", "actor actress"),
        ("The father phoned the mother after {} came home.", "father mother"),
        ("The uncle wrote to the aunt when {} was in Paris.", "uncle aunt"),
        ("The son left the daughter behind because {} was tired.", "son daughter"),
    )
]


def proportion_on_first(
    weights: Float[Tensor, "T T"], pieces: list[str], first: str, second: str
) -> float:
    """Return the first noun's proportion of the weight that *it* puts on both nouns."""
    row = weights[pieces.index("it")]
    on_first, on_second = row[pieces.index(first)], row[pieces.index(second)]
    return (on_first / (on_first + on_second)).item()


def checked(function: Measure) -> Measure:
    """Check a student's ``proportion_on_first``, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    return task(__name__, "proportion_on_first", function, proportion_on_first, mistake)


def mistake(function: Measure) -> str:
    """Say what is wrong with a ``proportion_on_first``; an empty text if nothing is."""
    weights = torch.rand(9, 9, generator=torch.Generator().manual_seed(0)).softmax(dim=-1)
    it, fish, worm = (TEXT.index(word) for word in ("it", "fish", "worm"))
    row, column = weights[it], weights[:, it]
    result = function(weights, list(TEXT), "fish", "worm")
    if not isinstance(result, int | float | Tensor) or torch.as_tensor(result).numel() != 1:
        return f"Return one number; this is {type(result).__name__}."
    found = float(result)
    if abs(found - float(row[fish] / (row[fish] + row[worm]))) < NEAR:
        return ""
    slips = {
        "That is the second noun's proportion.": row[worm] / (row[fish] + row[worm]),
        "That is the weight on the first noun. Divide it by the weight on both.": row[fish],
        "Divide by the weight on both nouns, not by that on the second.": row[fish] / row[worm],
        "You read a column: who looks at it. Where it looks is a row.": (
            column[fish] / (column[fish] + column[worm])
        ),
    }
    for says, value in slips.items():
        if abs(found - float(value)) < NEAR:
            return says
    return "Take the row of it, and in it the weights on the two nouns."


def proportions(
    measure: Measure, read: Reader, rows: Sequence[dict[str, Any]], place: tuple[int, int]
) -> Float[Tensor, "N 2"]:
    """Apply a measure to one head, by pair and ending.

    Args:
        measure: As ``proportion_on_first``.
        read: Returns the pieces of a text and the weights of all layers and heads.
        rows: For each pair its sentence, its two nouns, and the endings that fit them.
        place: Layer and head.
    """
    found = []
    for row in rows:
        for ending in row["endings"]:
            pieces, weights = read(row["sentence"].format(ending))
            found.append(float(measure(weights[place], pieces, *row["nouns"])))
    return torch.tensor(found).view(len(rows), 2)


def report(
    measure: Measure,
    read: Reader,
    place: tuple[int, int],
    pairs: Sequence[tuple[str, str, str, str, str]],
) -> None:
    """Print what one head does in the pairs that a student has written.

    Args:
        measure: As ``proportion_on_first``.
        read: Returns the pieces of a text and the weights of all layers and heads.
        place: Layer and head.
        pairs: Each a sentence with ``{}`` for the ending, two nouns, and the endings that fit them.
    """
    for sentence, *nouns, first, second in pairs:
        pieces, _ = read(sentence.format(first))
        missing = [word for word in ("it", *nouns) if pieces.count(word) != 1]
        if missing:
            print(f"{sentence}\n   expected once, as one piece: {missing[0]!r}; got {pieces}")
            continue
        row = {"sentence": sentence, "nouns": nouns, "endings": [first, second]}
        ((before, after),) = proportions(measure, read, [row], place).tolist()
        print(f"{sentence}\n   {nouns[0]}: {before:.2f} ({first}), {after:.2f} ({second})")
