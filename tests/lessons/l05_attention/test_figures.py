"""The measurements of the attention lesson are right, and its pictures show what was measured."""

import json
import math
from pathlib import Path

import pytest
import torch
from matplotlib.colors import to_hex
from torch import nn

from bertlab.inspection.attention_measures import HeadMeans
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer
from bertlab.text.wordpiece import Batch
from lessons.l05_attention import (
    bugs,
    diagrams,
    figures,
    heads,
    measure,
    pronoun_figures,
    pronoun_pairs,
    stacks,
    trained,
)
from tests.figure_checks import title
from workbook.diagrams import overlaps


class Shift(nn.Module):
    """Token t gets the token before it times 3, plus itself."""

    def forward(self, inputs):
        return inputs + 3 * torch.roll(inputs, 1, dims=1)


def test_reach_is_the_norm_of_the_jacobian():
    found = measure.reach(lambda size: Shift(), seed=0, num_tokens=4, size=5)
    # identities of size 5, times 1 and 3
    assert found.tolist() == pytest.approx([5**0.5, 3 * 5**0.5, 0, 0])


def test_reach_takes_the_first_of_a_tuple_and_repeats():
    def make(size):
        return nn.RNN(size, size, batch_first=True)

    first, again = (measure.reach(make, 7, num_tokens=6, size=3) for _ in range(2))
    assert torch.equal(first, again)
    torch.manual_seed(7)
    network, inputs = make(3).double(), torch.randn(1, 6, 3, dtype=torch.float64)
    jacobian = torch.autograd.functional.jacobian(lambda x: network(x)[0][0, -1], inputs)
    expected = [jacobian[:, 0, 5 - back].norm().item() for back in range(6)]
    assert first.tolist() == pytest.approx(expected)


def test_the_asking_token_is_marked():
    (axes,) = figures.draw_weights(["a", "b", "c"], torch.tensor([0.2, 0.5, 0.3]), 1).axes
    assert [bar.get_height() for bar in axes.patches] == pytest.approx([0.2, 0.5, 0.3])
    assert [to_hex(bar.get_facecolor()) for bar in axes.patches] == [
        to_hex(color) for color in ("C0", "C1", "C0")
    ]
    assert title(axes).startswith("Where 'b' looks")


def test_likeness_by_hand():
    hidden = torch.tensor([[[1.0, 0.0], [3.0, 0.0], [0.0, 2.0]]])  # cosines 1, 0, 0
    assert stacks.likeness(hidden) == pytest.approx(1 / 3)
    assert stacks.likeness(torch.ones(1, 4, 5)) == pytest.approx(1)


def test_scores_spread_by_the_root_of_the_size():
    assert measure.random_scores(4).std() == pytest.approx(2, rel=0.05)
    assert measure.random_scores(64).std() == pytest.approx(8, rel=0.05)


def attend_with(mask, *vectors):
    return attend(*(part.expand(3, -1, -1) for part in vectors), mask)[0].diagonal().T, None


def attend(query, key, value, mask):
    scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
    weights = scores.masked_fill(mask[:, None] == 0, -1e9).softmax(-1)
    return weights @ value, weights


def test_who_notices_a_change_is_who_may_see_it():
    seen = torch.tensor([[1, 0, 0], [1, 1, 0], [0, 0, 1]]).bool()
    assert measure.noticed_by(0, {"own": seen}, attend_with) == {"own": [0, 1]}


def test_a_chosen_query_is_answered(capsys):
    x = torch.tensor([[1.0, 0, 1, 0], [1, 0, 0, 1], [0, 1, 0, 0]])
    W_K = torch.tensor([[1.0, 0], [0, 0], [0, 1], [0, 0]])

    def said(*changes):
        W_Q = torch.zeros(4, 2)
        W_Q[1, 0] = 4
        for row, column, number in changes:
            W_Q[row, column] = number
        bugs.examine_query(W_Q, x, W_K)
        return capsys.readouterr().out.splitlines()

    assert said()[0] == "it takes 0.50 from animal, 0.50 from street, 0.01 from itself"
    assert said()[1].startswith("mine: not yet. Both nouns get the same")
    assert (
        said((1, 1, 4.0))[1] == "mine: right: it asks for a noun that lives, and finds the animal."
    )
    assert said((1, 1, 4.0), (0, 0, 1.0))[1].endswith("what the nouns look for as well.")
    assert said((1, 1, -4.0))[1].startswith("mine: not yet. The street wins")
    assert said((1, 0, -4.0))[1].startswith("mine: not yet. It looks at itself")
    assert said((1, 1, 1.0))[1].startswith("mine: not yet. The animal is ahead")
    assert said((1, 1, math.inf))[1].startswith("mine: not yet. A number is too large")


