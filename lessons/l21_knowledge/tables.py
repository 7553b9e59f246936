"""The tables of the path, and the cells in which a reader asks a model."""

from lessons.l21_knowledge import kinds, live
from lessons.l21_knowledge.experiments import nouns
from lessons.l21_knowledge.kinds import Facts, Parts
from lessons.l21_knowledge.live import BRANCH, WORDS, Valley
from lessons.l21_knowledge.nouns import MANY, NONE, RIGHT, WRONG
from lessons.l21_knowledge.ways import Reader

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool

from bertlab.datasets.generated.inference_kinds import KNOWN, NEW, kind_pairs
from bertlab.model.checkpoint import read_tensors
from bertlab.model.tasks import BertForMaskedLM
from bertlab.statistics import Estimate, proportion_difference
from workbook.captions import Captioned, table
from workbook.claims import check
from workbook.widgets import choose, explore, text

Ends = tuple[float, float, float]  # a difference, and the ends of its interval


def _percent(values: Sequence[float]) -> str:
    """Return the mean, and the lowest and highest of several seeds."""
    return f"{fmean(values):.0%} ({min(values):.0%} to {max(values):.0%})"


def ask_with_a_fact(model: BertForMaskedLM, parts: Parts) -> None:
    """Let a reader type a noun and a fact, and show what the model expects in a gap."""

    def draw(noun: str, fact: str, sentence: str) -> str:
        facts = {noun.lower(): [fact.lower().split()]}
        filled = sentence.format(noun.lower())
        ways = {"no fact": ({}, True), BRANCH: (facts, True), WORDS: (facts, False)}
        rows = [
            [name, _words(model, filled, some, parts, tree)] for name, (some, tree) in ways.items()
        ]
        caption = f"What the model expects in *{filled}*, most likely first."
        return table("21.1", caption, ["the fact is", "expected"], rows)._repr_html_()

    explore(
        draw,
        alt="A table of the words that the model expects: without the fact, with it as a branch, "
        "and with it as plain words.",
        noun=text("rozuk", label="noun"),
        fact=text("is a breed of hunting dog", label="fact"),
        sentence=choose(kinds.TEMPLATES, label="sentence"),
    )


def _words(model: BertForMaskedLM, sentence: str, facts: Facts, parts: Parts, tree: bool) -> str:
    best = live.expected(model, sentence, facts, parts, tree)
    return ", ".join(f"{word} {probability:.2f}" for word, probability in best)


def first_answers(scores: Mapping[str, Mapping[str, float]]) -> Captioned:
    """Show how often the kind of a noun is right, before the model has learned to read.

    Args:
        scores: With right and with wrong facts, for each way in which a fact is read.
    """
    alone, branch, words = (scores[name] for name in ("none", BRANCH, WORDS))
    check("plain words are read", words["right"] > 0.8 and words["wrong"] < 0.2)
    check("a branch is hardly heard", abs(branch["right"] - alone["right"]) < 0.12)
    check("not even a wrong one", branch["wrong"] > alone["wrong"] - 0.15)
    rows = [["no fact", f"{alone['right']:.0%}", f"{alone['right']:.0%}"]]
    rows += [
        [name, *(f"{scores[name][f]:.0%}" for f in ("right", "wrong"))] for name in (BRANCH, WORDS)
    ]
    caption = (
        "How often the model fills in the true kind of 64 nouns, in three sentences each, with "
        "right facts and with those of your `wrong_facts`. Guessing: one in 16."
    )
    return table("21.2", caption, ["the fact is", "right facts", "wrong facts"], rows)


def reading(record: Mapping[str, Any]) -> Captioned:
    """Show what models read that learned from real nouns, and from invented names."""
    results, rows = record["results"], []
    for kind, label in {"real": "real nouns", "invented": "invented names"}.items():
        cells = [[run["right"][way][NEW] for run in results[kind]] for way in (NONE, RIGHT, WRONG)]
        rows.append([label, *map(_percent, cells)])
    real, made = ([_gap(run) for run in results[kind]] for kind in ("real", "invented"))
    check("who learned real nouns does not read", max(map(abs, real)) < 0.15)
    check("who learned invented names reads", min(made) > 0.8)
    caption = (
        "True kinds of the 16 new nouns (recorded, three seeds: mean, lowest and highest), with "
        "facts as branches."
    )
    columns = ["learned from", "no facts", "right facts", "wrong facts"]
    return table("21.3", caption, columns, rows)


def _gap(run: Mapping[str, Any]) -> float:
    """Return how much more often new nouns are right with right facts than with wrong ones."""
    return run["right"][RIGHT][NEW] - run["right"][WRONG][NEW]


