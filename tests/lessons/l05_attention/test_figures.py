"""What the lesson computes is right, and its figures show what was computed."""

import math
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from lessons.l05_attention import diagrams, exercises, figures, live, reach, tables, world
from workbook.claims import ClaimError
from workbook.exercises import load
from workbook.make.lesson_source import read_source

SOURCE = Path(live.__file__).with_name("lesson.py")
measure, follows, EncoderLayer = (
    load(each).reference for each in (exercises.measure, exercises.follows, exercises.encoder_layer)
)


def encoder_of_the_lesson():
    """Return the class that a cell of the lesson defines, with the reference of its layers."""
    (cell,) = (c for c in read_source(SOURCE) if c.source.startswith("class Encoder("))
    norm = live.norm_of(load(exercises.layer_normalization).reference)
    names = {"torch": torch, "nn": nn, "EncoderLayer": EncoderLayer, "LayerNorm": norm}
    exec(cell.source, names)
    return names["Encoder"]


Encoder = encoder_of_the_lesson()
WORDS = ["people", "keep", "dogs", "because", "they", "bark"]
EVERYTHING = torch.ones(1, 1, 6, dtype=torch.bool)


def small(layers=2):
    torch.manual_seed(0)
    return Encoder(V=len(world.WORDS), T=6, D=8, H=2, L=layers)


def test_each_sentence_has_one_noun_that_fits_and_held_out_nouns_stay_out():
    train, test = world.sentences()
    assert (len(train.ids), len(test.ids)) == (1456, 448)
    for given in (train, test):
        for ids, answer in zip(given.ids.tolist(), given.answers.tolist(), strict=True):
            fits = world.CAN[world.WORDS[ids[5]]].split()
            assert [i for i in (ids[0], ids[2]) if world.WORDS[i] in fits] == [answer]
    pairs = [{frozenset(row) for row in given.ids[:, [0, 2]].tolist()} for given in (train, test)]
    assert not pairs[0] & pairs[1]


def test_two_endings_turn_the_answer():
    rows = world.two_endings()
    assert rows.shape == (100, 2, 6)
    assert torch.equal(rows[:, 0, :5], rows[:, 1, :5])
    for first, second in rows.tolist():
        for ids, place in ((first, 0), (second, 2)):
            fits = world.CAN[world.WORDS[ids[5]]].split()
            assert [i for i in (0, 2) if world.WORDS[ids[i]] in fits] == [place]


def test_the_better_noun_of_each_pair():
    ids = torch.tensor([[1, 0, 2, 0, 0, 0], [2, 0, 1, 0, 0, 0], [1, 0, 2, 0, 0, 0]])
    assert world.nouns_alone(world.Sentences(ids, torch.tensor([1, 1, 2]))) == pytest.approx(2 / 3)


@pytest.mark.parametrize("part", ["residuals", "LayerNorm", "feed-forward"])
def test_what_is_taken_out_is_gone(part):
    model, cut = small(1), world.without(small(1), part)
    ids = torch.tensor([[3, 1, 2, 0, 4, 5]])
    layer = model.layers[0]
    x = model.norm(model.word(ids) + model.position.weight[:6] + model.token_type.weight[0])
    keep, norm = part != "residuals", part != "LayerNorm"
    h = keep * x + layer.attention(x, EVERYTHING)
    h = layer.attention_norm(h) if norm else h
    fed = layer.contract(nn.functional.gelu(layer.expand(h)))
    y = keep * h + (part != "feed-forward") * fed
    y = layer.output_norm(y) if norm else y
    torch.testing.assert_close(cut(ids, EVERYTHING), y)


def test_a_training_is_the_students_and_begins_with_its_seed(monkeypatch):
    monkeypatch.setattr(world, "STEPS", 3)
    given, _ = world.sentences()
    rows = []

    def step(model, optimizer, ids, answers, mask):
        at = [(given.ids == row).all(dim=1).nonzero()[0, 0] for row in ids]
        assert torch.equal(given.answers[at], answers)
        rows.append(ids)
        return float(len(rows))

    train = world.trainer(Encoder, step)
    first, losses = train(EVERYTHING, seed=1)
    again, other = (train(EVERYTHING, seed)[0].word.weight for seed in (1, 2))
    assert losses == [1, 2, 3]
    assert torch.equal(first.word.weight, again)
    assert not torch.equal(again, other)
    assert [len(each) for each in rows] == [world.BATCH] * 9


