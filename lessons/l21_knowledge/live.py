"""What runs beside the student's code: nouns with facts, and readers in the invented world."""

from lessons.l21_knowledge import kinds
from lessons.l21_knowledge.experiments import names
from lessons.l21_knowledge.judge import are_homes, completed, detected, filled_in
from lessons.l21_knowledge.kinds import NOUNS, Facts, Parts, Row, kinds_of, laid_out, true_kinds
from lessons.l21_knowledge.nouns import RIGHT, facts_of
from lessons.l21_knowledge.ways import Asking, Reader
from lessons.l21_knowledge.world import HELD_OUT, TOWNS, World, like, make_world, trade_counts

import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import torch
import transformers
from jaxtyping import Bool
from torch import Tensor

from bertlab.datasets.generated.inference_kinds import KNOWN, NEW
from bertlab.model.checkpoint import read_tensors
from bertlab.model.tasks import BertForMaskedLM
from bertlab.statistics import Estimate, proportion_difference
from workbook.charts import Row as Dots

BRANCH, SEEN, WORDS = "a branch", "a branch that all see", "plain words"  # how a fact is read
LAYOUTS = {BRANCH: {}, SEEN: {"hide": False}, WORDS: {"tree": False}}
EQUAL = ("words, then exchanged", "words")  # recorded ways with equal updates
HIDING, EXCHANGING = ("hidden", 4000, 2e-3), ("exchanged", 1500, 1e-3)  # updates, learning rate


# --- facts beside nouns


def facts() -> Facts:
    """Return of what kind each of the 64 nouns is: the known ones first, all kinds in turn."""
    graph = kinds.words_of(facts_of(RIGHT))
    each = len(NOUNS[KNOWN]) // len(NOUNS[NEW])
    in_turn = [noun for first in range(each) for noun in NOUNS[KNOWN][first::each]]
    return {noun: graph[noun] for noun in (*in_turn, *NOUNS[NEW])}


def right(
    model: BertForMaskedLM, facts: Facts, parts: Parts, nouns: Sequence[str], **layout: bool
) -> float:
    """Return how often the model says the true kind of the nouns, with these facts beside them."""
    answers = kinds_of(model, nouns, facts, parts, **layout)
    return (answers == true_kinds(nouns)[:, None]).float().mean().item()


def first_answers(
    model: BertForMaskedLM, right_facts: Facts, wrong: Facts, parts: Parts
) -> dict[str, dict[str, float]]:
    """Return how often all nouns are right, with facts in each layout, and without them."""
    nouns = list(right_facts)
    scores = {
        name: {
            "right": right(model, right_facts, parts, nouns, **layout),
            "wrong": right(model, wrong, parts, nouns, **layout),
        }
        for name, layout in LAYOUTS.items()
    }
    alone = right(model, {}, parts, nouns)
    return {"none": {"right": alone, "wrong": alone}, **scores}


@torch.no_grad()
def expected(
    model: BertForMaskedLM, text: str, facts: Facts, parts: Parts, tree: bool, number: int = 5
) -> list[tuple[str, float]]:
    """Return the words that a model expects in a gap, with their probabilities."""
    row = laid_out(text, facts, parts, tree)
    logits = kinds.gap_logits(model.eval(), [row])
    best = logits.softmax(dim=1)[0].topk(number)
    pieces = kinds.tokenizer().vocabulary
    return [
        (pieces[i], p) for i, p in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    ]


def library_model(model: BertForMaskedLM) -> Any:
    """Return the same model as ``transformers`` has it, by way of a folder."""
    transformers.utils.logging.disable_progress_bar()
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        load = transformers.BertForMaskedLM.from_pretrained
        return load(folder, attn_implementation="eager").eval()


@torch.no_grad()
def library_logits(row: Row, model: Any) -> Tensor:
    """Return what ``transformers`` says in the gap of a row, given its positions and its mask.

    Args:
        row: A text with its facts.
        model: A ``BertForMaskedLM`` of ``transformers``.
    """
    names = kinds.tokenizer().ids
    ids = torch.tensor([[names[piece] for piece in row.pieces]])
    hidden = torch.zeros(row.visible.shape).masked_fill(
        ~row.visible, torch.finfo(torch.float32).min
    )
    logits = model(
        ids, position_ids=torch.tensor([row.positions]), attention_mask=hidden[None, None]
    ).logits
    return logits[0, row.pieces.index("[MASK]")]


