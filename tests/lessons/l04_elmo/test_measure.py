"""The measurements of the ELMo lesson are right."""

import pytest
import torch
from torch import nn

from bertlab.predecessors.elmo.language_model import BidirectionalLanguageModel
from bertlab.predecessors.elmo.network import ElmoNetwork, flip, pad
from bertlab.predecessors.ngrams.corpus import LanguageModelData, Vocabulary
from lessons.l04_elmo import controls, marked, measure, senses

WORDS = ("<unk>", "<s>", "</s>", "the", "may", "in", "can", "june", "be")
SENTENCES = [
    ["it", "may", "be"],
    ["the", "the", "in", "may"],
    ["may", "be", "the"],
]


@pytest.fixture
def data():
    vocabulary = Vocabulary(WORDS, tuple(range(10, 19)))
    return LanguageModelData(vocabulary, [vocabulary.encode(text) for text in SENTENCES], [], [])


@pytest.fixture
def network():
    torch.manual_seed(0)
    return ElmoNetwork(len(WORDS), 4).eval()


@pytest.mark.parametrize(
    ("sentence", "at", "expected"),
    [("in may it rained", 1, True), ("on may <num>", 1, True), ("<num> may", 1, True),
     ("may <num>", 0, True), ("it may be", 1, False), ("may", 0, False)],
)  # fmt: skip
def test_the_rule_for_months(sentence, at, expected):
    assert senses.is_month(sentence.split(), at) is expected


def test_places_are_found(data):
    assert senses.places_of(data, "may") == [(0, 1), (1, 3), (2, 0)]


def test_months_and_some_verbs():
    places, month = [(n, 0) for n in range(8)], torch.tensor([True, False] * 4)
    some, kinds = senses.months_and_some_verbs(places, month, verbs=2)
    assert (
        some[:4] == [(0, 0), (2, 0), (4, 0), (6, 0)] and kinds.tolist() == [True] * 4 + [False] * 2
    )
    assert all(number % 2 for number, _ in some[4:])


def test_states_at_reads_the_words_place(data, network):
    found = senses.states_at(network, data, [(1, 3), (0, 1)])
    with torch.no_grad():
        alone = network(*pad([data.train[1]]))[:, 0, 4]
    assert found.shape == (3, 2, 8) and torch.allclose(found[:, 0], alone, atol=1e-6)


def test_cosines_of_pairs_by_hand():
    uses = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [3.0, 0.0]])
    verbs, months, mixed = senses.pairs(uses, torch.tensor([False, True, True, False]))
    half = 2**-0.5
    assert (verbs, months, mixed) == pytest.approx((1, half, half / 2), abs=1e-6)


def test_cosines_of_any_two_words(data, network):
    long = LanguageModelData(data.vocabulary, [data.train[0]] * 200, [], [])
    rows = senses.states_at(network, long, [(0, at) for at in range(3)])[-1]
    unit = torch.nn.functional.normalize(rows, dim=1)
    found = senses.anywhere(network, long)
    assert float((unit @ unit.T).min()) < found < 1
    assert found == senses.anywhere(network, long)


def test_draws_hold_as_many_verbs_as_months():
    month = torch.tensor([True, True, False, False, False, False])
    draws = senses.balanced(month, draws=30)
    assert len(draws) == 30 and all(rows[:2].tolist() == [0, 1] for rows in draws)
    assert {len(rows) for rows in draws} == {4}
    assert {row for rows in draws for row in rows[2:].tolist()} == {2, 3, 4, 5}


def test_controls_have_a_value_for_each_network(data, network):
    places, kinds = senses.places_of(data, "may"), torch.tensor([True, False, True])
    ways = controls.ways_to_vectors({"a": [network], "b": [network, network]}, data, SENTENCES)
    seen = []

    def agreement(vectors, kinds):
        seen.append((*vectors.shape, len(kinds)))
        return 0.5

    found = senses.with_controls(agreement, ways, places, kinds)
    assert {name: len(values) for name, values in found.items()} == {
        "a": 1, "b": 2, "neighbors, word2vec": 1,
    }  # fmt: skip
    assert seen[0] == (3, 8, 3)


def test_the_mean_of_all_words_has_no_order(data, network):
    turned = LanguageModelData(data.vocabulary, [row[::-1] for row in data.train], [], [])
    one, other = (controls.all_words(network, text)([(1, 0)]) for text in (data, turned))
    table = network.embedding.weight.detach()
    assert torch.allclose(one, other)
    assert torch.allclose(one[0], table[data.train[1]].mean(dim=0), atol=1e-6)


def test_rare_uses_are_counted_by_the_word_beside():
    texts = [text.split() for text in ("his left leg left the left", "a will and the will", "bank")]
    assert list(senses.rare_uses(texts).values()) == [(1, 2), (1, 3), (0, 1)]


def test_mixed_networks_have_trained_words_and_random_readers(network):
    (random_one,) = senses.untrained(len(WORDS), seeds=[0])
    (mixed,) = controls.with_trained_words(ElmoNetwork(len(WORDS), 128), [random_one])
    assert not torch.equal(mixed.embedding.weight, random_one.embedding.weight)
    assert torch.equal(mixed.output.weight, random_one.output.weight)
    weights = [each.forward_layers[0].weight_hh_l0 for each in (mixed, random_one)]
    assert torch.equal(*weights)


