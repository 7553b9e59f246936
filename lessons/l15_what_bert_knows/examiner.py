"""Lesson 10's head for pairs, and four statements about stories such as it was tested with.

One statement follows from its story, and three look as if they did.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from jaxtyping import Bool
from torch import Tensor

from bertlab.datasets.generated.inference_pairs import LABELS
from bertlab.datasets.generated.passages import FIRST_NAMES
from bertlab.finetuning.classifier import logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.checkpoint import read_tensors
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import apply_change
from workbook.records import RUNS

ASKED = ("what the person has", "what the person gave away", "another person", "a denial")
# Stories worded as in lesson 10's test, and pairs of its things, the second kept for the test.
WORDINGS = (
    "The {gone} and the {other} were sold already, so {person} got the {has}.",
    "{person} kept the {has} and gave away the {gone} and the {other}.",
)
THINGS = (
    ("violin", "cello"),
    ("knife", "dagger"),
    ("novel", "comic"),
    ("car", "van"),
    ("sandwich", "muffin"),
    ("juice", "cocoa"),
    ("coat", "blouse"),
    ("kitten", "parrot"),
    ("spade", "trowel"),
    ("football", "handball"),
    ("pencil", "quill"),
    ("candle", "flashlight"),
)


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
    """Return four statements for each of some stories."""
    generator, found = Random("examiner"), list[Statement]()
    for story in range(number):
        has, gone, other = map(generator.choice, generator.sample(THINGS, 3))
        person, somebody = generator.sample(FIRST_NAMES, 2)
        wording = generator.choice(WORDINGS)
        text = wording.format(person=person, has=has, gone=gone, other=other)
        said = (
            f"{person} has the {has}.",
            f"{person} has the {gone}.",
            f"{somebody} has the {has}.",
            f"{person} does not have the {has}.",
        )
        for kind, hypothesis in zip(ASKED, said, strict=True):
            found.append(Statement(text, hypothesis, kind == ASKED[0], kind, story))
    return found


def judge_of_lesson_10() -> BertForSequenceClassification:
    """Return the encoder that lesson 10 trained on five tasks, with its head for pairs."""
    stored = read_tensors(RUNS / "task_four_heads.safetensors")
    change = {
        name.replace(":pair.", ":classifier.dense."): tensor
        for name, tensor in stored.items()
        if ":bert." in name or ":pair." in name
    }
    model = BertForSequenceClassification.from_pretrained("minilm", new_heads=True, labels=LABELS)
    return apply_change(model, change).eval()


def says_it_follows(
    model: BertForSequenceClassification, asked: Sequence[Statement]
) -> Bool[Tensor, " N"]:
    """Return whether a model calls each statement an entailment."""
    data = LabelledTexts(
        [one.text for one in asked],
        [LABELS.index("entailment")] * len(asked),
        WordPieceTokenizer.from_folder("minilm"),
        len(LABELS),
        pairs=[one.hypothesis for one in asked],
    )
    return logits_of(model, data).argmax(dim=1) == LABELS.index("entailment")