def test_a_pronoun_or_noun_in_pieces_is_an_error():
    tokens = ["dog", "##s", "dog"]
    assert live._once("##s", tokens) == 1
    with pytest.raises(ValueError, match="expected 'dog' once, as one token, got dog ##s dog"):
        live._once("dog", tokens)


def test_the_measure_is_applied_to_all_pairs_of_the_small_world():
    p = world.measured_small(measure, small())
    assert p.shape == (100, 2, 2, 2)
    assert bool(((p > 0) & (p < 1)).all())


def test_twelve_pairs_and_eight():
    rows = [*live.twelve_pairs(), *live.he_or_she(), live.OPENING]
    assert len(rows) == 21
    for row in rows:
        words = row.sentence.format("X").lower().replace(".", "").replace(",", "").split()
        assert words.count(row.first) == words.count(row.second) == 1


def test_a_layer_adds_and_normalizes():
    """Only the larger of person and dog is added by the feed-forward network."""
    x = torch.tensor([0.0, 1, 0, 0])
    _, attended, total, h, fed, longer, y = live.one_layer(x, torch.tensor([0.6, 0.2]))
    assert attended.tolist() == pytest.approx([0, 0, 0.6, 0.2])
    torch.testing.assert_close((total, longer), (x + attended, h + fed))
    assert [float(v.norm()) for v in (h, y)] == pytest.approx([2, 2], abs=1e-3)
    assert fed[2] > 1 > 0.1 > abs(fed[3])


def test_inside_measures_words_and_lengths_by_layer():
    model = small(3)
    alike, lengths = world.inside(model, EVERYTHING)
    assert len(lengths) == 3 and lengths == pytest.approx([8**0.5] * 3, rel=0.01)
    assert -1 < alike < 1


def test_scores_spread_by_the_root_of_the_size():
    found = live.scaling((4, 64))
    assert [row.spread for row in found] == pytest.approx([2, 8], rel=0.1)
    assert found[1].largest > 0.7 > 0.15 > found[1].divided


@pytest.mark.parametrize(
    ("falls", "rises", "control"),
    [(3, 2, 7), (2, 3, 7), (2, 2, 6)],
    ids=["a head follows three pairs", "a head leaves three", "six heads follow the control"],
)
def test_a_table_of_moved_pairs_that_does_not_hold(falls, rises, control):
    twelve, eight = torch.zeros(2, 2, 6, 12).long()
    twelve[0, 3, 1] = twelve[1, 0, 0] = 2
    eight[0].view(-1)[:7] = eight[1].view(-1)[:5] = 8
    text = tables.moved(twelve, eight).words
    assert "falls | 2 of 12 | 2 of 12, in 1 | 2 of 864" in text
    assert "rises | 0 of 8 | 8 of 8, in 5 | 40 of 576" in text
    twelve[:, 0, 0], eight[0].view(-1)[6] = torch.tensor([falls, rises]), 8 * (control == 7)
    with pytest.raises(ClaimError):
        tables.moved(twelve, eight)


def test_a_pair_that_changes_sides_breaks_the_claim(drawn):
    p, opening = torch.full((12, 2, 6, 12), 0.7), torch.full((1, 2, 6, 12), 0.7)
    opening[0, 1] = 0.3
    p[[7, 10], 1] = 0.55
    found = figures.pairs(p, opening)
    assert "people / dogs, fish / worm, horse / fence alone" in found.words
    p[0, 1] = 0.55
    with pytest.raises(ClaimError, match="fish and horse"):
        figures.pairs(p, opening)
    p[4, 1] = 0.2
    with pytest.raises(ClaimError, match="twelve pairs"):
        figures.pairs(p, opening)


