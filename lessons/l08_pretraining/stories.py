"""A tiny language: what was opened can only be told from the end of the sentence."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from bertlab.text.documents import Document
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from workbook.exercises.tasks import task

NAMES = ["anna", "tom", "nora", "grandmother", "grandfather"]
NAMES += ["someone", "nobody", "everyone", "she", "he"]
THINGS = {  # what was opened: how the sentence ends, and the sentence after it
    "door": ("and went in.", "the room was dark."),
    "book": ("and began to read.", "the story was long."),
    "bottle": ("and drank some wine.", "it tasted sweet."),
    "window": ("and looked outside.", "snow fell on the street."),
}
GAP = "[MASK]"

Rule = Callable[[list[str], list[str]], bool]  # does the second text follow the first?


class Gap(NamedTuple):
    """A sentence with a gap.

    Attributes:
        text: With ``[MASK]`` in it.
        word: What belongs there.
    """

    text: str
    word: str

    def cut(self) -> str:
        """Return the sentence without what follows the gap."""
        return self.text[: self.text.index(GAP)] + GAP


class Judged(NamedTuple):
    """How many of some written sentences are right.

    Attributes:
        correct: Those that are first sentences of the language.
        new: Those of them that are in no story to learn from.
    """

    correct: int
    new: int


class Stories(NamedTuple):
    """Two sentences each, about ten people and four things.

    Attributes:
        tokenizer: Every word is a piece.
        train: The stories to learn from, as text.
        gaps: The first sentences of all other stories: no story in ``train`` has this name with
            this thing.
    """

    tokenizer: WordPieceTokenizer
    train: list[list[str]]
    gaps: list[Gap]

    def documents(self) -> list[Document]:
        """Return the stories to learn from, as ids."""
        return [[self.tokenizer.text_ids(text) for text in story] for story in self.train]


def sentence(name: str, thing: str) -> str:
    """Return the first sentence of a story."""
    return f"{name} opened the {thing} {THINGS[thing][0]}"


def stories() -> Stories:
    """Return 32 stories to learn from, and the 8 that are left."""
    train, gaps = [], []
    for number, (name, thing) in enumerate(product(NAMES, THINGS)):
        if number % 10 in (0, 3):  # each thing twice
            gaps.append(Gap(sentence(name, thing).replace(f"the {thing}", f"the {GAP}"), thing))
        else:
            train.append([sentence(name, thing), THINGS[thing][1]])
    return Stories(_tokenizer(), train, gaps)


def judged(lines: Iterable[str], told: Stories) -> Judged:
    """Count the correct ones among written sentences, and those never read before."""
    tokenizer = told.tokenizer
    language, read = (
        {tokenizer.decode(tokenizer.text_ids(text)) for text in texts}
        for texts in (of_the_language(), [text for story in told.train for text in story])
    )
    correct = [line for line in lines if line in language]
    return Judged(len(correct), sum(line not in read for line in correct))


def rule_right(rule: Rule, sentence_pair: Callable[..., Any], told: Stories) -> float:
    """Return how many of all pairs that the stories can make a rule tells, half of them true.

    Args:
        rule: Says whether the second of two texts follows; it gets lists of pieces.
        sentence_pair: As the exercise.
        told: The stories to learn from, all of two sentences.
    """
    documents, vocabulary = told.documents(), told.tokenizer.vocabulary
    others = len(documents) - 1
    right: dict[int, list[bool]] = {0: [], 1: []}
    for place in range(len(documents)):
        draws = [(0.7, (n + 0.5) / others, where) for n in range(others) for where in (0.2, 0.7)]
        for coin, which, where in ((0.2, 0.5, 0.5), *draws):
            *texts, label = sentence_pair(documents, place, 1, coin, which, where)
            pieces = [[vocabulary[piece] for piece in text] for text in texts]
            right[label].append(bool(rule(*pieces)) == (label == 0))
    return float(np.mean([np.mean(kind) for kind in right.values()]))


def examine_rule(rule: Rule, sentence_pair: Callable[..., Any], told: Stories) -> None:
    """Print how many pairs of the stories a student's rule tells that reads no word."""

    def slip(theirs: Rule) -> str:
        found = rule_right(theirs, sentence_pair, told)
        print(f"The rule is right in {found:.0%} of the pairs.")
        if found < 0.3:
            return "It is wrong nearly always: turn it round."
        return "" if found > 0.7 else "Count something else: what can a stranger have?"

    task(__name__, "rule", rule, None, slip, "right: more than 70%.")


def of_the_language() -> set[str]:
    """Return all first sentences there are, those of the 8 stories included."""
    return {sentence(name, thing) for name, thing in product(NAMES, THINGS)}


def _tokenizer() -> WordPieceTokenizer:
    texts = [text for name, thing in product(NAMES, THINGS) for text in (name, thing)]
    texts += [text for ends in THINGS.values() for text in ends]
    words = {word for text in [*texts, "opened the"] for word in text.replace(".", " .").split()}
    return WordPieceTokenizer([*SPECIALS, *sorted(words)])
