"""word2vec: examples by hand, gradients against autograd, noise by chi-square, bad input."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bertlab.predecessors.word2vec.examples import (
    PADDING,
    Text,
    cbow,
    count_words,
    encode,
    keep_probability,
    neighbors,
    noise_distribution,
    skip_gram,
)
from bertlab.predecessors.word2vec.model import Training, Word2Vec, descend, mean_vectors
from bertlab.predecessors.word2vec.objectives import (
    Decisions,
    FullSoftmax,
    HierarchicalSoftmax,
    NegativeSampling,
    decision_loss,
)

COUNTS = torch.tensor([40, 20, 10, 5, 3, 2, 1])
OBJECTIVES = [FullSoftmax, HierarchicalSoftmax, NegativeSampling]
SMALL = Training(vector_size=8, window=2, min_count=1, sample=0.0, epochs=3, batch_size=16)
SENTENCES = [["the", "cat", "sat"], ["the", "dog", "sat", "down"], ["a", "cat", "and", "a", "dog"]]


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def batch(objective, size=5, columns=3, counts=COUNTS):
    objective.fit(counts)
    random = generator(1)
    hidden = torch.randn(size, columns, dtype=torch.float64, generator=random)
    output = torch.randn(objective.num_rows_, columns, dtype=torch.float64, generator=random)
    return hidden, torch.tensor([0, 6, 2, 2, 4]), output


# ---------------------------------------------------------------- text


def test_words_stand_by_falling_count_then_alphabet():
    words, counts = count_words([["b", "a", "c"], ["b", "c", "d"]], min_count=1)
    assert words == ("b", "c", "a", "d")
    assert counts.tolist() == [2, 2, 1, 1]
    assert count_words([["b", "a", "c"], ["b", "c", "d"]], min_count=2)[0] == ("b", "c")


def test_unknown_words_close_the_gap():
    text = encode([["the", "zebra", "sat"], ["zebra"], ["sat"]], {"the": 0, "sat": 1})
    assert text.ids.tolist() == [0, 1, 1]
    assert text.sentences.tolist() == [0, 0, 2]


def test_neighbors_by_hand():
    # two sentences: 7 8 9 and 5 6; the reach differs from word to word
    text = Text(torch.tensor([7, 8, 9, 5, 6]), torch.tensor([0, 0, 0, 1, 1]))
    found = neighbors(text, torch.tensor([2, 1, 1, 2, 2]))
    none = PADDING
    assert found.tolist() == [
        [none, none, 8, 9],
        [none, 7, 9, none],
        [none, 8, none, none],
        [none, none, 6, none],
        [none, 5, none, none],
    ]


def test_skip_gram_and_cbow_read_the_same_windows():
    text = Text(torch.tensor([7, 8, 9]), torch.tensor([0, 0, 0]))
    around = neighbors(text, torch.tensor([1, 1, 1]))
    pairs = skip_gram(text.ids, around)
    assert [(s, t) for (s,), t in zip(pairs.inputs.tolist(), pairs.targets.tolist(), strict=True)]
    assert pairs.inputs.tolist() == [[7], [8], [8], [9]]
    assert pairs.targets.tolist() == [8, 7, 9, 8]
    bags = cbow(text.ids, around)
    assert bags.inputs.tolist() == [[PADDING, 8], [7, 9], [8, PADDING]]
    assert bags.targets.tolist() == [7, 8, 9]


def test_a_word_alone_gives_no_example():
    text = Text(torch.tensor([7, 8]), torch.tensor([0, 1]))
    around = neighbors(text, torch.tensor([3, 3]))
    assert len(skip_gram(text.ids, around).targets) == len(cbow(text.ids, around).targets) == 0


@given(
    st.lists(st.lists(st.integers(0, 4), max_size=6), max_size=4),
    st.integers(1, 4),
)
def test_neighbors_equal_the_loops(sentences, window):
    ids = [word for sentence in sentences for word in sentence]
    numbers = [number for number, sentence in enumerate(sentences) for _ in sentence]
    random = generator(len(ids))
    reach = torch.randint(1, window + 1, (len(ids),), generator=random)
    text = Text(torch.tensor(ids, dtype=torch.long), torch.tensor(numbers, dtype=torch.long))
    found = skip_gram(text.ids, neighbors(text, reach))
    expected, start = [], 0
    for sentence in sentences:
        for place, word in enumerate(sentence):
            for other in range(len(sentence)):
                if other != place and abs(other - place) <= reach[start + place]:
                    expected.append((word, sentence[other]))
        start += len(sentence)
    assert list(zip(found.inputs[:, 0].tolist(), found.targets.tolist(), strict=True)) == expected


def test_keep_probability_by_hand():
    # shares 0.9 and 0.1, t = 0.1: sqrt(1/9) + 1/9 and sqrt(1) + 1, cut to 1
    keep = keep_probability(torch.tensor([9, 1]), 0.1)
    assert keep.tolist() == pytest.approx([1 / 3 + 1 / 9, 1.0])
    assert keep_probability(torch.tensor([9, 1]), 0.0).tolist() == [1, 1]


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=20), st.floats(1e-6, 1))
def test_frequent_words_are_kept_less_often(counts, sample):
    keep = keep_probability(torch.tensor(counts), sample)
    assert ((keep > 0) & (keep <= 1)).all()
    order = torch.tensor(counts).argsort()
    assert (keep[order].diff() <= 1e-12).all()


def test_examples_use_subsampling_and_a_random_reach():
    sentences = [["the", "the", "the", "the", "cat"]] * 400
    model = Word2Vec(skip_gram, NegativeSampling(1), Training(sample=0.05, min_count=1, epochs=1))
    model.fit(sentences)
    # "the" has the share 0.8: kept with sqrt(1/16) + 1/16 = 0.3125; "cat" 0.2: 0.5 + 0.25
    text = encode(sentences, {"the": 0, "cat": 1})
    kept = model._draw_examples(text, generator())
    seen = cbow(*_full_windows(text, model))
    assert len(kept.targets) < 0.35 * 2 * len(seen.targets)
    dynamic = Word2Vec(skip_gram, NegativeSampling(1), SMALL).fit([["a", "b", "c"]] * 3000)
    examples = dynamic._draw_examples(
        encode([["a", "b", "c"]] * 3000, dynamic._indices), generator()
    )
    # reach 1 and 2 are equally likely: the middle always sees both sides, each end 1.5 on average
    assert len(examples.targets) == pytest.approx(3000 * 5, rel=0.02)


def _full_windows(text, model):
    reach = torch.full(text.ids.shape, model.training.window)
    return text.ids, neighbors(text, reach)


# ---------------------------------------------------------------- noise


def test_noise_by_hand():
    assert noise_distribution(torch.tensor([16, 1])).tolist() == pytest.approx([8 / 9, 1 / 9])
    assert noise_distribution(torch.tensor([16, 1]), 0.0).tolist() == [0.5, 0.5]
    assert noise_distribution(torch.tensor([3, 1]), 1.0).tolist() == [0.75, 0.25]


@pytest.mark.parametrize(("power", "same"), [(0.75, True), (1.0, False), (0.0, False)])
def test_drawn_noise_follows_its_distribution(power, same):
    """A chi-square test cannot tell the draws from counts ** 0.75, and can tell other powers."""
    drawn = NegativeSampling(power=power).fit(COUNTS).draw((5000, 4), generator())
    observed = torch.bincount(drawn.flatten(), minlength=len(COUNTS)).numpy()
    expected = noise_distribution(COUNTS, 0.75).numpy() * drawn.numel()
    assert (stats.chisquare(observed, expected).pvalue > 0.001) == same


def test_noise_ends_at_the_last_word():
    objective = NegativeSampling().fit(torch.ones(10, dtype=torch.long))
    assert objective.noise_.cumsum(0)[-1] < 1  # ten times 0.1, rounded
    almost_one = torch.tensor([1 - 2**-53], dtype=torch.float64)
    assert torch.searchsorted(objective._cumulative, almost_one, right=True).item() == 9


def test_noise_does_not_avoid_the_context_but_leaves_out_the_target():
    rows, labels, used = (
        NegativeSampling(200).fit(COUNTS).decisions(torch.tensor([0, 3]), generator())
    )
    assert rows[:, 0].tolist() == [0, 3]
    assert labels[:, 0].tolist() == [1, 1]
    assert labels[:, 1:].sum() == 0
    assert used[:, 0].all()
    assert torch.equal(used[:, 1:], rows[:, 1:] != torch.tensor([[0], [3]]))
    assert not used.all()


# ---------------------------------------------------------------- objectives


def test_full_softmax_by_hand():
    # scores log 1, log 2, log 1: probabilities 1/4, 1/2, 1/4
    output = torch.tensor([[0.0], [math.log(2)], [0.0]])
    objective = FullSoftmax().fit(torch.tensor([3, 2, 1]))
    found = objective.gradients(torch.ones(1, 1), torch.tensor([0]), output, generator())
    assert found.loss.item() == pytest.approx(math.log(4))
    assert found.output[:, 0].tolist() == pytest.approx([-0.75, 0.5, 0.25])
    assert found.hidden.item() == pytest.approx(0.5 * math.log(2))


def test_hierarchical_softmax_by_hand():
    # codes 0, 10, 11; the root is inner node 1: p = s, (1 - s) u, (1 - s)(1 - u)
    objective = HierarchicalSoftmax().fit(torch.tensor([4, 2, 1]))
    output = torch.tensor([[math.log(3)], [math.log(4)]], dtype=torch.float64)  # u = 3/4, s = 4/5
    hidden = torch.ones(3, 1, dtype=torch.float64)
    found = objective.log_probability(hidden, torch.arange(3), output).exp()
    assert found.tolist() == pytest.approx([0.8, 0.2 * 0.75, 0.2 * 0.25])


def test_negative_sampling_by_hand():
    # the right word scores log 3, one noise word 0: -log 3/4 - log 1/2
    decisions = Decisions(
        torch.tensor([[1, 0, 1]]), torch.tensor([[1.0, 0, 0]]), torch.tensor([[True, True, False]])
    )
    output = torch.tensor([[0.0], [math.log(3)]])
    loss = decision_loss(torch.ones(1, 1), output, decisions)
    assert loss.item() == pytest.approx(-math.log(3 / 4) - math.log(1 / 2))


@pytest.mark.parametrize("kind", OBJECTIVES)
def test_gradients_equal_autograd(kind):
    objective = kind()
    hidden, targets, output = batch(objective)
    found = objective.gradients(hidden, targets, output, generator(3))
    hidden, output = hidden.requires_grad_(), output.requires_grad_()
    if kind is FullSoftmax:
        loss = -objective.log_probability(hidden, targets, output).sum()
    else:
        loss = decision_loss(hidden, output, objective.decisions(targets, generator(3))).sum()
    loss.backward()
    dense = torch.zeros_like(output).index_add_(0, found.rows, found.output)
    torch.testing.assert_close(found.loss, loss.detach(), rtol=0, atol=1e-12)
    torch.testing.assert_close(found.hidden, hidden.grad, rtol=0, atol=1e-12)
    torch.testing.assert_close(dense, output.grad, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", OBJECTIVES)
def test_probabilities_sum_to_one(kind):
    objective = kind()
    hidden, _, output = batch(objective)
    total = torch.zeros(len(hidden), dtype=torch.float64)
    for word in range(len(COUNTS)):
        total += objective.log_probability(hidden, torch.full((5,), word), output).exp()
    torch.testing.assert_close(total, torch.ones(5, dtype=torch.float64))


def test_hierarchical_loss_is_the_negative_log_probability():
    objective = HierarchicalSoftmax()
    hidden, targets, output = batch(objective)
    found = objective.gradients(hidden, targets, output, generator())
    assert found.loss.item() == pytest.approx(
        -objective.log_probability(hidden, targets, output).sum().item()
    )
    assert len(found.rows) == sum(len(objective.tree_.codes[word]) for word in targets.tolist())


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_scores_of_negative_sampling_become_log_ratios(seed):
    """With a free score per cell, expected gradient 0 means log(p / (k noise)): Levy, Goldberg."""
    random = generator(seed)
    joint = torch.rand(4, 6, dtype=torch.float64, generator=random) + 0.05
    conditional = joint / joint.sum(dim=1, keepdim=True)
    noise = noise_distribution(torch.randint(1, 50, (6,), generator=random))
    scores = (conditional / (3 * noise)).log()
    gradient = conditional * (scores.sigmoid() - 1) + 3 * noise * scores.sigmoid()
    assert gradient.abs().max() < 1e-12
    objective = NegativeSampling(3).fit(torch.tensor([1] * 6))
    objective.noise_ = noise
    eye = torch.eye(6, dtype=torch.float64)
    for word in range(6):
        found = objective.log_probability(scores, torch.full((4,), word), eye).exp()
        torch.testing.assert_close(found, conditional[:, word])


# ---------------------------------------------------------------- the model


def test_mean_of_the_words_seen_leaves_out_padding():
    vectors = torch.tensor([[0.0, 2.0], [4.0, 6.0], [90.0, 90.0]])
    inputs = torch.tensor([[0, 1, PADDING], [PADDING, 1, PADDING]])
    assert mean_vectors(inputs, vectors).tolist() == [[2, 4], [4, 6]]
    assert mean_vectors(torch.tensor([[1]]), vectors).tolist() == [[4, 6]]


def test_a_row_goes_its_summed_gradient_up_to_the_limit():
    rows = torch.tensor([0, 2, 2, 2])
    gradients = torch.tensor([[1.0], [1.0], [2.0], [3.0]])
    table = torch.zeros(3, 1)
    descend(table, rows, gradients, rate=0.25)  # 3 * 0.25 < 1: the plain sum
    assert table[:, 0].tolist() == [-0.25, 0, -1.5]
    table = torch.zeros(3, 1)
    descend(table, rows, gradients, rate=0.5)  # 3 * 0.5 > 1: the mean, 2
    assert table[:, 0].tolist() == [-0.5, 0, -2]
    table = torch.zeros(3, 1)
    descend(table, rows, gradients, rate=0.5, limit=math.inf)
    assert table[:, 0].tolist() == [-0.5, 0, -3]


@pytest.mark.parametrize(("limit", "stable"), [(1.0, True), (math.inf, False)])
def test_the_limit_keeps_large_batches_from_diverging(limit, stable):
    """200 neighbors of "the" in one batch: their summed gradient throws its row back and forth."""
    random = generator(2)
    names = "abcdefgh"
    sentences = [
        ["the", names[i], "the", names[j]] for i, j in torch.randint(8, (400, 2), generator=random)
    ]
    settings = {"vector_size": 8, "window": 2, "sample": 0.0, "epochs": 30, "learning_rate": 0.2}
    training = Training(**settings, batch_size=4000, row_limit=limit)
    model = Word2Vec(cbow, NegativeSampling(), training).fit(sentences)
    assert (model.losses_[-1] < model.losses_[0]) == stable


@pytest.mark.parametrize("kind", OBJECTIVES)
@pytest.mark.parametrize("context", [skip_gram, cbow])
def test_a_step_follows_the_gradient(context, kind):
    """One step is the rate times autograd's gradient; CBOW's inputs get it times their number."""
    model = Word2Vec(context, kind(), SMALL).fit(SENTENCES)
    inputs = torch.tensor([[1], [2]]) if context is skip_gram else torch.tensor([[1, 2], [3, 3]])
    targets = torch.tensor([3, 0])
    before = model.input_.clone().requires_grad_(), model.output_.clone().requires_grad_()
    hidden = before[0][inputs].mean(dim=1)
    if kind is FullSoftmax:
        loss = -model.objective.log_probability(hidden, targets, before[1]).sum()
    else:
        asked = model.objective.decisions(targets, generator(4))
        loss = decision_loss(hidden, before[1], asked).sum()
    loss.backward()
    returned = model.step(inputs, targets, 0.05, generator(4))
    assert returned == pytest.approx(loss.item(), abs=1e-5)
    times = inputs.shape[1]
    expected = before[0].detach() - 0.05 * times * before[0].grad
    torch.testing.assert_close(model.input_, expected, rtol=0, atol=1e-6)
    expected = before[1].detach() - 0.05 * before[1].grad
    torch.testing.assert_close(model.output_, expected, rtol=0, atol=1e-6)


def test_fit_returns_self_and_repeats_exactly():
    first, second = Word2Vec(training=SMALL), Word2Vec(training=SMALL)
    assert first.fit(SENTENCES) is first
    second.fit(SENTENCES)
    assert torch.equal(first.input_, second.input_)
    other = Word2Vec(training=Training(**{**SMALL.__dict__, "seed": 1})).fit(SENTENCES)
    assert not torch.equal(first.input_, other.input_)


def test_two_models_can_share_an_objective():
    objective = NegativeSampling()
    first = Word2Vec(objective=objective, training=SMALL).fit(SENTENCES)
    Word2Vec(objective=objective, training=SMALL).fit([["x", "y"]] * 3)
    assert len(first.objective.noise_) == len(first.words_)


def test_the_rate_falls_linearly_to_its_end(monkeypatch):
    rates = []
    model = Word2Vec(training=Training(**{**SMALL.__dict__, "batch_size": 1, "epochs": 2}))
    monkeypatch.setattr(model, "step", lambda i, t, rate, g: rates.append(rate) or 0.0)
    model.fit([["a", "b"]] * 10)
    assert len(rates) == 40
    assert rates[0] == 0.025
    steps = torch.tensor(rates, dtype=torch.float64).diff()
    torch.testing.assert_close(steps, steps[:1].expand(39), rtol=1e-9, atol=0)
    assert rates[-1] + steps[0].item() == pytest.approx(1e-4)


def test_input_and_output_are_two_tables():
    model = Word2Vec(training=SMALL).fit(SENTENCES)
    assert model.input_.shape == model.output_.shape
    assert not torch.allclose(model.input_, model.output_)
    assert model.vectors_.words == model.words_
    assert torch.equal(torch.from_numpy(model.vectors_.vectors), model.input_)


@pytest.mark.parametrize("kind", OBJECTIVES)
@pytest.mark.parametrize("context", [skip_gram, cbow])
def test_every_model_learns_who_stands_beside_whom(context, kind):
    """Two languages that never mix: after training, neighbors come from the right one."""
    random = generator(5)
    names = [["a", "b", "c", "d"], ["w", "x", "y", "z"]]
    sentences = [
        [names[i % 2][j] for j in torch.randint(4, (6,), generator=random)] for i in range(400)
    ]
    settings = {"vector_size": 8, "window": 3, "sample": 0.0, "epochs": 8, "learning_rate": 0.1}
    model = Word2Vec(context, kind(), Training(**settings, batch_size=32)).fit(sentences)
    assert model.perplexity(sentences) == pytest.approx(4, rel=0.1)
    for group in names:
        for word in group:
            assert {n.word for n in model.vectors_.neighbors(word, 3)} == set(group) - {word}
    assert model.losses_[-1] < model.losses_[0]


def test_counts_of_examples_and_updates():
    model = Word2Vec(skip_gram, FullSoftmax(), SMALL).fit([["a", "b"]] * 10)
    assert model.num_examples_ == 3 * 20
    assert model.num_updates_ == 3 * 2 * 2  # two batches of 16 and 4 a pass, two rows a batch


def test_perplexity_of_an_untrained_softmax_is_the_vocabulary():
    training = Training(**{**SMALL.__dict__, "learning_rate": 0.0, "end_rate": 0.0})
    model = Word2Vec(skip_gram, FullSoftmax(), training).fit(SENTENCES)
    assert model.perplexity(SENTENCES) == pytest.approx(len(model.words_))
    known = model.perplexity([["the", "zebra", "cat"]])
    assert known == pytest.approx(len(model.words_))


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize("name", ["vector_size", "window", "min_count", "epochs", "batch_size"])
def test_sizes_must_be_positive(name):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
        Training(**{name: 0})


def test_bad_input_says_what_is_expected():
    with pytest.raises(ValueError, match=r"end_rate <= learning_rate, got 0\.2 and 0\.1"):
        Training(learning_rate=0.1, end_rate=0.2)
    with pytest.raises(ValueError, match=r"row_limit must be above 0, got 0\.0"):
        Training(row_limit=0.0)
    with pytest.raises(ValueError, match="num_negatives >= 1, got 0"):
        NegativeSampling(0)
    with pytest.raises(ValueError, match="finite power, got nan"):
        NegativeSampling(power=math.nan)
    with pytest.raises(ValueError, match=r"sample >= 0, got -1\.0"):
        keep_probability(COUNTS, -1.0)
    with pytest.raises(ValueError, match="at least 5 times, got 0 of 3"):
        Word2Vec().fit([["a", "b", "c"]])
    with pytest.raises(ValueError, match="at least 5 times, got 0 of 0"):
        Word2Vec().fit([])
    with pytest.raises(ValueError, match="lists of words, got the string 'the cat'"):
        Word2Vec().fit(["the cat"])
    with pytest.raises(ValueError, match="words with neighbors in their sentence, got none"):
        Word2Vec(training=SMALL).fit([["a"], ["b"]])
    model = Word2Vec(training=SMALL).fit(SENTENCES)
    with pytest.raises(ValueError, match="known words with neighbors, got 0 without"):
        model.perplexity([["zebra", "quagga"]])
