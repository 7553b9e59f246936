"""What the further experiments show."""

from lessons.l21_knowledge.entities import graph_of, nearest_towns, trans_e
from lessons.l21_knowledge.experiments import entities as joined
from lessons.l21_knowledge.experiments import nouns
from lessons.l21_knowledge.experiments import roles as with_roles
from lessons.l21_knowledge.judge import completed
from lessons.l21_knowledge.live import points
from lessons.l21_knowledge.roles import EXCHANGED, GOLD, KNOWN, NEW, NONE
from lessons.l21_knowledge.tables import percent
from lessons.l21_knowledge.world import TOWNS, make_world

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool

from bertlab.datasets.generated.inference_kinds import KNOWN as KNOWN_NOUNS
from bertlab.datasets.generated.inference_kinds import NEW as NEW_NOUNS
from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.model.checkpoint import read_tensors
from bertlab.statistics import Estimate, proportion_difference
from workbook.captions import Captioned, table
from workbook.claims import check


class Answers:
    """What kinds of models have right, in all the ways in which they read the test.

    Args:
        path: Where their answers are kept.
        ways: For each kind the names of its ways.
        labels: Of the test pairs.
        harder: Which pairs are compared.
        baseline: To what kind, as it learned.
    """

    def __init__(
        self,
        path: Path,
        ways: Mapping[str, Sequence[str]],
        labels: Sequence[int],
        harder: Bool[np.ndarray, " N"],
        baseline: str,
    ) -> None:
        self.right = dict[tuple[str, str], Bool[np.ndarray, "S N"]]()
        self.gains, self.rows = dict[tuple[str, str], Estimate](), list[list[str]]()
        for kind, names in ways.items():
            answers = read_tensors(path)[kind] == torch.tensor(labels)
            self.right |= {(kind, way): answers[:, i].numpy() for i, way in enumerate(names)}
        usual = self.right[baseline, baseline][:, harder]
        for (kind, way), one in self.right.items():
            gain = proportion_difference(one[:, harder], usual, range(usual.shape[1]))
            self.gains[kind, way] = gain
            means = [percent(one[:, of].mean(axis=1)) for of in (~harder, harder)]
            compared = "" if kind == way == baseline else points(gain)
            self.rows.append([kind, "as learned" if kind == way else way, *means, compared])


def roles(record: Mapping[str, Any]) -> Captioned:
    """Show how often a model is right with right, wrong and no roles."""
    pairs = with_roles.test_pairs(record["configuration"]["test"])
    ways = {kind: run["ways"] for kind, run in record["configuration"]["runs"].items()}
    harder = np.arange(len(pairs)) >= len(pairs) // 2
    one = Answers(with_roles.KEPT, ways, [pair.label for pair in pairs], harder, NONE)
    gold, some, many, shuffled = (
        one.gains[kind, kind] for kind in (GOLD, "20% wrong", "40% wrong", "shuffled")
    )
    check("right roles are worth 15 points and more", gold.low > 0.15)
    near_chance = [answers[~harder].mean() < 0.6 for answers in one.right[NONE, NONE]]
    check("without roles two of three models stay near chance", sum(near_chance) == 2)
    check("the model follows its roles", one.right[GOLD, EXCHANGED].mean() < 0.1)
    check("without its roles it guesses", abs(one.right[GOLD, NONE].mean() - 0.5) < 0.1)
    check("wrong roles have their price", many.mean < some.mean < gold.mean)
    check("if 40% are wrong, most of the gain is lost", many.mean < gold.mean / 2)
    check("shuffled roles do not help", shuffled.low < 0)
    caption = (
        "Recorded (192 pairs to learn from, 3 seeds: mean, lowest and highest): accuracy with "
        f"{KNOWN} and with {NEW}, always with new nouns; and for the latter the points more than "
        "without roles, with a 95% interval over pairs and seeds."
    )
    columns = ["learns with roles", "reads roles", KNOWN, NEW, "gain"]
    return table("21.7", caption, columns, one.rows)


