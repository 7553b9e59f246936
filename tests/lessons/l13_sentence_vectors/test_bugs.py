"""The slips of the tasks without a grade are told from what is right."""

import numpy as np
import pytest
import torch

from lessons.l13_sentence_vectors import bugs, corpora, leads


def friends(bert, batch):
    bert.eval()
    return bugs.mean_vectors(bert, batch), bugs.mean_vectors(bert, batch)


def once(bert, batch):
    bert.train()
    vectors = bugs.mean_vectors(bert, batch)
    return vectors, vectors


def without_gradient(bert, batch):
    with torch.no_grad():
        return bugs.two_readings(bert, batch)


def one_is_without(bert, batch):
    first = bugs.mean_vectors(bert.eval(), batch)
    return first, bugs.mean_vectors(bert.train(), batch)


def shuffled(bert, batch):
    first, second = bugs.two_readings(bert, batch)
    return first, second - 5 * second.mean(dim=0)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (friends, "equal to the last digit"),
        (once, "equal to the last digit"),
        (without_gradient, "no gradient"),
        (one_is_without, "without dropout"),
        (shuffled, "hardly alike"),
        (lambda bert, batch: bugs.mean_vectors(bert, batch), "Return two tensors"),
        (lambda bert, batch: (torch.ones(2), torch.ones(2)), r"must be \(4, 24\)"),
    ],
)
def test_slips_are_named(function, words):
    import re

    assert re.search(words, bugs.slip(function))


def test_right_ones_pass(capsys):
    def two_copies(bert, batch):
        bert.train()
        return tuple(bugs.mean_vectors(bert, batch) for _ in range(2))

    def mended(bert, batch):
        bert.train()
        first = bugs.mean_vectors(bert, batch)
        return first, bugs.mean_vectors(bert, batch)

    assert bugs.slip(bugs.two_readings) == bugs.slip(two_copies) == bugs.slip(mended) == ""
    assert bugs.examine(friends) is bugs.two_readings
    assert "not yet" in capsys.readouterr().out
    assert bugs.examine(mended) is mended


def by_loops(part=2.5, unit=None, paired=True, value=lambda rank: 1 / rank, sign=1):
    """Return an interval that is computed draw by draw, as a student may."""

    def lead_interval(ours, theirs, articles, draws):
        ours, theirs = (value(one.numpy().astype(float)) for one in (ours, theirs))
        names = np.array(articles) if unit is None else np.arange(len(articles))
        places = [np.flatnonzero(names == name) for name in np.unique(names)]
        random = np.random.default_rng(1)

        def drawn():
            return np.concatenate(
                [places[i] for i in random.integers(len(places), size=len(places))]
            )

        leads = []
        for _ in range(1500):
            first = drawn()
            second = first if paired else drawn()
            leads.append(sign * (ours[first].mean() - theirs[second].mean()))
        low, high = np.percentile(leads, [part, 100 - part])
        return float(low), float(high)

    return lead_interval


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (by_loops(part=5), "not 5%"),
        (by_loops(unit="query"), "Draw articles"),
        (by_loops(paired=False), "draw once for both"),
        (by_loops(value=lambda rank: rank), "take reciprocals first"),
        (by_loops(value=lambda rank: -rank), "take the reciprocal of each rank"),
        (by_loops(sign=-1), "lead of theirs"),
        (lambda ours, theirs, articles, draws: 0.1, "Return two numbers"),
        (lambda ours, theirs, articles, draws: (0.1, 0.1), "The lower end comes first"),
        (lambda ours, theirs, articles, draws: (5.0, 6.0), "Expected about"),
    ],
)
def test_slips_of_an_interval_are_named(function, words):
    assert words in leads.slip(function)


def test_an_interval_in_another_style():
    student = by_loops()
    assert leads.slip(leads.lead_interval) == leads.slip(student) == ""
    assert leads.checked(student) is student


def test_the_worked_numbers_of_the_task():
    ours, theirs = torch.tensor([1, 2, 1]), torch.tensor([2, 2, 4])
    low, high = leads.lead_interval(ours, theirs, ["A", "A", "B"])
    assert (low, high) == pytest.approx((1 / 4, 3 / 4))


def test_leads_of_the_record():
    names = "minilm-words, whitened to 256", "minilm-words, mean"
    low, high = leads.lead_of(*names)
    ranks = [leads.ranks_of(name) for name in names]
    articles = corpora.editorial_neighbors().groups
    assert leads.lead_interval(*ranks, articles) == (low, high)
    said = leads.line(*names)
    assert said.startswith("whitened to 256 minus mean\n  neighbors: ")
    assert f"[{low:+.3f}, {high:+.3f}]" in said
    assert max(map(len, said.splitlines())) <= 42
    low, high = leads.lead_of("minilm-words, SimCSE", "minilm-words, no dropout", "paraphrases")
    assert 0 < low < high < 0.05


def test_agreement_with_people_is_compared_on_the_documents_of_lee():
    vectors = torch.randn(50, 8, generator=torch.Generator().manual_seed(0))
    assert leads.on_people(vectors, 2 * vectors) == pytest.approx((0, 0, 0), abs=1e-9)


def test_drawn_apart_an_interval_is_wider():
    names = "minilm-words, [CLS]", "minilm-words, mean"
    together, apart = leads.widths(*names)
    low, high = leads.lead_of(*names)
    assert together == high - low
    assert 1.3 * together < apart < 2 * together


def add_first(y):
    s, t = 0.5 * y[:2] - 1.5, 3 * y[:2]
    return torch.cat((y[:2], y[2:] * (-s).exp() - t))


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (bugs.uncouple, "uncouple: right"),
        (add_first, "first subtract t"),
        (lambda y: y.flip(0), "The first two numbers stay"),
        (lambda y: y[:2], "Return four numbers"),
    ],
)
def test_the_way_back(function, words, capsys):
    assert bugs.inverts(function) is (function if "right" in words else bugs.uncouple)
    assert words in capsys.readouterr().out