# --- the invented world


class Valley(NamedTuple):
    """The invented world, and what asks about it by the reader's functions."""

    world: World
    asking: Asking


def recorded_world() -> World:
    """Return the world of the recorded runs."""
    return make_world(**names.CONFIGURATION["world"])


def valley(hide: Callable[..., Any], exchange: Callable[..., Any]) -> Valley:
    """Return the world of the recorded runs, and what asks about it."""
    world = recorded_world()
    return Valley(world, Asking(world, hide, exchange))


def teach(model: Reader | None, valley: Valley, phase: tuple[str, int, float]) -> Reader:
    """Teach a copy of a model, or a new one, with other texts if it has learned before."""
    settings, seed = names.CONFIGURATION, 0 if model is None else 1
    learner = (
        names.new_reader(valley.asking, settings, seed=0) if model is None else deepcopy(model)
    )
    names.taught(learner, valley.asking, valley.world, [phase], settings["training"], seed)
    return learner.eval()


def homes(model: Reader, valley: Valley, detects: bool = False) -> Bool[np.ndarray, "W P"]:
    """Return for each new wording and person whether a model has the right town."""
    judge = detected if detects else filled_in
    return completed(judge(model, valley.asking, valley.world).numpy(), valley.world)


@torch.no_grad()
def best_towns(
    model: Reader, valley: Valley, person: str, number: int = 4
) -> list[tuple[str, float]]:
    """Return the likeliest towns for a person with their probabilities, among those like the home.

    All new wordings are asked, and a town's score is the mean of its log-probabilities. Towns are
    alike if their names have as many words: a model that fills gaps is told how many there are.
    """
    (one,) = (each for each in valley.world.people if each.name == person)
    world = valley.world._replace(people=(one,))
    scores = filled_in(model, valley.asking, world).mean(dim=0)[0]  # (C,)
    alike = torch.from_numpy(like(one.town))
    probabilities = scores.masked_fill(~alike, -torch.inf).softmax(dim=0)
    best = probabilities.topk(number)
    return [(TOWNS[i], p) for i, p in zip(best.indices.tolist(), best.values.tolist(), strict=True)]


def counted_homes(valley: Valley) -> Bool[np.ndarray, " P"]:
    """Return for each person whether counting where others of the trade live has the town."""
    return completed(trade_counts(valley.world), valley.world)


def ahead(model: Bool[np.ndarray, "W P"], counting: Bool[np.ndarray, " P"]) -> Estimate:
    """Return how much more often a model is right than who counts; the interval draws people."""
    both = (model.reshape(1, -1), np.tile(counting, len(model))[None])
    return proportion_difference(*both, _units(model.size))


def stated(valley: Valley) -> Bool[np.ndarray, " P"]:
    """Return for each person whether a text says where the home is."""
    return np.array([person.stated for person in valley.world.people])


# --- the recorded runs


def recorded_homes(way: str) -> Bool[np.ndarray, "S Q"]:
    """Return for each seed and question of a way's runs whether the right town was best.

    A question is a person whose home is stated, in one of the new wordings.
    """
    world = recorded_world()
    towns = read_tensors(names.KEPT)[way][:, :-1].numpy()  # (S, W, P)
    of = np.array([person.stated for person in world.people])
    return are_homes(towns, world)[..., of].reshape(len(towns), -1)


def _units(questions: int) -> list[int]:
    """Return the person that each question is about."""
    return list(range(questions // len(HELD_OUT))) * len(HELD_OUT)


def paired(first: str, second: str) -> Estimate:
    """Return how much more often the first way is right, with an interval over people and seeds."""
    one, other = recorded_homes(first), recorded_homes(second)
    return proportion_difference(one, other, _units(one.shape[1]))


def stated_row(way: str) -> Dots:
    """Return how often a way is right, with its interval over people and seeds, and each seed's."""
    right = recorded_homes(way)
    estimate = proportion_difference(right, np.zeros_like(right), _units(right.shape[1]))
    return Dots(*estimate, tuple(right.mean(axis=1).tolist()))


def points(difference: Estimate) -> str:
    """Return a difference and its interval in points."""
    mean, low, high = (100 * value for value in difference)
    return f"{mean:+.0f} ({low:+.0f} to {high:+.0f})"