def pairs(record: Mapping[str, Any]) -> Captioned:
    """Show the accuracy on lesson 10's pairs, with each kind of facts."""
    rows = []
    for kind, name in {
        NONE: "no facts",
        RIGHT: "right facts",
        WRONG: "wrong facts",
        MANY: "many facts",
    }.items():
        scores = [run["test"][kind] for run in record["results"][kind]]
        lead = "" if kind == NONE else live.points(lead_on_new_nouns(kind))
        rows.append(
            [name, *(_percent([one[part] for one in scores]) for part in (KNOWN, NEW)), lead]
        )
    leads = [lead_on_new_nouns(kind) for kind in (RIGHT, WRONG, MANY)]
    check("no facts help for sure", all(lead.low < 0 < lead.high for lead in leads))
    caption = (
        "Accuracy on test pairs of lesson 10 (three seeds: mean, lowest and highest), and how many "
        "points more on new nouns than without facts, with a 95% interval over pairs and seeds."
    )
    columns = ["learned and read with", "known nouns", "new nouns", "more on new nouns"]
    return table("21.4", caption, columns, rows)


def lead_on_new_nouns(kind: str, other: str = NONE) -> Estimate:
    """Return by how much a kind of facts is ahead of another one on pairs with new nouns."""
    items = kind_pairs(**nouns.CONFIGURATION["kinds"]).test
    new = [number for number, pair in enumerate(items) if pair.family == NEW]
    labels = torch.tensor([items[number].label for number in new])
    kept = read_tensors(nouns.KEPT)
    one, two = ((kept[name][:, 0, new] == labels).numpy() for name in (kind, other))
    return proportion_difference(one, two, range(len(new)))


def some_texts(number: int = 5) -> Captioned:
    """Show some sentences of the invented valley, with their names."""
    world = live.make_world(**live.names.CONFIGURATION["world"])
    rows = [
        [" ".join(one.words), ", ".join(f"{one.name(unit)} ({unit.kind})" for unit in one.names)]
        for one in world.texts[:number]
    ]
    return table("21.5", "Some sentences of the valley.", ["sentence", "names"], rows)


def ask_for_a_home(reader: Reader, valley: Valley) -> None:
    """Let a reader choose a person, and show where the model says that he or she lives."""
    people = {person.name: person for person in valley.world.people}
    some = [one for flag in (True, False) for one in people if people[one].stated is flag]

    def draw(person: str) -> str:
        one = people[person]
        best = live.best_towns(reader, valley, person)
        truth = live.TOWNS[one.town] if one.stated else f"{live.TOWNS[one.town]} (stated nowhere)"
        rows = [[town, f"{value:.0%}"] for town, value in best]
        caption = (
            f"Where the model says that {person} lives, of 12 towns whose names have as many "
            f"words. The truth: {truth}."
        )
        return table("21.6", caption, ["town", "probability"], rows)._repr_html_()

    explore(
        draw,
        alt="A table of the likeliest towns of a person.",
        person=choose([*some[:4], *some[-4:]], label="person"),
    )


def exchanged(
    filled: Bool[np.ndarray, " P"],
    fitting: Bool[np.ndarray, " P"],
    valley: Valley,
) -> Captioned:
    """Show how many homes are right before and after training with exchanged names.

    Args:
        filled: For each person whether the reader's model fills in the right town.
        fitting: Whether, after exchanged names, the right town fits best.
        valley: The world.
    """
    of = live.stated(valley)
    rows = [
        ["yours: hidden names", f"{filled[of].mean():.0%}", f"{filled[~of].mean():.0%}"],
        ["yours: then exchanged names", f"{fitting[of].mean():.0%}", f"{fitting[~of].mean():.0%}"],
    ]
    check("after exchanged names most stated homes are right", fitting[of].mean() > 0.8)
    check("but not those that no text states", max(filled[~of].mean(), fitting[~of].mean()) < 0.4)
    for way in ("words", "words, then exchanged"):
        right = live.together(way)
        groups = (right[:, some].mean(axis=1).tolist() for some in (of, ~of))
        rows.append([f"recorded: {way}", *map(_percent, groups)])
    caption = (
        "Right homes, three new wordings together, of 72 people whose home is stated and of 36 "
        "whose home is not (recorded: three seeds, mean, lowest and highest)."
    )
    return table("21.7", caption, ["learned from", "stated", "not stated"], rows)


def ahead(found: Mapping[str, Ends]) -> Captioned:
    """Show by how much the reader's model is ahead of counting, with a 95% interval over people."""
    rows = [
        [f"home {name}", *(f"{100 * value:+.0f}" for value in ends)] for name, ends in found.items()
    ]
    caption = "How many points more homes your model has right than who counts by trade."
    return table("21.8", caption, ["people", "difference", "from", "to"], rows)
