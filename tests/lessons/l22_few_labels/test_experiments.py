"""What the recorded run is made of, and that its slice runs."""

from lessons.l22_few_labels.experiments import few_labels
from lessons.l22_few_labels.ways import PATTERNS, WAYS


def test_the_slice_scores_every_run():
    found = few_labels.run({**few_labels.CONFIGURATION, **few_labels.SLICE})
    groups = few_labels.SLICE["groups"]
    assert {name: [*runs] for name, runs in found.items()} == {
        name: [*group["runs"]] for name, group in groups.items()
    }
    for runs in found.values():
        for (one,) in runs.values():
            assert one.keys() == {"accuracy", "auc", "minutes"} and 0 <= one["accuracy"] <= 1


def test_every_way_and_every_pattern_has_its_runs():
    groups = few_labels.CONFIGURATION["groups"]
    runs = [run for group in groups.values() for run in group["runs"].values()]
    assert {run["way"] for run in runs} == WAYS.keys()
    for group, way in (("0", "zero-shot"), ("16", "pattern"), ("64", "pattern")):
        own = [one for one in groups[group]["runs"].values() if one["way"] == way]
        assert {one.get("pattern", 0) for one in own} == set(range(len(PATTERNS)))
