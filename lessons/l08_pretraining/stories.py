"""A tiny language: what was opened can only be told from the end of the sentence."""

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from bertlab.text.documents import Document
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

NAMES = ["anna", "tom", "nora", "grandmother", "grandfather"]
NAMES += ["someone", "nobody", "everyone", "she", "he"]
THINGS = {  # what was opened: how the sentence ends, and the sentence after it
    "door": ("and went in.", "the room was dark."),
    "book": ("and began to read.", "the story was long."),
    "bottle": ("and drank some wine.", "it tasted sweet."),
    "window": ("and looked outside.", "snow fell on the street."),
}
GAP = "[MASK]"


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


def of_the_language() -> set[str]:
    """Return all first sentences there are, those of the 8 stories included."""
    return {sentence(name, thing) for name, thing in product(NAMES, THINGS)}


def _tokenizer() -> WordPieceTokenizer:
    texts = [text for name, thing in product(NAMES, THINGS) for text in (name, thing)]
    texts += [text for ends in THINGS.values() for text in ends]
    words = {word for text in [*texts, "opened the"] for word in text.replace(".", " .").split()}
    return WordPieceTokenizer([*SPECIALS, *sorted(words)])
