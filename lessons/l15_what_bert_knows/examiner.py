"""Four statements about each story of lesson 10: one follows, and three look as if they did."""

from lessons.l10_four_tasks.one_encoder import OneEncoder
from lessons.l10_four_tasks.scene_words import CONTEXTS, USES

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import torch
from jaxtyping import Bool
from torch import Tensor

from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.datasets.generated.passage_templates import FIRST_NAMES
from bertlab.text.wordpiece import WordPieceTokenizer

ASKED = ("what the person has", "what the person gave away", "another person", "a denial")


class Statement(NamedTuple):
    """Something said of a story.

    Attributes:
        text: The story.
        hypothesis: What is said.
        follows: Whether it follows.
        kind: One of ``ASKED``.
        story: The number of the story.
    """

    text: str
    hypothesis: str
    follows: bool
    kind: str
    story: int


def statements(number: int) -> list[Statement]:
    """Return four statements for each of some stories, in the test's wordings of lesson 10."""
    generator, found = Random("examiner"), list[Statement]()
    for story in range(number):
        uses = generator.sample(list(USES.values()), 3)
        has, gone, other = (generator.choice(use.known + use.new) for use in uses)
        person, somebody = generator.sample(FIRST_NAMES, 2)
        text = generator.choice(CONTEXTS["three things"].test)
        text = text.format(n=person, x=has, a=gone, b=other)
        said = (
            f"{person} has the {has}.",
            f"{person} has the {gone}.",
            f"{somebody} has the {has}.",
            f"{person} does not have the {has}.",
        )
        for kind, hypothesis in zip(ASKED, said, strict=True):
            found.append(Statement(text, hypothesis, kind == ASKED[0], kind, story))
    return found


@torch.no_grad()
def says_it_follows(model: OneEncoder, asked: Sequence[Statement]) -> Bool[Tensor, " N"]:
    """Return whether the head for pairs calls each statement an entailment."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    found = []
    for start in range(0, len(asked), 64):
        batch = asked[start : start + 64]
        inputs = tokenizer.batch([one.text for one in batch], [one.hypothesis for one in batch])
        found.append(model("pair", *inputs).argmax(dim=1) == LABELS.index("entailment"))
    return torch.cat(found)
