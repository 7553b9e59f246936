"""A fact beside a noun: what K-BERT makes of right, wrong and many facts.

``minilm`` learns lesson 10's inference pairs (a poodle is a dog, a creature need not be one), with
facts about the premise's noun as branches (``lessons.l21_knowledge.nouns``).

Decided before the run. Pairs and settings of lesson 10's experiment. Four kinds of training, each
with seeds 0, 1, 2 (head, order): without facts, with the right fact about the kind, with a wrong
one (that of a noun of another kind, the same in every text), and with the right one among three
that are true and do not matter. Each model reads the test with facts as it learned; those of
*right* also with none, with wrong ones, with many, with all tokens visible to all, and with all
tokens numbered through. Nothing is chosen by a score.

What a fact gives away. *A breed of curly dog* has the hypothesis' noun in it: whoever matches words
needs not know what a poodle is, and no more is claimed. A branch also says that the premise's noun
is a narrow one, which no neutral pair has; but so does the noun itself. *Wrong* has the same
branches in the same premises and names of kinds, which do not go with the noun: what *right* gains
over *wrong* is what the facts say, and not that there are some. Where *right* reads wrong facts, it
shows whether it believes the noun or the fact.

What decides: accuracy on the pairs with new nouns, *right* less *none* and less *wrong*, paired
over pairs, in each seed; for all else the difference to *right* with its own facts.

Budget: 40 minutes of one core (slice: 0.34 to 0.39 s an update, 2,700 updates); the run took 52.
What is done is kept in ``build/nouns``.
"""

from lessons.l21_knowledge.nouns import MANY, NONE, RIGHT, WRONG, facts_of

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.datasets.generated.inference_kinds import KNOWN, NEW, kind_pairs
from bertlab.datasets.generated.inference_pairs import LABELS, InferencePair
from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.knowledge.kbert import KBert, TextsWithFacts
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "nouns.safetensors"
ALL_SEE_ALL, NUMBERED = "right, all see all", "right, numbered through"
OPTIONS: dict[str, dict[str, Any]] = {
    **{name: {"facts": name} for name in (NONE, RIGHT, WRONG, MANY)},
    ALL_SEE_ALL: {"facts": RIGHT, "hide_branches": False},
    NUMBERED: {"facts": RIGHT, "soft_positions": False},
}
CONFIGURATION: dict[str, Any] = {
    "kinds": {"train": 1200, "validation": 192, "test": 480},
    "seeds": [0, 1, 2],
    "max_length": 64,
    "training": {"epochs": 3, "batch_size": 16, "learning_rate": 2e-4, "warmup": 0.1},
    "runs": {  # how a model learns, and all the ways in which it reads the test
        NONE: [NONE],
        RIGHT: [RIGHT, NONE, WRONG, MANY, ALL_SEE_ALL, NUMBERED],
        WRONG: [WRONG],
        MANY: [MANY],
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "kinds": {"train": 48, "validation": 48, "test": 96},
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 24, "learning_rate": 2e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train and judge every kind of model with every seed, on one thread.

    Returns:
        For each kind a list over seeds: the ``history`` on validation, and in ``test`` for each way
        of reading the accuracy on all pairs, and on those with known and with new nouns. If
        ``keep``, the classes of the test pairs are stored in ``KEPT``, in the order of the ways, as
        (S, ways, N).
    """

    def learned(kind: str, seed: int, settings: dict[str, Any]) -> Part:
        pairs = kind_pairs(**settings["kinds"])
        train, validation = (as_data(part, kind, settings["max_length"]) for part in pairs[:2])
        model = fresh_model(seed)
        config = train.config(**settings["training"], seed=seed)
        history = fine_tune(model, train, validation, config)
        tests = [as_data(pairs.test, way, settings["max_length"]) for way in settings["ways"]]
        classes = torch.stack([logits_of(model, one).half().argmax(dim=1) for one in tests])
        scores = [accuracies(one, pairs.test) for one in classes]
        names = ("step", "loss", "validation_accuracy", "validation_loss")
        return {
            "history": [{name: round(line[name], 4) for name in names} for line in history],
            "test": dict(zip(settings["ways"], scores, strict=True)),
        }, {"classes": classes.to(torch.int8)}

    return run_resumable(configuration, "runs", learned, KEPT, own="ways")


def as_data(pairs: Sequence[InferencePair], way: str, max_length: int) -> TextsWithFacts:
    """Return pairs as a model reads them: premise with its facts, and hypothesis.

    Args:
        pairs: The pairs.
        way: One of ``OPTIONS``.
        max_length: Of premise and hypothesis, without the facts.
    """
    options = OPTIONS[way]
    return TextsWithFacts(
        [pair.premise for pair in pairs],
        [pair.label for pair in pairs],
        WordPieceTokenizer.from_folder("minilm"),
        len(LABELS),
        max_length,
        [pair.hypothesis for pair in pairs],
        **{**options, "facts": facts_of(options["facts"])},
    )


def fresh_model(seed: int) -> KBert:
    """Return ``minilm`` with a randomly initialized head for three labels."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return KBert.from_pretrained("minilm", new_heads=True, labels=LABELS)


def accuracies(classes: Int[Tensor, " N"], pairs: Sequence[InferencePair]) -> dict[str, float]:
    """Return how often the classes are right: of all pairs, and with known and new nouns."""
    right = classes == torch.tensor([pair.label for pair in pairs])
    groups = {"all": right}
    for family in (KNOWN, NEW):
        groups[family] = right[torch.tensor([pair.family == family for pair in pairs])]
    return {name: round(one.double().mean().item(), 4) for name, one in groups.items()}
