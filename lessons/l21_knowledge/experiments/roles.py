"""Roles beside words: do they help, and do they have to be right?

``minilm`` learns whether *the guard did it* follows from a sentence about two people
(``lessons.l21_knowledge.roles``). Each word piece gets the vector of its word's role on top of its
embedding; these four vectors begin random, as large as embeddings, and are learned.

Decided before the run. Five kinds of training with 192 pairs, each with seeds 0, 1, 2 (pairs, head,
role vectors, order): *none*, all words have one role; *gold*, the generator's; with 20% and 40% of
the words in a wrong role, as a labeler that errs would give them, in training and in the test;
*shuffled*, the roles of a sentence in a random order. Each reads the test as it learned. *Gold*
also reads it without roles, and with doer and done-to exchanged in the premise alone: a model that
follows the roles then gives the other answer.

Pilots (seed 0): with a hypothesis in the premise's wordings, *none* stood at chance with 192 and
with 960 pairs, so the hypothesis is simple here. Of this run, seed 0 was looked at before the other
two ran; nothing was changed after it.

Leaves out: SemBERT's roles come from a labeler, up to three for a word, and are joined to the
vectors *behind* the encoder; ours go in before it, so that attention can compare them.

What decides: accuracy by wordings (both with new nouns), less *none*, paired over pairs; and for
the exchanged roles, whether it falls below one half.

Budget: 15 minutes of one core. What is done is kept in ``build/roles``.
"""

from lessons.l21_knowledge import roles
from lessons.l21_knowledge.roles import KNOWN, NEW, OTHER, RolePair, role_pairs

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.config import BertConfig
from bertlab.model.heads import Pooler
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "roles.safetensors"
CONFIGURATION: dict[str, Any] = {
    "test": 240,  # pairs of each family
    "seeds": [0, 1, 2],
    "training": {"epochs": 10, "batch_size": 16, "learning_rate": 1e-4, "warmup": 0.1},
    "runs": {  # the number of pairs to learn from, and all ways in which the test is read
        **{kind: {"pairs": 192, "ways": [kind]} for kind in roles.READINGS},
        roles.GOLD: {"pairs": 192, "ways": [roles.GOLD, roles.NONE, roles.EXCHANGED]},
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "test": 4,
    "seeds": [0],
    "runs": {roles.GOLD: {"pairs": 8, "ways": [roles.GOLD, roles.EXCHANGED]}},
    "training": {"epochs": 1, "batch_size": 8, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": False,
}


class RoleBert(BertForSequenceClassification):
    """BERT that adds a vector for the role of each piece to its embedding.

    Token types are 0 and 1 for the two texts, as BERT's, plus two times the role.
    """

    def __init__(self, config: BertConfig, **options: Any) -> None:
        super().__init__(config, **options)
        self.roles = nn.Embedding(len(roles.ROLES), config.hidden_size)
        nn.init.normal_(self.roles.weight, std=0.4)  # that of minilm's embeddings

    def answer(self, *inputs: Any) -> Float[Tensor, "B C"]:
        """Return logits over the classes."""
        ids, both, mask = inputs
        types, seen = self.bert.check_inputs(ids, both % 2, mask)
        hidden = self.bert.embeddings(ids, types) + self.roles(both // 2)  # (B, T, D)
        return self.classifier(cast(Pooler, self.bert.pooler)(self.bert.encoder(hidden, seen)))


def as_data(pairs: Sequence[RolePair], way: str, seed: int) -> LabelledTexts:
    """Return pairs as ``RoleBert`` takes them.

    Args:
        pairs: The pairs; each of their words is one piece.
        way: See ``roles.read``.
        seed: Of what is drawn, once for each pair.
    """
    data = LabelledTexts(
        [" ".join(pair.premise[0]) for pair in pairs],
        [pair.label for pair in pairs],
        WordPieceTokenizer.from_folder("minilm"),
        pairs=[" ".join(pair.hypothesis[0]) for pair in pairs],
    )
    generator = Random(f"{seed}/{way}")
    for number, pair in enumerate(pairs):
        first, second = roles.read(pair, way, generator)
        row = [OTHER, *first, OTHER, *second, OTHER]
        ids, types = data.encoded[number]
        both = [kind + 2 * role for kind, role in zip(types, row, strict=True)]
        data.encoded[number] = Encoded(ids, both)
    return data


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train and judge every kind of model with every seed, on one thread.

    Returns:
        For each kind a list over seeds of ``test``: for each way of reading the accuracy by
        wordings. If ``keep``, the classes are stored in ``KEPT``, (S, ways, N), in the order of
        ``test_pairs``.
    """

    def learned(kind: str, seed: int, settings: dict[str, Any]) -> Part:
        own, test = settings["own"], test_pairs(settings["test"])
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            model = RoleBert.from_pretrained("minilm", new_heads=True, labels=roles.LABELS)
        train, way = role_pairs(own["pairs"], seed), own["ways"][0]
        data, few = as_data(train, way, seed), as_data(train[:2], way, seed)  # no choice by a score
        fine_tune(model, data, few, data.config(**settings["training"], seed=seed))
        tests = [as_data(test, way, seed) for way in own["ways"]]
        classes = torch.stack([logits_of(model, one).half().argmax(dim=1) for one in tests])
        scores = [by_wordings(one, test) for one in classes]
        return {"test": dict(zip(own["ways"], scores, strict=True))}, {
            "classes": classes.to(torch.int8)
        }

    return run_resumable(configuration, "runs", learned, KEPT, own="own")


def test_pairs(number: int) -> list[RolePair]:
    """Return the pairs of the test: so many with known wordings, then as many with new ones."""
    return [pair for family in (KNOWN, NEW) for pair in role_pairs(number, 0, True, family)]


def by_wordings(classes: Int[Tensor, " N"], pairs: Sequence[RolePair]) -> dict[str, float]:
    """Return how often the classes are right, of pairs with known wordings and with new ones."""
    right = classes == torch.tensor([pair.label for pair in pairs])
    halves = zip((KNOWN, NEW), right.chunk(2), strict=True)
    return {name: round(one.double().mean().item(), 4) for name, one in halves}