@pytest.mark.parametrize(
    ("residuals", "norm", "broken"),
    [(math.log(13), 0.92, None), (1.7, 0.92, "a guess"), (math.log(13), 0.8, "learns as well")],
)
def test_a_part_that_does_something_else_breaks_the_claim(monkeypatch, residuals, norm, broken):
    def train(mask, seed, L, part):
        return {"": 0.9, "residuals": 0.1, "LayerNorm": norm}.get(part, 0.91), [residuals] * 20

    def inside(network, mask):
        return world.Inside(float(network == 0.1), [4, 8 if network == norm else 4])

    monkeypatch.setattr(world, "accuracy", lambda network, mask: network)
    monkeypatch.setattr(world, "inside", inside)
    if broken is None:
        text = tables.ablation(train, EVERYTHING).words
        assert "residuals | 1.0 | 4 to 4 | 2.56 | 10% to 10%" in text
        return
    with pytest.raises(ClaimError, match=broken):
        tables.ablation(train, EVERYTHING)


def test_networks_that_the_measure_can_read_break_the_claim(monkeypatch):
    monkeypatch.setattr(world, "answers", lambda model, ids, mask: ids[:, 0] * 0 + model.named(ids))
    ids = world.two_endings()
    right = {
        tuple(row): row[at] for both in ids.tolist() for row, at in zip(both, (0, 2), strict=True)
    }
    network = SimpleNamespace(
        named=lambda rows: torch.tensor([right[tuple(r)] for r in rows.tolist()])
    )
    monkeypatch.setattr(world, "measured_small", lambda measure, model: None)
    table = tables.small_world([network], measure, lambda p: torch.tensor([[20, 30]]))
    assert "0 | 100 of 100 | 30 of 100" in table.words
    with pytest.raises(ClaimError):
        tables.small_world([network], measure, lambda p: torch.tensor([[20, 60]]))


def test_diagrams_are_drawn():
    x, matrix = torch.ones(6, 4), torch.ones(4, 2)
    names = (["a", "b"],) * 3
    drawn = [
        diagrams.draw_projections(x, (matrix,) * 3, WORDS, figures.FEATURES, names),
        diagrams.draw_attention(x @ matrix, x @ matrix, x @ matrix, WORDS),
        diagrams.draw_heads(WORDS),
        diagrams.draw_model(),
        diagrams.draw_layer([("they", "why", "hidden", torch.tensor([0, -1.5]))], ["a", "b"]),
    ]
    texts = [" ".join(text.get_text() for text in figure.axes[0].texts) for figure in drawn]
    assert ".17" in texts[1]
    assert "head 0" in texts[2]
    assert "\u22121.50 1.50 why" in texts[4]
    assert all(name in texts[3] for name in ("attention_norm", "expand", "token_type"))


class Shift(nn.Module):
    """Token t gets the token before it times 3, plus itself."""

    def forward(self, inputs):
        return inputs + 3 * torch.roll(inputs, 1, dims=1)


def test_reach_is_the_norm_of_the_jacobian():
    found = reach.reach(lambda size: Shift(), seed=0, num_tokens=4, size=5)
    # identities of size 5, times 1 and 3
    assert found.tolist() == pytest.approx([5**0.5, 3 * 5**0.5, 0, 0])


def test_sinusoids_by_hand():
    found = reach.sinusoids(3, 4)
    assert found[0].tolist() == [0, 1, 0, 1]
    expected = [math.sin(2), math.cos(2), math.sin(0.02), math.cos(0.02)]
    assert found[2].tolist() == pytest.approx(expected)


def test_price_is_what_torch_counts():
    linear, pairs = reach.price(torch.tensor([8, 4608]), 768)
    assert reach.counted([8, 4608]) == (linear + pairs).tolist()
    assert linear[1] == pairs[1]


def test_main_directions_of_a_plane():
    flat = torch.tensor([[1.0, 0, 0], [0, 2, 0], [1, 1, 0]])
    parts = reach.parts_in_main_directions(flat, torch.tensor([[0.0, 3, 4]]), 2)
    assert parts == pytest.approx((1, 9 / 25))
