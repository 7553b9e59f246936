"""A small world to learn: sentences of six words, networks that train on them, and what they know.

All sentences have the form of *people keep dogs because they bark*.
"""

from lessons.l05_attention.live import Measure

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from bertlab.training.progress import progress

CAN = {
    "bark": "dogs foxes seals",
    "bite": "dogs foxes bats snakes",
    "fly": "birds bees bats ducks",
    "hunt": "cats foxes snakes people",
    "jump": "frogs cats horses",
    "sing": "birds people",
    "swim": "fish frogs ducks seals",
    "worry": "people",
}
NOUNS = sorted({noun for nouns in CAN.values() for noun in nouns.split()})
VERBS = ["fear", "keep", "like", "watch"]
WORDS = [*NOUNS, *VERBS, "because", "they", *CAN]
FIRST, SECOND, THEY = 0, 2, 4  # positions in a sentence of six words
STEPS, BATCH = 250, 64  # of a training


class Sentences(NamedTuple):
    """Sentences of six words as ids, and the id of the noun that is meant."""

    ids: Int[Tensor, "N 6"]
    answers: Int[Tensor, " N"]


def _held_out_nouns() -> set[tuple[str, str]]:
    pairs = list(itertools.combinations(NOUNS, 2))
    random.Random(0).shuffle(pairs)
    return {*pairs[:15], ("dogs", "people")}


def _ids(*words: str) -> list[int]:
    return [WORDS.index(word) for word in words]


def _able(ending: str, nouns: Sequence[str]) -> list[str]:
    return [noun for noun in nouns if noun in CAN[ending].split()]


def sentences() -> tuple[Sentences, Sentences]:
    """Return sentences to train on, and sentences whose two nouns never stand together there."""
    held_out = _held_out_nouns()
    rows: tuple[list[list[int]], list[list[int]]] = [], []
    for nouns in itertools.permutations(NOUNS, 2):
        side = rows[tuple(sorted(nouns)) in held_out]
        for ending, verb in itertools.product(CAN, VERBS):
            able = _able(ending, nouns)
            if len(able) == 1:
                side.append(_ids(nouns[0], verb, nouns[1], "because", "they", ending, *able))
    train, test = (torch.tensor(side) for side in rows)
    return Sentences(train[:, :6], train[:, 6]), Sentences(test[:, :6], test[:, 6])


@torch.no_grad()
def answers(model: Any, ids: Int[Tensor, "N 6"], mask: Bool[Tensor, "1 _ 6"]) -> Int[Tensor, " N"]:
    """Return the words that the vectors of *they* name."""
    found: Tensor = (model(ids, mask)[:, THEY] @ model.word.weight.T).argmax(dim=1)
    return found


def accuracy(model: Any, mask: Bool[Tensor, "1 _ 6"]) -> float:
    """Return the proportion of held-out sentences in which *they* names the right noun."""
    _, given = sentences()
    return (answers(model, given.ids, mask) == given.answers).float().mean().item()


def nouns_alone(given: Sentences) -> float:
    """Return the accuracy of the best answer for each pair of nouns, whatever the ending."""
    right = 0
    pairs = given.ids[:, [FIRST, SECOND]].sort(dim=1).values
    for pair in pairs.unique(dim=0):
        of_pair = given.answers[(pairs == pair).all(dim=1)]
        right += int(of_pair.bincount().max())
    return right / len(pairs)


def trainer(
    Encoder: Any, train_step: Callable[..., float]
) -> Callable[..., tuple[nn.Module, list[float]]]:
    """Return a function that trains the student's model with the student's steps.

    Args:
        Encoder: The model.
        train_step: Makes one step, and returns its loss.

    Returns:
        A function of a mask, a seed, the number of layers, and a part that ``without`` takes away.
        It returns a trained network and the loss of each step.
    """
    given, _ = sentences()

    def train(
        mask: Bool[Tensor, "1 _ 6"], seed: int, L: int = 2, part: str = ""
    ) -> tuple[nn.Module, list[float]]:
        torch.manual_seed(seed)
        model = without(Encoder(V=len(WORDS), T=6, D=32, H=2, L=L), part)
        optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
        batches = [torch.randint(len(given.ids), (BATCH,)) for _ in range(STEPS)]
        rows = [(given.ids[batch], given.answers[batch]) for batch in batches]
        bar = progress(rows, desc=f"training, seed {seed}")
        return model, [train_step(model, optimizer, *row, mask) for row in bar]

    return train


class Inside(NamedTuple):
    """How alike the words of a sentence are at the end, and how long vectors are by layer."""

    alike: float
    lengths: list[float]


@torch.no_grad()
def inside(model: Any, mask: Bool[Tensor, "1 _ 6"]) -> Inside:
    """Measure the vectors of the held-out sentences after each layer."""
    x: list[Tensor] = []
    hooks = [
        layer.register_forward_hook(lambda *given: x.append(given[-1])) for layer in model.layers
    ]
    model(sentences()[1].ids, mask)
    for hook in hooks:
        hook.remove()
    cosines = nn.functional.cosine_similarity(x[-1][:, :, None], x[-1][:, None], dim=-1)
    others = ~torch.eye(cosines.shape[-1], dtype=torch.bool)
    return Inside(cosines[:, others].mean().item(), [y.norm(dim=-1).mean().item() for y in x])


def two_endings() -> Int[Tensor, "N 2 6"]:
    """Return held-out sentences twice: the ending fits the first noun, then the second one."""
    rows = []
    for pair in sorted(_held_out_nouns()):
        for first, second in (pair, pair[::-1]):
            fits = [[e for e in CAN if _able(e, pair) == [noun]] for noun in (first, second)]
            for both in itertools.product(*fits):
                rows.append([_ids(first, "keep", second, "because", "they", e) for e in both])
    return torch.tensor(rows)


def without(model: Any, part: str) -> Any:
    """Take one part out of all layers, and return the model.

    Args:
        model: An ``Encoder`` of the lesson.
        part: ``"residuals"``, ``"LayerNorm"``, ``"feed-forward"`` or, for nothing, ``""``.
    """
    for layer in model.layers:
        if part == "LayerNorm":
            layer.attention_norm, layer.output_norm = nn.Identity(), nn.Identity()
        elif part == "feed-forward":
            layer.contract.register_forward_hook(lambda _, given, result: 0 * result)
        elif part:
            _cut(layer)
    return model


def _cut(layer: Any) -> None:
    """Subtract from what each block returns what the layer is going to add to it."""
    kept: list[Tensor] = [torch.empty(0)]
    layer.attention.register_forward_hook(lambda _, given, result: result - given[0])
    layer.expand.register_forward_pre_hook(lambda _, given: kept.__setitem__(0, given[0]))
    layer.contract.register_forward_hook(lambda _, given, result: result - kept[0])


@torch.no_grad()
def measured_small(measure: Measure, model: Any) -> Float[Tensor, "N 2 L H"]:
    """Apply the measure to held-out sentences of the small world."""
    mask = torch.ones(1, 1, 6).bool()
    rows = two_endings().flatten(0, 1)
    p = [measure(model, ids[None], mask, THEY, FIRST, SECOND) for ids in rows]
    return torch.stack(p).unflatten(0, (-1, 2))