def test_heads_with_a_bug_are_answered(capsys):
    def said(function):
        bugs.examine_heads(function)
        return capsys.readouterr().out.splitlines()

    right = said(heads.all_heads)
    assert right[0] == "The value of token 0 is changed. In which contexts is that noticed?"
    assert right[1:4] == [f"   head {head}: tokens [0, 1, 2, 3]" for head in range(3)]
    assert right[4].startswith("friends_heads: right: all heads in one call")
    viewed = said(friends(lambda part, H: heads.by_shape(part, H)))
    assert viewed[2:4] == ["   head 1: nowhere", "   head 2: nowhere"]
    assert viewed[1].startswith("   head 0: tokens")
    assert viewed[4].startswith("friends_heads: not yet. Each head should hear")
    mended = said(friends(lambda part, H: part.unflatten(-1, (H, -1)).transpose(1, 2)))
    assert mended == right


def friends(cut):
    """Write the lesson's friend's heads again, with another way to cut."""

    def function(queries, keys, values, mask, H):
        pieces = [cut(part, H).flatten(0, 1) for part in (queries, keys, values)]
        contexts, weights = attend(*pieces, mask.repeat_interleave(H, dim=0))
        contexts = contexts.unflatten(0, (-1, H)).transpose(1, 2)
        return contexts.flatten(2), weights.unflatten(0, (-1, H))

    return function


def in_a_loop(queries, keys, values, mask, H, *, cut=None, join=None, stack=None, order=None):
    """Split, attend and join, in another way than the room's, with a step done otherwise."""
    D = queries.shape[-1]
    size = D // H
    cut = cut or (lambda part, h: part[..., h * size : (h + 1) * size])
    found = [attend(*(cut(part, h) for part in (queries, keys, values)), mask) for h in range(H)]
    contexts, weights = [c for c, _ in found], [w for _, w in found]
    join = join or (lambda contexts: torch.cat(contexts, dim=-1))
    return join((order or list)(contexts)), (stack or (lambda w: torch.stack(w, dim=1)))(weights)


def with_steps(**steps):
    return lambda *given: in_a_loop(*given, **steps)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (in_a_loop, "right."),
        (with_steps(cut=lambda part, h: part[..., h::3]), "every H-th number"),
        (with_steps(cut=lambda part, h: part[..., :4]), "All heads get the first piece"),
        (with_steps(order=lambda contexts: contexts[::-1]), "wrong order"),
        (
            with_steps(join=lambda c: torch.stack(c, dim=-1).flatten(2)),
            "mixed number by number",
        ),
        (with_steps(stack=lambda w: torch.stack(w)), "The axis of the heads comes second"),
        (with_steps(stack=lambda w: torch.stack(w[::-1], 1)), "The contexts are right, but"),
        (with_steps(join=lambda c: torch.cat(c, -1) / 2), "The weights are right, but"),
        (with_steps(join=lambda c: c[0]), "the contexts are (2, 4, 12); yours are (2, 4, 4)"),
        (with_steps(join=lambda c: c), "yours are list"),
        (lambda q, k, v, mask, H: in_a_loop(q, k, v, mask * 0 + 1, H), "Padding gets weight"),
        (lambda q, k, v, mask, H: in_a_loop(k, q, v, mask, H), "exchanged"),
        (lambda q, k, v, mask, H: in_a_loop(q, k, k, mask, H), "contexts are made of keys"),
        (
            lambda q, k, v, mask, H: (
                attend(q, k, v, mask)[0],
                torch.stack([attend(q, k, v, mask)[1]] * H, 1),
            ),
            "One head sees all D numbers",
        ),
        (friends(lambda part, H: part.reshape(2, H, 4, 4)), "A head gets whole tokens here"),
        (lambda *given: in_a_loop(*given)[0], "Return two things"),
        (lambda *given: tuple(2 * part for part in in_a_loop(*given)), "not those of ours"),
    ],
)
def test_how_a_student_splits_attends_and_joins_is_answered(given, said, capsys):
    used = heads.checked(given)
    printed = capsys.readouterr().out
    assert printed.startswith("all_heads: ") and said in printed
    assert used is (given if said == "right." else heads.all_heads)


