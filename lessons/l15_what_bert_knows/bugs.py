"""A friend's probe that knows too much, and a check for twins that students write."""

from lessons.l15_what_bert_knows.characters import Characters, draw_characters
from lessons.l15_what_bert_knows.cue_sets import Pair
from lessons.l15_what_bert_knows.figures import draw_verdicts
from lessons.l15_what_bert_knows.layers import layer_vectors
from lessons.l15_what_bert_knows.models import scores_of

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from jaxtyping import Float
from matplotlib.figure import Figure
from torch import Tensor

from bertlab.datasets import peoples_daily
from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.probing.probe import probe_right
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.exercises.tasks import task

Split = Callable[[list[int], int], tuple[list[int], list[int]]]
TOSSES = 6
LINES, PER_LINE = 24, 40


class Tossed(NamedTuple):
    """Characters of a few lines, and their vectors after the last layer."""

    characters: Characters
    vectors: Float[Tensor, "N D"]


@cache
def tossed() -> Tossed:
    """Return what the friend probes."""
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    found = draw_characters(
        "word boundary", peoples_daily().validation, tokenizer, LINES, PER_LINE, 0
    )
    model = BertModel.from_pretrained("bert-mini-zh")
    states = layer_vectors(model, tokenizer, found.texts, found.lines, found.places)
    return Tossed(found, states[-1])


def coins_right(split: Split) -> float:
    """Return how often a probe knows the coin that was tossed for a line, over six tosses."""
    (characters, vectors), shares = tossed(), []
    for seed in range(TOSSES):
        coins = ["heads", "tails"] * (LINES // 2)
        Random(seed).shuffle(coins)
        labels = [coins[line] for line in characters.lines]
        train, test = split(characters.lines, seed)
        right = probe_right(
            vectors[train],
            [labels[place] for place in train],
            vectors[test],
            [labels[place] for place in test],
        )
        shares.append(right.double().mean().item())
    return sum(shares) / TOSSES


def split_by_line(lines: list[int], seed: int) -> tuple[list[int], list[int]]:
    """Return the places of tokens to learn from and to be asked: no line is on both sides."""
    names = sorted(set(lines))
    Random(seed).shuffle(names)
    known = set(names[: len(names) * 3 // 4])
    train = [place for place, line in enumerate(lines) if line in known]
    return train, [place for place, line in enumerate(lines) if line not in known]


def split_of_friend(function: Split) -> Split:
    """Check a function that divides tokens, and say what is wrong with it."""

    def slip(given: Split) -> str:
        lines = [line for line in range(12) for _ in range(5 + line % 3)]
        train, test = map(list, given(lines, 3))
        if not train or not test or sorted(train + test) != list(range(len(lines))):
            return "Each token belongs on one side, once, and neither side may be empty."
        both = {lines[place] for place in train} & {lines[place] for place in test}
        if both:
            return (
                f"{len(both)} of 12 lines have tokens on both sides.\n"
                "Which of the two should be shuffled?"
            )
        other = given(lines, 4)
        if {lines[place] for place in other[0]} == {lines[place] for place in train}:
            return "Another seed gives the same lines: shuffle them."
        return ""

    ours: Split = split_by_line
    return task(__name__, "friends_split", function, ours, slip, "right: no line is on both sides.")


def examine_twins(
    twins: Sequence[tuple[str, str, str]],
    horse: BertForSequenceClassification,
    control: BertForSequenceClassification,
) -> Figure | None:
    """Say which twins do not break the cue, and draw what two models make of the others.

    Args:
        twins: A text from which the claim follows, one from which it does not, and the claim;
            three empty texts are passed over.
        horse: A model that learned with the cue.
        control: One that learned without it.
    """
    asked: list[tuple[str, str]] = []
    for number, (follows, open_, claim) in enumerate(twins, start=1):
        if not (follows or open_ or claim):
            continue
        words = set(_words(claim))
        missing = [sorted(words - set(_words(text))) for text in (follows, open_)]
        if any(missing):
            print(f"{number}: these words of the claim are missing: {missing[0]} and {missing[1]}")
        elif _words(follows) == _words(open_):
            print(f"{number}: the two texts are the same. Only one may say that the claim is true.")
        else:
            asked += [(follows, claim), (open_, claim)]
    if not asked:
        return None
    truth = [True, False] * (len(asked) // 2)
    pairs = [Pair(*texts, int(true)) for texts, true in zip(asked, truth, strict=True)]
    says = {
        name: (scores_of(model, pairs) > 0).tolist()
        for name, model in (("horse", horse), ("control", control))
    }
    wrong = [sum(a != b for a, b in zip(said, truth, strict=True)) for said in says.values()]
    title = f"Of your {len(asked)} pairs the horse has {wrong[0]} wrong, the control {wrong[1]}"
    return draw_verdicts(asked, {**says, "you": truth}, title)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
