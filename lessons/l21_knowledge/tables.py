"""The tables of the path, and the cells in which a reader asks a model."""

from lessons.l21_knowledge import kinds, live
from lessons.l21_knowledge.experiments import nouns
from lessons.l21_knowledge.kinds import Facts, Parts
from lessons.l21_knowledge.live import BRANCH, WORDS, Valley
from lessons.l21_knowledge.nouns import MANY, NONE, RIGHT, WRONG
from lessons.l21_knowledge.ways import Reader
from lessons.l21_knowledge.world import trade_counts

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import torch

from bertlab.datasets.generated.inference_kinds import KNOWN, NEW, kind_pairs
from bertlab.model.checkpoint import read_tensors
from bertlab.model.tasks import BertForMaskedLM
from bertlab.statistics import Estimate, proportion_difference
from workbook.captions import Captioned, table
from workbook.claims import check
from workbook.widgets import choose, explore, text

PAIRS_READ = {  # what a model learned with, and what it reads
    "no facts": (NONE, NONE),
    "right facts": (RIGHT, RIGHT),
    "right facts, tested with wrong ones": (RIGHT, WRONG),
    "wrong facts": (WRONG, WRONG),
    "many facts": (MANY, MANY),
}


def percent(values: Sequence[float]) -> str:
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
        caption = (
            f"What the model expects in *{filled.removesuffix(' .')}*. The fact: *{noun} {fact}*."
        )
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
    alone, branch, seen, words = (scores[name] for name in ("none", *live.LAYOUTS))
    check("plain words are read", words["right"] > 0.8 and words["wrong"] < 0.2)
    check("a branch is hardly heard", abs(branch["right"] - alone["right"]) < 0.12)
    check("not even a wrong one", branch["wrong"] > alone["wrong"] - 0.15)
    check("it is the matrix that hides it", seen["right"] > branch["right"] and seen["wrong"] < 0.2)
    rows = [["no fact", f"{alone['right']:.0%}", f"{alone['right']:.0%}"]]
    rows += [
        [name, *(f"{scores[name][f]:.0%}" for f in ("right", "wrong"))] for name in live.LAYOUTS
    ]
    caption = (
        "How often the model fills in the true kind of 64 nouns, in three sentences each, with "
        "right facts and with those of your `wrong_facts`. *That all see*: soft positions, but no "
        "visible matrix. Guessing: one in 16."
    )
    return table("21.2", caption, ["the fact is", "right facts", "wrong facts"], rows)


def reading(record: Mapping[str, Any]) -> Captioned:
    """Show what models read that learned from real nouns, and from invented names."""
    results, rows = record["results"], []
    for kind, label in {"real": "real nouns", "invented": "invented names"}.items():
        cells = [[run["right"][way][NEW] for run in results[kind]] for way in (NONE, RIGHT, WRONG)]
        rows.append([label, *map(percent, cells)])
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
    for name, (kind, way) in PAIRS_READ.items():
        scores = [run["test"][way] for run in record["results"][kind]]
        number = record["configuration"]["runs"][kind].index(way)
        gain = "" if kind == NONE else live.points(gain_on_new_nouns(kind, number))
        rows.append(
            [name, *(percent([one[part] for one in scores]) for part in (KNOWN, NEW)), gain]
        )
    gains = [gain_on_new_nouns(kind) for kind in (RIGHT, WRONG, MANY)]
    check("no facts help for sure", all(gain.low < 0 < gain.high for gain in gains))
    right, wrong = (
        fmean(run["test"][way]["all"] for run in record["results"][RIGHT]) for way in (RIGHT, WRONG)
    )
    check("who learned with right facts does not read them", abs(right - wrong) < 0.03)
    caption = (
        "Accuracy on test pairs of lesson 10 (three seeds: mean, lowest and highest), and how many "
        "points more on new nouns than without facts, with a 95% interval over pairs and seeds."
    )
    columns = ["learned with", "known nouns", "new nouns", "more on new nouns"]
    return table("21.4", caption, columns, rows)


def gain_on_new_nouns(kind: str, way: int = 0) -> Estimate:
    """Return by how much a kind of facts is ahead of none on pairs with new nouns.

    Args:
        kind: What a model learned with.
        way: The index of how it reads; 0 is as it learned.
    """
    items = kind_pairs(**nouns.CONFIGURATION["kinds"]).test
    new = [number for number, pair in enumerate(items) if pair.family == NEW]
    labels = torch.tensor([items[number].label for number in new])
    kept = read_tensors(nouns.KEPT)
    one, none = (
        (kept[name][:, row, new] == labels).numpy() for name, row in ((kind, way), (NONE, 0))
    )
    return proportion_difference(one, none, range(len(new)))


def some_texts(number: int = 5) -> Captioned:
    """Show some sentences of the invented valley, with their names."""
    world = live.recorded_world()
    inhabitants = sorted(Counter(person.town for person in world.people).values(), reverse=True)
    check("few towns have most of the people", sum(inhabitants[:6]) > len(world.people) / 2)
    usual = trade_counts(world).argmax(axis=1) == [person.town for person in world.people]
    check("homes can be guessed by the trade", usual.mean() > 0.3)
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