def test_numbers_joined_as_they_lie_in_memory_are_answered(capsys):
    def joined_by_view(queries, keys, values, mask, H):
        pieces = [p.reshape(2 * H, 4, 4) for p in (queries, keys, values)]
        contexts, weights = attend(*pieces, mask.repeat_interleave(H, dim=0))
        return contexts.reshape(2, 4, 12), weights.unflatten(0, (2, H))

    heads.checked(joined_by_view)
    assert "A head gets whole tokens here" in capsys.readouterr().out


def test_a_layer_that_knows_places_does_not_only_shuffle():
    class Places(nn.Module):
        def forward(self, hidden, mask):
            return hidden + torch.arange(hidden.shape[1])[:, None]

    assert measure.gap_after_shuffling(Places(), size=3, tokens=4) > 0.5
    assert measure.gap_after_shuffling(_Alone(), size=3) == 0
    positions = torch.arange(9.0)[:, None].expand(9, 3)
    assert measure.gap_after_shuffling(_Alone(), size=3, positions=positions) > 1


class _Alone(nn.Module):
    def forward(self, hidden, mask):
        return 2 * hidden


def test_sizes_of_vectors():
    found = stacks.sizes_of_vectors(seeds=[0, 1])
    normed, bare = found["with"], found["without"]
    assert normed.vectors.shape == bare.vectors.shape == (2, 13)
    assert torch.equal(normed.vectors[:, 0], bare.vectors[:, 0])  # the same input
    assert torch.equal(normed.largest[:, 0], bare.largest[:, 0])  # and the same first attention
    assert (bare.vectors[:, 2:] > normed.vectors[:, 2:]).all()
    assert (bare.largest[:, -1] > 5 * normed.largest[:, -1]).all()
    assert (bare.sensitivity[:, -1] < normed.sensitivity[:, -1] / 5).all()
    assert bare.added.shape == (2, 12, 2)
    assert ((bare.added > 0.1) & (bare.added < 1)).all()
    smaller = stacks.sizes_of_vectors(seeds=[0, 1], std=stacks.BERT_START)["without"]
    assert (smaller.vectors[:, -1] < bare.vectors[:, -1] / 5).all()


def test_a_stack_with_layernorm_is_that_of_bertlab():
    config = BertConfig(hidden_size=8, num_heads=2, intermediate_size=16)
    torch.manual_seed(0)
    layers, x = [EncoderLayer(config).eval() for _ in range(2)], torch.randn(1, 3, 8)
    with torch.no_grad():
        sizes, *_ = stacks._climb(layers, x, normed=True)
        assert sizes[-1] == pytest.approx(layers[1](layers[0](x)).std().item())


def test_operations_are_counted_by_torch():
    assert measure.counted([2]) == [24 * 2 * 768**2 + 4 * 4 * 768]


@pytest.fixture(scope="module")
def small():
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=9, hidden_size=6, num_layers=2, num_heads=3, intermediate_size=5, max_positions=4
    )
    return BertModel(config).eval()


def test_query_rows_are_those_of_real_tokens(small):
    ids = torch.tensor([[1, 2, 0, 0], [3, 4, 5, 0]])
    batch = Batch(ids, torch.zeros_like(ids), (ids > 0).long())
    rows = trained.query_rows(small, batch)
    assert rows.shape == (5, 2, 3, 4)
    assert not rows.requires_grad
    seen = small.inspect(*batch).layers
    assert torch.equal(rows[3, 1, 2], seen[1].weights[1, 2, 1])  # text 1, token 1