def test_neighbors_are_two_on_each_side():
    table = senses.word2vec()
    words = ["the", "king", "may", "can", "june", "house"]
    found = controls.around(words, 2)
    expected = sum(table[word] for word in ("the", "king", "can", "june")) / 4
    assert found.numpy() == pytest.approx(expected)
    assert controls.around(["qqq", "may"], 1).abs().max() == 0


def test_an_exchanged_word_moves_what_has_read_it(network):
    assert controls.moved_by_exchange(network, [3, 4, 5], at=1) == [2, 3, 4]


def test_what_an_exchange_moves_is_told_by_its_tokens():
    text = controls.sides_in_words(["a", "b"], 1, [2, 3], {"ELMo": [4, 4]})
    assert "If “b” is exchanged" in text and "   b </s>\n" in text
    assert text.endswith("ELMo: 4 in layer 1, 4 in layer 2")
    assert max(map(len, text.splitlines())) <= 40


def test_torchs_packed_layer_is_the_first_layer(network):
    batch = pad([[3, 4, 5, 6], [3, 4]])
    with torch.no_grad():
        expected = network(*batch)[1]
    found = controls.packed_first_layer(network, batch)
    inside = torch.arange(6) < batch.lengths[:, None]
    assert torch.allclose(found[inside], expected[inside], atol=1e-6)
    assert (found[~inside] == 0).all()


def test_untrained_networks_leave_the_callers_random_numbers_alone():
    state = torch.get_rng_state()
    one, other = senses.untrained(7, seeds=[0, 1])
    assert torch.equal(state, torch.get_rng_state())
    assert not torch.equal(one.embedding.weight, other.embedding.weight)


def test_word2vec_cosines_are_of_the_recorded_vectors():
    found = senses.word2vec_cosines("may", ["may", "can", "june"])
    assert found["may"] == pytest.approx(1) and found["can"] > 0.6 > 0.1 > found["june"]


class Friend(nn.Module):
    """Reverses rows with their padding, or within their lengths."""

    def __init__(self, lengths):
        super().__init__()
        torch.manual_seed(0)
        self.cell, self.lengths = nn.LSTM(4, 4, batch_first=True), lengths

    def forward(self, words):
        lengths = self.lengths or [words.shape[1]] * len(words)
        lengths = torch.tensor(lengths[: len(words)])
        behind = flip(self.cell(flip(words, lengths))[0], lengths)
        return torch.cat([self.cell(words)[0], behind], dim=-1)


def test_company_changes_what_padding_reaches(network):
    texts = [[3, 4], [3, 4, 5, 6]]
    ahead, behind = measure.company(Friend(None), network.embedding, texts)
    assert ahead < 1e-6 < 1e-3 < behind
    assert max(measure.company(Friend([4, 6]), network.embedding, texts)) < 1e-6


def test_reach_of_elmo_is_one_sided(network):
    maps = measure.reach_of_elmo(network, [3, 4, 5])
    assert list(maps) == [f"layer {n}, {half}" for n in (1, 2) for half in ("forward", "backward")]
    assert (maps["layer 2, forward"].triu(1) == 0).all() and (
        maps["layer 2, forward"].tril() > 0
    ).sum() == 15
    assert (maps["layer 2, backward"].tril(-1) == 0).all()


def test_units_of_a_crossed_network_see_both_sides_in_layer_2():
    state = torch.get_rng_state()
    assert measure.words_seen_by_a_unit() == {"ELMo": [4, 4], "nn.LSTM": [4, 7]}
    assert torch.equal(state, torch.get_rng_state())


def test_gaps_are_filled_without_the_word(network):
    model = BidirectionalLanguageModel(Vocabulary(WORDS, (1,) * len(WORDS)), hidden_size=4)
    model.network_ = network
    text = [3, 4, 5]
    filled = measure.gaps_filled(model, [text])
    right = {name: 0 for name in filled}
    for at, word in enumerate(text):
        words = [WORDS[index] for index in text]
        gap = " ".join([*words[:at], "___", *words[at + 1 :]])
        for name, first in measure.guesses(model, gap, count=1).items():
            right[name] += first == [WORDS[word]]
    assert filled == {name: pytest.approx(count / 3) for name, count in right.items()}
    alone = measure.gaps_filled(model, [text], lowest=5)
    first = measure.guesses(model, "the may ___", count=1)
    assert alone == {name: [WORDS[5]] == guess for name, guess in first.items()}


def test_both_readers_multiply():
    model = BidirectionalLanguageModel(Vocabulary(WORDS[:6], (1, 1, 1, 2, 2, 4)), hidden_size=6)
    model.network_ = ElmoNetwork(6, 6)
    model.network_.output = nn.Identity()
    one = torch.tensor([[0.1, 0.1, 0.1, 0.4, 0.2, 0.1]]).log()
    two = torch.tensor([[0.1, 0.1, 0.1, 0.1, 0.4, 0.2]]).log()
    scores = measure._scores(model, one, two)["both, multiplied"][0]
    assert scores[:3].tolist() == [-torch.inf] * 3
    ratio = (0.4 * 0.1 / 2) / (0.2 * 0.4 / 2)
    assert (scores[3] - scores[4]).exp().item() == pytest.approx(ratio)


def test_controls_in_words():
    found = {"trained": [0.6, 0.7], "a, b": [0.55]}
    assert controls.bars_in_words(found) == "Bars from 50%: trained 65.0%, a, b 55.0%."


def test_hits_are_escaped_and_marked():
    table = marked.hits_table([(0.5, ["a", "<num>", "b"], 1)], "may: <b>")
    assert "0.50" in table and "a <b>&lt;num&gt;</b> b" in table and "may: &lt;b&gt;" in table