def vectors() -> Captioned:
    """Learn vectors of the world's graph now, and show which towns are nearest to some homes."""
    world = make_world()
    silent = [index for index, person in enumerate(world.people) if not person.stated]
    graphs = {name: graph_of(world, unstated=name == joined.WHOLE) for name in joined.GRAPHS}
    scores = {name: nearest_towns(*trans_e(graph, 0), world) for name, graph in graphs.items()}
    right = {name: completed(one.numpy(), world)[silent].mean() for name, one in scores.items()}
    check("a graph with all homes tells them", right[joined.WHOLE] > 0.9)
    check("a graph without them does not", right[joined.TEXTS] < 0.7)
    rows = []
    for index in silent[:4]:
        person = world.people[index]
        nearest = [TOWNS[int(one[index].argmax())] for one in scores.values()]
        rows.append([person.name, TOWNS[person.town], *nearest])
    caption = (
        "Which of all towns is nearest to person + home? Of the "
        f"{len(silent)} people whose home no text states, "
        + " and ".join(f"{one:.0%} ({name})" for name, one in right.items())
        + " have the right one if only those with as many words count."
    )
    return table("21.8", caption, ["person", "home", *scores], rows)


def entities(record: Mapping[str, Any]) -> Captioned:
    """Show how many homes models complete that read vectors of a graph beside the words."""
    results, alone = record["results"]["kinds"], "no vectors"
    world = make_world(**record["configuration"]["world"])
    silent = np.array([not person.stated for person in world.people])
    right = {kind: read_tensors(joined.KEPT)[kind].numpy() for kind in results}
    people = [*range(silent.sum())] * right[alone].shape[1]

    def more(*kinds: str) -> Estimate:
        one, other = (right[kind][..., silent].reshape(-1, len(people)) for kind in kinds)
        return proportion_difference(one, other, people)

    groups = "stated", "unstated"
    mean = {
        kind: [fmean(run["model"][group] for run in runs) for group in groups]
        for kind, runs in results.items()
    }
    rows = [
        [
            kind,
            *(f"{one:.0%}" for one in mean[kind]),
            "" if kind == alone else points(more(kind, alone)),
        ]
        for kind in results
    ]
    for by, one in record["results"]["counting"].items():
        rows.append([f"who counts: {by}", *(f"{one[group]:.0%}" for group in groups), ""])
    beside, apart = joined.TRANS_E, f"{joined.TRANS_E}{joined.ALONE}"
    check(
        "random vectors, too, help with stated homes", mean[joined.RANDOM][0] > mean[alone][0] + 0.2
    )
    check("beside words it is not decided", more(beside, joined.TEXTS).low < 0)
    check("without words vectors tell", more(apart, f"{joined.RANDOM}{joined.ALONE}").low > 0.15)
    told = more(apart, f"{joined.TEXTS}{joined.ALONE}")
    check("what no text says, by 20 points", told.low > 0.05 and round(100 * told.mean) == 20)
    check("stated or not is then nearly the same", mean[apart][0] - mean[apart][1] < 0.1)
    check("beside words it is not", mean[beside][0] - mean[beside][1] > 0.4)
    trade = record["results"]["counting"]["trade"]["unstated"]
    check("nobody beats who counts", all(unstated < trade for _, unstated in mean.values()))
    caption = (
        "Recorded (3 seeds): homes completed, of people whose home a text states, and of those "
        "whose home none states; for the latter also the points more than without vectors, with a "
        f"95% interval over people and seeds. *{apart}* minus *texts' graph, no words*: "
        f"{points(told)} points."
    )
    return table("21.9", caption, ["vectors", "stated", "not stated", "more"], rows)


def branches(record: Mapping[str, Any]) -> Captioned:
    """Show what K-BERT loses with too many facts, and without its matrix and positions."""
    pairs = kind_pairs(**record["configuration"]["kinds"]).test
    harder = np.array([pair.family == NEW_NOUNS for pair in pairs])
    ways, labels = record["configuration"]["runs"], [pair.label for pair in pairs]
    one = Answers(nouns.KEPT, ways, labels, harder, nouns.RIGHT)
    read = [gain for (kind, way), gain in one.gains.items() if kind == nouns.RIGHT != way]
    check("whatever it reads, nothing changes for sure", all(g.low <= 0 <= g.high for g in read))
    both = nouns.ALL_SEE_ALL, nouns.RIGHT
    seen, usual = (one.right[nouns.RIGHT, way][:, ~harder] for way in both)
    cost = proportion_difference(seen, usual, range(seen.shape[1]))
    check("nor with known nouns if all see all", cost.low < 0 < cost.high)
    caption = (
        "Recorded (3 seeds: mean, lowest and highest): accuracy on lesson 10's pairs, and on those "
        "with new nouns the points more than *right* as learned, with a 95% interval over pairs "
        f"and seeds. *All see all* with known nouns: {points(cost)} points."
    )
    columns = ["learns with facts", "reads facts", KNOWN_NOUNS, NEW_NOUNS, "more"]
    return table("21.10", caption, columns, one.rows)