def test_largest_weights_say_whom_they_go_to(monkeypatch, small):
    ids = torch.tensor([[7, 2, 8]])
    batch = Batch(ids, torch.zeros_like(ids), torch.ones_like(ids))
    rows = torch.tensor([[0.1, 0.2, 0.7], [0.1, 0.6, 0.3], [0.3, 0.4, 0.3]])
    monkeypatch.setattr(trained, "query_rows", lambda *_: rows[:, None, None])
    found = trained._largest(small, batch, (7, 8))
    assert found.largest.flatten().tolist() == pytest.approx([0.7, 0.6, 0.4])
    # the first looks at [SEP], the second at itself, the third at its neighbor
    assert [trained.WHO[place] for place in found.who.flatten().tolist()] == [
        "[CLS] or [SEP]",
        "the token itself",
        "a word next to it",
    ]


def test_who_gets_over_half_of_the_weight():
    found = trained.Largest(torch.tensor([0.9, 0.4, 0.2, 0.6]), torch.tensor([0, 0, 1, 3]))
    (axes,) = figures.draw_largest(found).axes
    names = [label.get_text() for label in axes.get_yticklabels()]
    parts = dict(zip(names, [bar.get_width() for bar in axes.patches], strict=True))
    assert parts == {
        "no key over half": 50,
        "[CLS] or [SEP]": 25,
        "the token itself": 0,
        "a word next to it": 0,
        "a word further away": 25,
    }


def test_each_seed_is_a_line_and_each_kind_has_one_label():
    values = torch.rand(3, 12) + 0.1
    (axes,) = figures.draw_reach({"a": values, "b": values}).axes
    assert len(axes.lines) == 6
    assert axes.get_xticks().max() == 11  # no distance beyond the last
    assert [text.get_text() for text in axes.texts] == ["a", "b"]
    above, below = figures.draw_residuals({"with": stacks.Stack(values, values)}).axes
    assert len(above.lines) == 3 and len(below.lines) == 4  # and that of chance
    depths = torch.rand(3, 13) + 0.1
    sizes = stacks.Sizes(depths, values, values, values[..., None])
    above, below = figures.draw_sizes({"with LayerNorm": sizes, "without": sizes}).axes
    for axes in (above, below):
        written = [text.get_text() for text in axes.texts]
        assert written == ["with LayerNorm", "without"]
    assert above.lines[3].get_ydata() == pytest.approx(depths[0])
    assert below.lines[3].get_ydata() == pytest.approx(values[0])
    assert below.lines[3].get_xdata().tolist() == list(range(1, 13))
    assert above.get_xlim() == below.get_xlim()  # the same layers, one above the other


def test_lines_of_a_sentence_are_as_thick_as_its_weights():
    seen = trained.Seen(["a", "it", "b", "c"], torch.tensor([0.6, 0.1, 0.2, 0.1]))
    other = trained.Seen(["a", "it", "b", "d"], torch.tensor([0.1, 0.1, 0.2, 0.6]))
    figure = diagrams.looking_back([seen, other], "it", "title")
    widths = [p.get_linewidth() for p in figure.axes[0].patches if p.get_zorder() == 1]
    lines = [width for width in widths if width > 0][-8:]
    assert lines[0] / lines[2] == pytest.approx(3) and lines[7] == lines[0]
    written = [text.get_text() for text in figure.axes[0].texts]
    assert "c / d" in written and written.count("0.60") == 2 and written.count("0.20") == 2


def test_diagrams_are_drawn():
    x, matrix = torch.tensor([[0.5, 0.25], [0.0, 0.75]]), torch.eye(2)
    given = {"title": "t", "rows": ["dog", "it"], "columns": 4 * ["ab"]}
    written = [t.get_text() for t in diagrams.projections(x, *[matrix] * 3, **given).axes[0].texts]
    assert written.count("0.5") == written.count("0.8") == written.count("a") == 4
    assert {"queries", "keys", "values"} <= set(written) and written.count("it") == 4
    table = torch.eye(2)
    steps = diagrams.attention(table, table, table, ["a", "b"], ["cd", "ef"]).axes[0].texts
    names = {"softmax of each row: weights", "scores", "queries", "keys, transposed", "values"}
    names |= {"contexts", "×", "="}
    assert names <= {text.get_text() for text in steps}


