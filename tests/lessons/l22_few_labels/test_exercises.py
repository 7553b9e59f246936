"""What the references give: the examples of the texts, and what the library and scipy say."""

import pytest
import torch
from scipy import stats
from torch import nn

from bertlab.finetuning.calibration import calibrate
from bertlab.finetuning.patterns import Pattern
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l22_few_labels.exercises.calibrated.reference import calibrated
from lessons.l22_few_labels.exercises.class_scores.reference import class_scores
from lessons.l22_few_labels.exercises.fill.reference import fill
from lessons.l22_few_labels.exercises.folds.reference import folds
from lessons.l22_few_labels.exercises.interval.reference import interval
from lessons.l22_few_labels.exercises.pattern_step.reference import pattern_step
from lessons.l22_few_labels.exercises.pseudo_labels.reference import pseudo_labels
from lessons.l22_few_labels.exercises.with_prompts.reference import with_prompts

PATTERN = ["{}", "it", "was", "[MASK]", "."]


def normal(*shape: int) -> torch.Tensor:
    return torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(0))


def test_a_text_in_its_pattern():
    whole = ["[CLS]", "a", "fine", "film", "it", "was", "[MASK]", ".", "[SEP]"]
    assert fill(PATTERN, ["a", "fine", "film"], 9) == whole
    assert fill(PATTERN, ["a", "fine", "film"], 8) == [*whole[:3], *whole[4:]]


@pytest.mark.parametrize("max_length", [7, 10, 30])
@pytest.mark.parametrize("template", ["{} it was [MASK] .", "all in all [MASK] : {} !"])
def test_a_text_is_laid_into_a_pattern_as_the_library_does_it(template, max_length):
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    text = "the plot is thin but the songs are a joy"
    expected = Pattern(template, tokenizer).encode(text, max_length + 2).input_ids
    tokens = fill(template.split(), text.split(), max_length + 2)
    assert [tokenizer.ids[token] for token in tokens] == expected


def test_the_probabilities_of_a_class_add_up():
    logits = torch.tensor([[0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]]).log() + 5
    expected = torch.tensor([[0.5, 0.2], [0.8, 0.1]])
    torch.testing.assert_close(class_scores(logits, [[0, 3], [1]]).exp(), expected)


def test_calibration_is_the_librarys_and_leaves_nothing_of_an_empty_text():
    scores, empty = normal(5, 3), normal(2, 3)
    torch.testing.assert_close(calibrated(scores, empty), calibrate(scores, empty))
    torch.testing.assert_close(calibrated(empty[:1], empty[:1]), torch.zeros(1, 3).double())


def test_a_step_moves_by_the_rate_at_most_and_lowers_the_loss():
    model, labels = nn.Linear(4, 3).double(), torch.tensor([0, 2, 1])
    nn.init.normal_(model.weight, std=4, generator=torch.Generator().manual_seed(0))
    inputs, optimizer = (10 * normal(3, 4),), torch.optim.SGD(model.parameters(), lr=0.1)
    before = [p.detach().clone() for p in model.parameters()]
    scores = model(*inputs).log_softmax(dim=1)
    first = pattern_step(model, optimizer, inputs, labels)
    assert first == pytest.approx(-scores[range(3), labels].mean().item())
    moves = [(p - old).flatten() for p, old in zip(model.parameters(), before, strict=True)]
    assert torch.cat(moves).norm().item() == pytest.approx(0.1)  # the gradient was clipped to 1
    assert pattern_step(model, optimizer, inputs, labels) < first


def test_the_example_of_folds_and_that_they_part_the_labels():
    assert folds([0, 0, 1, 0, 1, 1, 1, 0], 2) == [[0, 2, 3, 5], [1, 4, 6, 7]]
    labels = torch.randint(2, (40,), generator=torch.Generator().manual_seed(0)).tolist()
    parts = folds(labels, 5)
    assert sorted(i for part in parts for i in part) == list(range(40))
    for one in (0, 1):
        counts = [sum(labels[i] == one for i in part) for part in parts]
        assert max(counts) - min(counts) <= 1
    with pytest.raises(ValueError, match="a k from 2 to 1, the smaller class, got 2"):
        folds([0, 1, 1], 2)


def test_slots_take_the_prompts_and_only_these_learn():
    vectors, prompts = normal(2, 4, 3), torch.full((2, 3), 7.0).double().requires_grad_()
    slots = torch.tensor([[True, False, True, False], [False, False, True, True]])
    result = with_prompts(vectors, slots, prompts)
    assert (result[slots] == 7).all()
    assert torch.equal(result[~slots], vectors[~slots])
    result.sum().backward()
    assert torch.equal(prompts.grad, torch.full((2, 3), 2.0).double())  # once for each text


def test_two_models_are_sure_of_two_texts():
    first = torch.tensor([[0.9, 0.1], [0.6, 0.4], [0.2, 0.8]]).log()
    second = torch.tensor([[0.8, 0.2], [0.3, 0.7], [0.1, 0.9]]).log() - 3
    indices, labels = pseudo_labels(torch.stack([first, second]), 0.8)
    assert (indices.tolist(), labels.tolist()) == ([0, 2], [0, 1])


def test_the_interval_is_scipys():
    differences = torch.tensor([[1, 0, 1, -1], [0, 1, 1, 0], [1, 0, 0, 0]])
    means = [0.25, 0.5, 0.25]
    expected = stats.ttest_1samp(means, 0).confidence_interval(0.95)
    mean, low, high = interval(differences)
    assert (low, high) == pytest.approx((expected.low, expected.high))
    assert mean == pytest.approx(1 / 3)
    with pytest.raises(ValueError, match="at least 2 draws, got 1"):
        interval(differences[:1])
