"""ELMo: values by hand, laws, files, and bad input."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bertlab.predecessors.elmo.features import (
    ScalarMix,
    occurrences,
)
from bertlab.predecessors.elmo.language_model import BidirectionalLanguageModel
from bertlab.predecessors.elmo.network import ElmoNetwork, Padded, flip, pad, prediction_tasks
from bertlab.predecessors.elmo.sampled_softmax import SampledSoftmax
from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.nnlm.training import Training

WORDS = Vocabulary.from_sentences([["a", "b", "c", "d", "b"]])  # 8 ids
texts = st.lists(st.lists(st.integers(3, 6), max_size=6), min_size=1, max_size=5)


def small(seed: int = 0, **sizes: float) -> BidirectionalLanguageModel:
    torch.manual_seed(seed)
    model = BidirectionalLanguageModel(WORDS, **{"hidden_size": 5, "dropout": 0.0, **sizes})
    model.network_ = model._build()
    return model


def test_pad_by_hand() -> None:
    padded = pad([[5, 3], [], [4]])
    assert padded.tokens.tolist() == [[1, 5, 3, 2], [1, 2, 0, 0], [1, 4, 2, 0]]
    assert padded.lengths.tolist() == [4, 2, 3]


def test_flip_by_hand() -> None:
    values = torch.tensor([[5, 6, 7, 0], [8, 9, 0, 0]])
    assert flip(values, torch.tensor([3, 2])).tolist() == [[7, 6, 5, 0], [9, 8, 0, 0]]


@given(texts)
def test_flipping_twice_changes_nothing(sentences: list[list[int]]) -> None:
    tokens, lengths = pad(sentences)
    assert torch.equal(flip(flip(tokens, lengths), lengths), tokens)


def test_each_direction_predicts_what_it_has_not_read() -> None:
    padded = pad([[5, 3], [4]])
    top = torch.zeros(2, 4, 2)
    top[..., 0] = padded.tokens  # what a state has just read, in both halves
    top[..., 1] = padded.tokens
    ahead, behind = prediction_tasks(top, padded)
    assert ahead.states[:, 0].tolist() == [1, 5, 3, 1, 4]
    assert ahead.targets.tolist() == [5, 3, 2, 4, 2]
    assert behind.states[:, 0].tolist() == [5, 3, 2, 4, 2]
    assert behind.targets.tolist() == [1, 5, 3, 1, 4]
    assert ahead.rows.tolist() == behind.rows.tolist() == [0, 0, 0, 1, 1]


@given(texts)
def test_a_text_has_one_prediction_for_each_word_and_one_for_its_end(
    sentences: list[list[int]],
) -> None:
    expected = sum(len(sentence) + 1 for sentence in sentences)
    ahead, behind = small().directions(sentences)
    assert len(ahead) == len(behind) == expected
    both = np.concatenate([ahead, behind])
    assert np.isclose(small().perplexity(sentences), math.exp(-both.mean()))


@given(texts)
def test_company_in_a_batch_changes_no_score(sentences: list[list[int]]) -> None:
    model = small()
    together = model.directions(sentences)
    alone = [model.directions([sentence]) for sentence in sentences]
    for number in range(2):
        parts = np.concatenate([scores[number] for scores in alone])
        np.testing.assert_allclose(together[number], parts, atol=1e-5)


@pytest.mark.parametrize("layer", [1, 2])
@pytest.mark.parametrize("place", [0, 2, 5])
def test_each_half_has_gradient_from_one_side_only(layer: int, place: int) -> None:
    network, padded = small().network_, pad([[3, 4, 5, 6]])
    vectors = network.embedding(padded.tokens).detach().requires_grad_()
    ahead, behind = network.contextualize(vectors, padded.lengths)[layer, 0, place].chunk(2)
    for half, one_side in ((ahead, range(place + 1)), (behind, range(place, 6))):
        (gradient,) = torch.autograd.grad(half.sum(), vectors, retain_graph=True)
        reached = gradient[0].abs().sum(dim=1) > 0
        assert reached.nonzero().flatten().tolist() == list(one_side)


def test_layer_0_is_the_word_twice() -> None:
    network, padded = small().network_, pad([[3, 4]])
    layers = network(*padded)
    assert layers.shape == (3, 1, 4, 10)
    word = network.embedding(padded.tokens)
    torch.testing.assert_close(layers[0], torch.cat([word, word], dim=-1))


def test_dropout_works_in_training_only() -> None:
    network, padded = small(dropout=0.5).network_, pad([[3, 4, 5]])
    network.train()
    assert not torch.equal(network(*padded), network(*padded))
    network.eval()
    assert torch.equal(network(*padded), network(*padded))


def test_the_next_word_is_what_the_forward_model_scores() -> None:
    model, sentence = small(), [3, 5, 4]
    ahead, _ = model.directions([sentence])
    expected = [math.log(model.distribution(sentence[:t])[w]) for t, w in enumerate([*sentence, 2])]
    np.testing.assert_allclose(ahead, expected, atol=1e-5)


def test_training_learns_a_rule_in_both_directions() -> None:
    sentences = [[3, 4], [5, 6]] * 30  # b follows a, d follows c: one bit a sentence
    training = Training(learning_rate=0.02, batch_size=10, max_epochs=20, weight_decay=0.0)
    model = BidirectionalLanguageModel(WORDS, 8, 2, 0.0, 50, training).fit(sentences)
    for scores in model.directions(sentences[:2]):
        assert math.exp(-scores.mean()) == pytest.approx(2 ** (1 / 3), abs=0.05)
    again = BidirectionalLanguageModel(WORDS, 8, 2, 0.0, 50, training).fit(sentences)
    assert torch.equal(again.network_.output.weight, model.network_.output.weight)


def test_the_sampled_loss_is_near_the_full_one() -> None:
    torch.manual_seed(0)
    output, states = torch.nn.Linear(4, 9), torch.randn(200, 4)
    targets = torch.randint(0, 9, (200,))
    loss = SampledSoftmax([0, 5, 9, 3, 4, 8, 1, 2, 7], 20_000)(states, targets, output)
    full = torch.nn.functional.cross_entropy(output(states), targets)
    assert loss.item() == pytest.approx(full.item(), abs=0.02)


def test_the_mix_by_hand() -> None:
    mix, layers = ScalarMix(2), torch.tensor([[[1.0, 2.0, 4.0]], [[3.0, 0.0, 8.0]]])
    torch.testing.assert_close(mix(layers), torch.tensor([[2.0, 1.0, 6.0]]))
    with torch.no_grad():
        mix.w.copy_(torch.tensor([math.log(3), 0.0]))
        mix.gamma.fill_(2.0)
    torch.testing.assert_close(mix.weights, torch.tensor([0.75, 0.25]))
    torch.testing.assert_close(mix(layers), torch.tensor([[3.0, 3.0, 10.0]]))


@given(st.lists(st.floats(-5, 5), min_size=3, max_size=3), st.floats(-3, 3))
def test_a_mix_of_equal_layers_is_that_layer_times_gamma(w: list[float], gamma: float) -> None:
    mix, layer = ScalarMix(3), torch.randn(4, 2)
    with torch.no_grad():
        mix.w.copy_(torch.tensor(w))
        mix.gamma.fill_(gamma)
    torch.testing.assert_close(mix(layer.expand(3, 4, 2)), gamma * layer, atol=1e-5, rtol=1e-5)


def test_occurrences_by_hand() -> None:
    model, b = small(), WORDS.index("b")
    found = occurrences(model, [[b, 4], [5], [6, b, b]], "b")
    assert found.positions == [(0, 0), (2, 1), (2, 2)]
    expected = model.network_(*pad([[6, b, b]]))[:, 0, 2]  # behind <s>
    torch.testing.assert_close(found.vectors[:, 1], expected)


def test_a_saved_model_comes_back(tmp_path) -> None:
    model = small()
    model.save(tmp_path / "new")
    again = BidirectionalLanguageModel.load(tmp_path / "new")
    assert again.vocabulary == model.vocabulary
    for name, tensor in model.network_.state_dict().items():
        assert torch.equal(again.network_.state_dict()[name], tensor.half().float())
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["config.json", "model.safetensors", "vocabulary.json"]


def test_damaged_files_are_refused(tmp_path) -> None:
    small().save(tmp_path)
    (tmp_path / "config.json").write_text('{"hidden_size": 4, "num_layers": 2, "dropout": 0.0}')
    with pytest.raises(ValueError, match=r"of {'hidden_size': 5, .* says {'hidden_size': 4"):
        BidirectionalLanguageModel.load(tmp_path)
    whole = (tmp_path / "model.safetensors").read_bytes()
    (tmp_path / "model.safetensors").write_bytes(whole[:-10])
    with pytest.raises(ValueError, match="fetch the file again"):
        BidirectionalLanguageModel.load(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(FileNotFoundError, match=r"model\.safetensors"):
        BidirectionalLanguageModel.load(tmp_path)


def test_bad_input_is_refused() -> None:
    model = small()
    for sizes, message in (
        ({"hidden_size": 0}, r"sizes must be at least 1, got V, D and L = \(1, 0, 2\)"),
        ({"num_layers": 0}, "sizes must be at least 1"),
        ({"dropout": 1.0}, r"dropout must lie in \[0, 1\), got 1.0"),
        ({"num_samples": 0}, "expected num_samples >= 1, got 0"),
    ):
        with pytest.raises(ValueError, match=message):
            BidirectionalLanguageModel(WORDS, **sizes)
    with pytest.raises(ValueError, match="expected counts of at least 0, got \\[\\]"):
        SampledSoftmax([], 3)
    with pytest.raises(ValueError, match="expected ids from 0 to 6, got 7"):
        model.directions([[3, 7]])
    with pytest.raises(ValueError, match="expected at least one sentence, got none"):
        model.directions([])
    with pytest.raises(ValueError, match="expected at least one sentence, got none"):
        pad([])
    with pytest.raises(ValueError, match="expected a fitted"):
        BidirectionalLanguageModel(WORDS).directions([[3]])
    with pytest.raises(ValueError, match="text with known words, got none among its 2 words"):
        BidirectionalLanguageModel(WORDS).fit([[0, 0]])
    with pytest.raises(ValueError, match="expected 3 layers, got 2"):
        ScalarMix(3)(torch.zeros(2, 4))
    with pytest.raises(ValueError, match="at least 1 layer, got 0"):
        ScalarMix(0)
    with pytest.raises(ValueError, match="'e' is not among the 7 words"):
        occurrences(model, [[3]], "e")
    with pytest.raises(ValueError, match="'d' stands in none of the 1 sentences"):
        occurrences(model, [[3]], "d")


def test_a_network_alone_refuses_bad_sizes() -> None:
    with pytest.raises(ValueError, match="got V, D and L"):
        ElmoNetwork(0, 3)
    assert isinstance(pad([[3]]), Padded)