def test_diagrams_can_be_read(drawn):
    pieces = [
        *[
            "[CLS]",
            "the",
            "animal",
            "didn",
            "'",
            "t",
            "cross",
            "the",
            "street",
            "because",
            "it",
            "was",
            "too",
            "tired",
            ".",
        ],
        "[SEP]",
    ]
    seen = trained.Seen(pieces, torch.full((16,), 1 / 16))
    other = trained.Seen([*pieces[:13], "wide", ".", "[SEP]"], seen.weights)
    diagrams.looking_back([seen, other], "it", "title")
    matrix = torch.ones(4, 2)
    columns = ["noun", "living"], ["living", "place"]
    words = ["animal", "street", "it"]
    diagrams.attention(*3 * [torch.ones(3, 2)], words, columns)
    means = [["noun", "pronoun", "living", "place"], *3 * [["living", "place"]]]
    diagrams.projections(torch.ones(3, 4), *[matrix] * 3, title="t", rows=words, columns=means)
    diagrams.masks(["the", "dog", "sleeps", "[PAD]"])
    diagrams.heads(3)
    diagrams.two_cuts(3)
    diagrams.layer()
    assert [overlaps(drawing) for drawing in drawn] == 7 * [[]]


def test_the_second_residual_begins_between_the_blocks(drawn):
    diagrams.layer()
    (drawing,) = drawn
    spans = [line.path.vertices[1:3, 1] for line in drawing.lines if len(line.path.vertices) == 4]
    (first, second) = sorted(sorted(span) for span in spans)
    assert first[1] < second[0]  # they have no point in common


def test_a_view_cuts_across_tokens():
    written = [text.get_text() for text in diagrams.two_cuts(3).axes[0].texts]
    first = written.index("head 0")
    numbers = [text for text in written if text[0].isdigit()]
    assert first >= 0 and len(numbers) == 48
    assert numbers[:4] == ["0.0", "0.1", "1.0", "1.1"]  # the columns of head 0
    assert numbers[24:32] == ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "1.0", "1.1"]


def test_scaling_by_torch_itself():
    found = measure.scaling([16], seeds=[3])
    generator = torch.Generator().manual_seed(3)
    queries = torch.randn(2000, 16, generator=generator)
    keys = torch.randn(64, 16, generator=generator)
    for name, divisor in (("not divided", 1), ("divided", 4)):
        weights = torch.softmax(queries @ keys.T / divisor, 1)
        assert found[name].largest.item() == pytest.approx(weights.amax(1).mean().item(), rel=1e-4)
        slopes = (weights - weights**2).sum(1).mean().item()
        assert found[name].sensitivity.item() == pytest.approx(slopes, rel=1e-4)


def test_scaling_shows_the_mean_over_seeds():
    values = torch.tensor([[0.2, 0.4, 0.5], [0.4, 0.6, 0.5]])  # 2 seeds, 3 sizes
    found = {n: measure.Scaling(values / k, values) for n, k in (("not", 1), ("divided", 2))}
    scores = torch.tensor([-1.0, 1.0, 3.0])
    left, right = figures.draw_scaling(scores, [4, 16, 64], found).axes
    assert sum(bar.get_height() for bar in left.patches[:60]) == 3
    assert right.lines[0].get_ydata().tolist() == pytest.approx([0.3, 0.5, 0.5])
    assert right.lines[1].get_ydata().tolist() == pytest.approx([0.15, 0.25, 0.25])


def test_residuals_keep_tokens_and_their_gradients_apart():
    found = stacks.residuals(seeds=[0])
    assert found["with"].alike.shape == (1, 13) and found["with"].own.shape == (1, 13)
    assert torch.equal(found["with"].alike[:, 0], found["without"].alike[:, 0])  # the same input
    assert found["without"].own[0, 0] < 0.1 < 0.5 < found["with"].own[0, 0]
    assert found["with"].own[0, -2] > found["with"].own[0, 0]  # one layer mixes less than twelve
    assert found["with"].own[0, -1] == found["without"].own[0, -1] == 1  # the output itself


def test_pronouns_read_both_endings_in_all_heads():
    def read(sentence):
        pieces = sentence.replace(".", " .").replace(",", " ,").lower().split()
        weights = torch.zeros(4, 2, len(pieces), len(pieces))
        weights[3, 1, pieces.index("it"), 1] = 0.25 * len(pieces[-2])
        return pieces, weights

    found = trained.pronouns(read, trained.twelve_pairs())
    assert found.weights.shape == (12, 2, 2, 4, 2)
    assert found.names[0] == "trophy (big) / suitcase (small)"
    # the second word is the first noun: "big" has 3 letters, "small" 5
    assert found.weights[0, :, :, 3, 1].tolist() == [[0.75, 0], [1.25, 0]]
    assert found.weights[0, :, :, 0, 0].sum() == 0


def test_what_a_pronoun_moves_by_hand():
    weights = torch.tensor([[[0.6, 0.2], [0.1, 0.3]], [[0.2, 0.2], [0.3, 0.1]]])[..., None, None]
    found = trained.Pronouns(["a", "b"], weights)
    assert found.moved().flatten().tolist() == pytest.approx([0.5, -0.25])
    assert found.on_nouns().tolist() == [[pytest.approx(0.5)]]
    shown = {"c": torch.tensor([0.6, 1 / 7]), "a": torch.tensor([0.75, 0.25])}
    shown["b"] = torch.tensor([0.5, 0.75])
    top, below = pronoun_figures.draw_pronouns(shown, (0, 0), found).axes
    (last,) = pronoun_figures.draw_control(found, (0, 0)).axes
    first, second = (points.get_offsets() for points in top.collections[-2:])
    # the last pair at the bottom, that of the opening at the top
    assert first[:, 0].tolist() == pytest.approx([0.5, 0.75, 0.6])
    assert second[:, 0].tolist() == pytest.approx([0.75, 0.25, 1 / 7])
    names = [label.get_text() for label in top.get_yticklabels()]
    assert names == ["b", "a", "c"]
    assert last.get_ylabel() == below.get_ylabel() == "pairs moved\n(of 2)"
    others, ours = (points.get_offsets() for points in below.collections)
    assert len(others) == 0 and ours.tolist() == [[pytest.approx(0.5), 1]]  # a moves, b does not


def test_poured_parameters_give_the_same_vectors(small):
    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.query, self.key = nn.Linear(6, 6), nn.Linear(6, 6)
            self.value, self.output = nn.Linear(6, 6), nn.Linear(6, 6)

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.attention = Attention()
            self.attention_norm, self.output_norm = nn.LayerNorm(6), nn.LayerNorm(6)
            self.expand, self.contract = nn.Linear(6, 5), nn.Linear(5, 6)

    theirs = small.encoder.layers[1]
    layer, x = trained.poured(Layer(), theirs), torch.randn(3, 6)
    block = layer.attention
    mine = torch.cat([part(x) for part in (block.query, block.key, block.value)], dim=1)
    torch.testing.assert_close(mine, theirs.attention.projection(x))
    torch.testing.assert_close(block.output(x), theirs.attention.output(x))
    fed = layer.contract(nn.functional.gelu(layer.expand(x)))
    torch.testing.assert_close(fed, theirs.feed_forward(x))
    assert torch.equal(layer.output_norm.weight, theirs.output_norm.weight)


def test_the_lesson_lists_all_pairs_of_sentences():
    room = Path(trained.__file__).parent
    text = (room / "lesson.py").read_text(encoding="utf-8")
    rows = json.loads((room / "pronouns.json").read_text(encoding="utf-8"))
    rows += pronoun_pairs.HE_OR_SHE
    listed = [row["sentence"].format("[{} / {}]".format(*row["endings"])) for row in rows]
    assert text.count("# <li>") == len(rows) == 20
    assert all(f"<li>{sentence}</li>" in text for sentence in listed)


def test_the_opening_pair_is_that_of_the_lesson():
    room = Path(trained.__file__).parent
    text = (room / "lesson.py").read_text(encoding="utf-8")
    assert f'SENTENCE = "{trained.OPENING["sentence"]}"' in text
    assert 'ends = ("tired", "wide")' in text and trained.OPENING["endings"] == ["tired", "wide"]


def test_he_and_she_ask_where_they_decide():
    def read(sentence):
        pieces = sentence.replace(".", " .").lower().split()
        weights = torch.zeros(1, 1, len(pieces), len(pieces))
        (asks,) = (place for place, piece in enumerate(pieces) if piece in ("he", "she"))
        weights[0, 0, asks, 1] = 1
        return pieces, weights

    found = trained.pronouns(read, pronoun_pairs.HE_OR_SHE)
    assert found.weights.shape == (8, 2, 2, 1, 1)
    assert found.weights[:, :, 0].eq(1).all() and found.weights[:, :, 1].eq(0).all()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda w, p, a, b: w[p.index("it")][p.index(a)] / sum(of_it(w, p, a, b)), "right."),
        (lambda w, p, a, b: of_it(w, p, a, b)[1] / sum(of_it(w, p, a, b)), "second noun's"),
        (lambda w, p, a, b: of_it(w, p, a, b)[0], "Divide it by the weight on both"),
        (lambda w, p, a, b: of_it(w, p, a, b)[0] / of_it(w, p, a, b)[1], "not by that on the"),
        (
            lambda w, p, a, b: of_it(w.T, p, a, b)[0] / sum(of_it(w.T, p, a, b)),
            "You read a column",
        ),
        (lambda w, p, a, b: 0.123, "Take the row of it"),
        (lambda w, p, a, b: w, "Return one number; this is Tensor"),
        (lambda w, p, a, b: None, "not filled in yet"),
    ],
)
def test_a_measure_of_the_head_is_answered(given, said, capsys):
    used = pronoun_pairs.checked(given)
    printed = capsys.readouterr().out
    assert printed.startswith("proportion_on_first: ") and said in printed
    assert used is (given if said == "right." else pronoun_pairs.proportion_on_first)


def of_it(weights, pieces, first, second):
    row = weights[pieces.index("it")]
    return row[pieces.index(first)].item(), row[pieces.index(second)].item()


def test_pairs_of_a_student_are_measured(capsys):
    def read(sentence):
        pieces = sentence.replace(".", " .").lower().split()
        weights = torch.ones(4, 2, len(pieces), len(pieces))
        weights[3, 1, :, 1] = len(pieces[-2])
        return pieces, weights

    rows = [{"sentence": "a cat and it {}.", "nouns": ["cat", "and"], "endings": ["ab", "abcd"]}]
    measure_it = pronoun_pairs.proportion_on_first
    found = pronoun_pairs.proportions(measure_it, read, rows, (3, 1))
    assert found.tolist() == [[pytest.approx(2 / 3), pytest.approx(0.8)]]
    mine = [("a cat and it {}.", "cat", "and", "ab", "abcd"), ("a cat {}.", "cat", "a", "b", "c")]
    pronoun_pairs.report(measure_it, read, (3, 1), mine)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "   cat: 0.67 (ab), 0.80 (abcd)"
    assert lines[3].startswith("   expected once, as one piece: 'it'; got ['a', 'cat', 'b'")


def test_the_best_heads_of_three_roles():
    means = HeadMeans(*torch.zeros(7, 2, 3))
    means.previous[1, 2] = means.first[0, 1] = means.entropy[1, 0] = 1
    assert measure.best_roles(means) == [(1, 2), (0, 1), (1, 0)]


def test_open_gates_and_sinusoids():
    network = measure._open_gates(5)
    gates = network.bias_ih_l0 + network.bias_hh_l0
    assert gates[5:10].tolist() == [3] * 5 and gates[:5].abs().max() < 1
    waves = measure.sinusoids(7, 4)
    assert waves[0].tolist() == [0, 1, 0, 1]
    assert waves[3].tolist() == pytest.approx(
        [math.sin(3), math.cos(3), math.sin(0.03), math.cos(0.03)]
    )
    cosines = measure.cosines(waves)
    assert torch.allclose(cosines.diagonal(), torch.ones(7))
    axes = figures.draw_positions({"a": cosines, "b": cosines}).axes
    assert [title(each) for each in axes[:2]] == ["a", "b"]


def test_learned_positions_are_those_of_the_model(small):
    assert torch.equal(measure.learned(small, 3), small.embeddings.position.weight[:3])


def test_the_chosen_head_is_outlined():
    difference = torch.tensor([[0.1, -0.3], [0.2, 0.0]])
    axes = pronoun_figures.draw_chosen(difference, (1, 0), "t").axes[0]
    assert axes.images[0].get_array().tolist() == difference.tolist()
    assert axes.images[0].get_clim() == (pytest.approx(-0.3), pytest.approx(0.3))
    assert axes.patches[0].get_xy() == (-0.5, 0.5)
