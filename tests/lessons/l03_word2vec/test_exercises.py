"""The exercises on word2vec: every slip written a second time, caught and named."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from lessons.l03_word2vec import exercises
from tests.exercise_checks import assert_named, check_exercise_module, diagnosis, loaded, solve

word2vec = loaded(exercises)


def test_module():
    check_exercise_module(word2vec)


# --------------------------------------------------------------------------------- skip_gram_pairs


def right_part(words, window, i):
    return list(words[i + 1 : i + 1 + window])


def left_part(words, window, i):
    return list(words[max(0, i - window) : i])


def joined(words, window, sides):
    return [(word, other) for i, word in enumerate(words) for other in sides(words, window, i)]


def both(words, window, i):
    return left_part(words, window, i) + right_part(words, window, i)


def wrapping(words, window):
    pairs = []
    for i in range(len(words)):
        for step in range(-window, window + 1):
            if step and i + step < len(words):
                pairs.append((words[i], words[i + step]))
    return pairs


def first_times(words, window):
    pairs = joined(words, window, both)
    return [pair for place, pair in enumerate(pairs) if pair not in pairs[:place]]


PAIR_SLIPS = {
    "the last neighbor on the right is missing": lambda words, window: joined(
        words, window, lambda w, n, i: left_part(w, n, i) + right_part(w, n - 1, i)
    ),
    "the first neighbor on the left is missing": lambda words, window: joined(
        words, window, lambda w, n, i: left_part(w, n - 1, i) + right_part(w, n, i)
    ),
    "a word is its own neighbor": lambda words, window: joined(
        words, window, lambda w, n, i: [*left_part(w, n, i), w[i], *right_part(w, n, i)]
    ),
    "only the words that follow are neighbors": lambda words, window: joined(
        words, window, right_part
    ),
    "only the words before are neighbors": lambda words, window: joined(words, window, left_part),
    "the pairs are the wrong way round": lambda words, window: [
        (other, word) for word, other in joined(words, window, both)
    ],
    "the beginning of the sentence reads from its end": wrapping,
    "both sides together have window words": lambda words, window: joined(words, window // 2, both),
    "a pair that occurs twice is counted once": first_times,
}


@pytest.mark.parametrize("name", PAIR_SLIPS)
def test_slips_in_pairs(name):
    assert_named(word2vec.skip_gram_pairs, PAIR_SLIPS[name], name)


def test_pairs_by_hand():
    _, expected = solve(word2vec.skip_gram_pairs)
    assert expected[:5] == [
        ("the", "quick"),
        ("the", "brown"),
        ("quick", "the"),
        ("quick", "brown"),
        ("quick", "fox"),
    ]
    assert len(expected) == 2 + 3 + 4 + 3 + 2


def test_a_loop_over_slices_is_right():
    words = word2vec.skip_gram_pairs
    assert "correct" in diagnosis(words, lambda words, window: joined(words, window, both))


# -------------------------------------------------------------------------------- keep_probability


def each(formula):
    """Apply a formula of one count, the total and t to every count."""

    def over_all(counts, sample):
        total = sum(counts.tolist())
        values = [formula(count, total, sample) for count in counts.tolist()]
        return torch.tensor(values, dtype=torch.float64)

    return over_all


KEEP_SLIPS = {
    "the result is the probability of dropping a word": each(
        lambda c, n, t: max(0.0, 1 - math.sqrt(t * n / c) - t * n / c)
    ),
    "the ratio is upside down": each(
        lambda c, n, t: min(1.0, math.sqrt(c / (n * t)) + c / (n * t))
    ),
    "f is the count, not the share of the text": each(
        lambda c, n, t: min(1.0, math.sqrt(t / c) + t / c)
    ),
    "f is the count divided by the number of different words": lambda counts, sample: each(
        lambda c, n, t: min(1.0, math.sqrt(t * len(counts) / c) + t * len(counts) / c)
    )(counts, sample),
    "f is relative to the most frequent word": lambda counts, sample: each(
        lambda c, n, t: min(
            1.0, math.sqrt(t * max(counts.tolist()) / c) + t * max(counts.tolist()) / c
        )
    )(counts, sample),
    "there is no upper limit": each(lambda c, n, t: math.sqrt(t * n / c) + t * n / c),
    "only the square root is there, as the paper prints it": each(
        lambda c, n, t: min(1.0, math.sqrt(t * n / c))
    ),
    "the square root is missing": each(lambda c, n, t: min(1.0, t * n / c)),
}


@pytest.mark.parametrize("name", KEEP_SLIPS)
def test_slips_in_keep_probability(name):
    assert_named(word2vec.keep_probability, KEEP_SLIPS[name], name)


def test_two_slips_in_keep_probability():
    wrong = each(lambda c, n, t: math.sqrt(t / c))  # the plain count, and only the root
    answer = diagnosis(word2vec.keep_probability, lambda counts, sample: wrong(counts, sample))
    assert "*f is the count, not the share of the text* and *only the square root" in answer


def test_keep_probability_by_hand():
    case, expected = solve(word2vec.keep_probability)
    assert case.args[0].tolist() == [700, 200, 90, 9, 1]
    ratio = 0.01 / 0.7
    assert expected[0].item() == pytest.approx(math.sqrt(ratio) + ratio)
    assert expected[3:].tolist() == [1, 1]


# ------------------------------------------------------------------------------------ context_mean


def known_rows(vectors, row):
    return [vectors[word] for word in row.tolist() if word != -1]


def by_row(combine):
    return lambda vectors, context: torch.stack([combine(vectors, row) for row in context])


MEAN_SLIPS = {
    "the vectors are added, not averaged": by_row(lambda v, row: sum(known_rows(v, row))),
    "padding counts as a word": by_row(lambda v, row: sum(known_rows(v, row)) / len(row)),
    "padding reads the last row of the table": by_row(
        lambda v, row: sum(v[word] for word in row) / len(row)
    ),
    "padding reads row 0": by_row(
        lambda v, row: sum(v[max(word, 0)] for word in row.tolist()) / len(row)
    ),
    "word 0 is taken for padding": by_row(
        lambda v, row: (
            sum(v[word] for word in row.tolist() if word > 0)
            / torch.tensor(float(sum(word > 0 for word in row.tolist())))
        )
    ),
    "a word that stands twice in the window counts once": by_row(
        lambda v, row: (
            sum(v[w] for w in sorted({*row.tolist()} - {-1})) / len({*row.tolist()} - {-1})
        )
    ),
    "the vectors are put side by side": by_row(
        lambda v, row: torch.cat(
            [v[w] if w >= 0 else torch.zeros(v.shape[1]) for w in row.tolist()]
        )
    ),
}


@pytest.mark.parametrize("name", MEAN_SLIPS)
def test_slips_in_context_mean(name):
    assert_named(word2vec.context_mean, MEAN_SLIPS[name], name)


@pytest.mark.parametrize(
    "combine",
    [
        lambda v, row: sum(v[w] for w in row.tolist() if w > 0) / sum(row >= 0),
        lambda v, row: v[row[row != 0]].mean(dim=0),
    ],
)
def test_word_0_is_missing_in_other_ways(combine):
    answer = by_row(combine)
    assert_named(
        word2vec.context_mean,
        lambda vectors, context: answer(vectors, context),
        "word 0 is taken for padding",
    )


def test_a_loop_over_rows_is_right():
    answer = by_row(lambda v, row: torch.stack(known_rows(v, row)).mean(dim=0))
    assert "correct" in diagnosis(
        word2vec.context_mean, lambda vectors, context: answer(vectors, context)
    )


# ------------------------------------------------------------------------- hierarchical_probability


def logistic(x):
    return 1 / (1 + math.exp(-x))


def walk(hidden, nodes, path, code, yes=0, start=0, stop=None):
    """Return the probability of each turn, with plain numbers."""
    found = []
    for node, turn in list(zip(path, code, strict=True))[start:stop]:
        score = sum(a * b for a, b in zip(nodes[node].tolist(), hidden.tolist(), strict=True))
        found.append(logistic(score if turn == yes else -score))
    return found


def length(vector: Tensor) -> float:
    return math.sqrt(sum(x * x for x in vector.tolist()))


TREE_SLIPS = {
    "left and right are mixed up": lambda *given: math.prod(walk(*given, yes=1)),
    "every turn is taken as left": lambda hidden, nodes, path, code: math.prod(
        walk(hidden, nodes, path, [0] * len(code))
    ),
    "the probabilities of the turns are added": lambda *given: sum(walk(*given)),
    "the probabilities of the turns are averaged": lambda *given: (
        sum(walk(*given)) / len(walk(*given))
    ),
    "the path is read from the word up, the code from the root down": (
        lambda hidden, nodes, path, code: math.prod(walk(hidden, nodes, path, code[::-1]))
    ),
    "the root is left out": lambda *given: math.prod(walk(*given, start=1)),
    "the last turn is left out": lambda *given: math.prod(walk(*given, stop=-1)),
    "the result is the log-probability": lambda *given: math.log(math.prod(walk(*given))),
    "the scores are cosines": lambda hidden, nodes, path, code: math.prod(
        walk(hidden / length(hidden), torch.stack([row / length(row) for row in nodes]), path, code)
    ),
}


def with_names(wrong):
    return lambda hidden, nodes, path, code: wrong(hidden, nodes, path, code)


@pytest.mark.parametrize("name", TREE_SLIPS)
def test_slips_in_the_tree(name):
    assert_named(word2vec.hierarchical_probability, with_names(TREE_SLIPS[name]), name)


def test_a_loop_over_turns_is_right():
    right = with_names(lambda *given: math.prod(walk(*given)))
    assert "correct" in diagnosis(word2vec.hierarchical_probability, right)


# ------------------------------------------------------------------------------ noise_distribution


NOISE_SLIPS = {
    "the noise is uniform": lambda counts, power: torch.full(
        (len(counts),), 1 / len(counts), dtype=torch.float64
    ),
    "the power is missing": lambda counts, power: counts / counts.sum().double(),
    "the power comes last, so the result does not sum to 1": lambda counts, power: torch.pow(
        counts.double() / sum(counts.tolist()), power
    ),
    "the weights are divided by the sum of the plain counts": lambda counts, power: torch.tensor(
        [c**power / sum(counts.tolist()) for c in counts.tolist()], dtype=torch.float64
    ),
    "the power is inverted": lambda counts, power: (counts.double().log() / power).softmax(dim=0),
    "rare words are drawn most": lambda counts, power: (-power * counts.double().log()).softmax(0),
}


@pytest.mark.parametrize("name", NOISE_SLIPS)
def test_slips_in_noise(name):
    assert_named(word2vec.noise_distribution, NOISE_SLIPS[name], name)


def test_normalizing_before_the_power_does_no_harm():
    def twice(counts, power):
        weights = (counts.double() / counts.sum()) ** power
        return weights / weights.sum()

    assert "correct" in diagnosis(word2vec.noise_distribution, twice)


# -------------------------------------------------------------------------- negative_sampling_step


def step(inputs, outputs, center, neighbor, noise, rate, **slip):
    """Take the step with plain loops over numbers; ``slip`` names what goes wrong."""
    inputs, outputs = inputs.numpy().copy(), outputs.numpy().copy()
    if slip.get("shared"):
        read = inputs.copy()
        moving = inputs
    else:
        read = outputs.copy()
        moving = outputs
    hidden = inputs[center].copy()
    asked = [(neighbor, 1.0)]
    for word in noise:
        skipped = slip.get("skip", lambda word: word == neighbor)
        if not skipped(word):
            asked.append((word, slip.get("label", 0.0)))
    if slip.get("once"):
        asked = list(dict.fromkeys(asked))
    scores = np.array([slip.get("score", np.dot)(read[word], hidden) for word, _ in asked])
    guesses = slip.get("squash", lambda s: 1 / (1 + np.exp(-s)))(scores)
    errors = guesses - np.array([label for _, label in asked])
    pull = sum(error * read[word] for error, (word, _) in zip(errors, asked, strict=True))
    if slip.get("input first"):
        inputs[center] -= rate * pull
        hidden = inputs[center].copy()
    for error, (word, _) in zip(errors, asked, strict=True):
        moving[word] -= rate * error * hidden
    if slip.get("output first"):
        pull = sum(error * outputs[word] for error, (word, _) in zip(errors, asked, strict=True))
    if not slip.get("input first"):
        inputs[center] -= rate * pull
    return torch.from_numpy(inputs), torch.from_numpy(outputs)


def made(**slip):
    return lambda inputs, outputs, center, neighbor, noise, rate: step(
        inputs, outputs, center, neighbor, noise, rate, **slip
    )


def no_repeats(inputs, outputs, center, neighbor, noise, rate):
    """The input hears every draw, but each row of the outputs moves once."""
    right, _ = step(inputs, outputs, center, neighbor, noise, rate)
    _, once = step(inputs, outputs, center, neighbor, noise, rate, once=True)
    return right, once


def one_by_one(inputs, outputs, center, neighbor, noise, rate, order="uv", saved=True):
    """Take a step for each word, with NumPy; ``order`` says which of its two rows moves first."""
    v, u = inputs.numpy().copy(), outputs.numpy().copy()
    for word in [neighbor] + [n for n in noise if n != neighbor]:
        error = 1 / (1 + np.exp(-v[center] @ u[word])) - (1 if word == neighbor else 0)
        old_v, old_u = v[center].copy(), u[word].copy()
        for table in order:
            if table == "u":
                u[word] = u[word] - rate * error * (old_v if saved else v[center])
            else:
                v[center] = v[center] - rate * error * (old_u if saved else u[word])
    return torch.from_numpy(v), torch.from_numpy(u)


def labels_exchanged(inputs, outputs, center, neighbor, noise, rate):
    v, u = inputs.clone().requires_grad_(), outputs.clone().requires_grad_()
    loss = -torch.nn.functional.logsigmoid(-(u[neighbor] @ v[center]))
    for word in noise:
        if word != neighbor:
            loss = loss - torch.nn.functional.logsigmoid(u[word] @ v[center])
    loss.backward()
    return v.detach() - rate * v.grad, u.detach() - rate * u.grad


def exp_normalized(scores):
    return np.exp(scores) / np.exp(scores).sum()


def angle(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


STEP_SLIPS = {
    "one table plays both roles": made(shared=True),
    "the noise words are pulled closer too": made(label=1.0),
    "the labels are exchanged: the neighbor has 0 and the noise has 1": labels_exchanged,
    "the tables are read again after they have moved for the word before": one_by_one,
    "the neighbor is pushed away when it is drawn as noise": made(skip=lambda word: False),
    "noise words equal to the center are skipped": lambda inputs, outputs, center, *rest: step(
        inputs, outputs, center, *rest, skip=lambda word: word in (center, rest[0])
    ),
    "the step goes up the gradient": lambda inputs, outputs, center, neighbor, noise, rate: step(
        inputs, outputs, center, neighbor, noise, -rate
    ),
    "the outputs have moved before the input reads them": made(**{"output first": True}),
    "the input has moved before the outputs read it": made(**{"input first": True}),
    "a noise word drawn twice moves once": no_repeats,
    "center and neighbor are swapped": lambda inputs, outputs, center, neighbor, noise, rate: step(
        inputs, outputs, neighbor, center, noise, rate
    ),
    "the scores are cosines": made(score=angle),
    "the words share one softmax": made(squash=exp_normalized),
}


@pytest.mark.parametrize("name", STEP_SLIPS)
def test_slips_in_the_step(name):
    wrong = STEP_SLIPS[name]

    def answer(inputs, outputs, center, neighbor, noise, rate):
        return wrong(inputs, outputs, center, neighbor, noise, rate)

    assert_named(word2vec.negative_sampling_step, answer, name)


@pytest.mark.parametrize(("order", "saved"), [("vu", True), ("uv", False), ("vu", False)])
def test_tables_are_read_again_in_other_orders(order, saved):
    def answer(inputs, outputs, center, neighbor, noise, rate):
        return one_by_one(inputs, outputs, center, neighbor, noise, rate, order, saved)

    name = "the tables are read again after they have moved for the word before"
    assert_named(word2vec.negative_sampling_step, answer, name)


def keeping(last):
    """Take the step; the table in ``last`` starts from the old rows at each word."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        v, u = inputs.clone(), outputs.clone()
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            error = torch.sigmoid(outputs[word] @ inputs[center]) - float(word == neighbor)
            v[center] = inputs[center] - rate * error * outputs[word]
            start = outputs if "u" in last else u
            u[word] = start[word] - rate * error * inputs[center]
        return v, u

    return wrong


def gradients(inputs, outputs, center, neighbor, words, loss, label=lambda word, neighbor: 0.0):
    """Return both gradients of a loss, by autograd."""
    v, u = inputs.clone().requires_grad_(), outputs.clone().requires_grad_()
    total = loss(u[neighbor] @ v[center], 1.0)
    for word in words:
        total = total + loss(u[word] @ v[center], label(word, neighbor))
    total.backward()
    return v.grad, u.grad


def log_loss(score, label):
    return -torch.nn.functional.logsigmoid(score if label else -score)


def descending(change=None, loss=log_loss, words=None, **labels):
    """Take the step by autograd; ``change`` is made to (input's, outputs' gradient, words)."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        kept = [n for n in noise if n != neighbor]
        kept = words(noise, center, neighbor) if words else kept
        v, u = gradients(inputs, outputs, center, neighbor, kept, loss, **labels)
        v, u = change(v, u, len(kept)) if change else (v, u)
        return inputs - rate * v, outputs - rate * u

    return wrong


def by_hand(error, along_u="v", along_v="u"):
    """Write out the error of a score and a label, and what each row moves along."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        v, u = inputs.clone(), outputs.clone()
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            rows = {"v": inputs[center], "u": outputs[word]}
            e = error(float(rows["u"] @ rows["v"]), word == neighbor)
            u[word] -= rate * e * rows[along_u]
            v[center] -= rate * e * rows[along_v]
        return v, u

    return wrong


def noise_by_itself(of_noise_v=1.0, of_noise_u=1.0, of_neighbor=1.0, split=False):
    """Weigh what the noise moves in each table, and what the neighbor does."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        kept = [n for n in noise if n != neighbor]
        v, u = gradients(inputs, outputs, center, neighbor, [], log_loss)
        both = gradients(inputs, outputs, center, neighbor, kept, log_loss)
        weight = 1 / max(len(kept), 1) if split else 1.0
        v = of_neighbor * v + weight * of_noise_v * (both[0] - v)
        u = of_neighbor * u + weight * of_noise_u * (both[1] - u)
        return inputs - rate * v, outputs - rate * u

    return wrong


def read_from(for_v, for_u):
    """Look the center up in one table and the others in another, and move the right ones."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        tables = {"i": inputs, "o": outputs}
        v, u = inputs.clone(), outputs.clone()
        hidden = tables[for_v][center]
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            row = tables[for_u][word]
            error = logistic(float(row @ hidden)) - (word == neighbor)
            u[word] -= rate * error * hidden
            v[center] -= rate * error * row
        return v, u

    return wrong


def from_moved(score="", moves="", order="vu"):
    """Read what is named from the tables that have moved, each at the time it is used."""

    def wrong(inputs, outputs, center, neighbor, noise, rate):
        v, u = inputs.clone(), outputs.clone()
        for word in [neighbor] + [n for n in noise if n != neighbor]:
            a = (u if "u" in score else outputs)[word]
            b = (v if "v" in score else inputs)[center]
            error = logistic(float(a @ b)) - (word == neighbor)
            for table in order:
                if table == "u":
                    u[word] -= rate * error * (v if "v" in moves else inputs)[center]
                else:
                    v[center] -= rate * error * (u if "u" in moves else outputs)[word]
        return v, u

    return wrong


def exchanged(inputs, outputs, center, neighbor, noise, rate):
    v, u = descending()(outputs, inputs, center, neighbor, noise, rate)
    return u, v


def up_to(noise, center, neighbor):
    kept = []
    for word in noise:
        if word == neighbor:
            break
        kept.append(word)
    return kept


def one_removed(noise, center, neighbor):
    found = [place for place, word in enumerate(noise) if word == neighbor][:1]
    return [word for place, word in enumerate(noise) if place not in found]


READ_AGAIN = "the tables are read again after they have moved for the word before"
CLOSER = "the noise words are pulled closer too"
AWAY = "the neighbor is pushed away like the noise"
MEAN = "the gradients are averaged, not added"
ALONG = "a row moves along itself"
UP = "one of the two tables goes up the gradient"
STILL = "one of the two tables does not move"
ONE_ROLE = "one table plays both roles"
LAST = "the center keeps only the step of the last word"
RATE = "the rate is left out, or counts twice"
OF_LOSS = "the loss stands where its derivative belongs"
HALF = "the noise moves one of the two tables only"

STEP_FORMS = [
    ("the two tables are exchanged", exchanged),
    ("the two tables are exchanged", read_from("o", "i")),
    (ONE_ROLE, read_from("i", "i")),
    (ONE_ROLE, read_from("o", "o")),
    (CLOSER, by_hand(lambda s, real: logistic(s) - 1 if real else -logistic(s))),
    (AWAY, by_hand(lambda s, real: logistic(s))),
    (AWAY, by_hand(lambda s, real: 1 - logistic(s) if real else logistic(s))),
    (
        "the error of a noise word is sigmoid(-score)",
        by_hand(lambda s, real: -logistic(-s) if real else logistic(-s)),
    ),
    ("the sigmoid is missing", by_hand(lambda s, real: s - 1 if real else s)),
    (OF_LOSS, by_hand(lambda s, real: -math.log(logistic(s if real else -s)))),
    (OF_LOSS, by_hand(lambda s, real: (1, -1)[real] * -math.log(logistic((-s, s)[real])))),
    (
        "the derivative of the sigmoid is multiplied in",
        descending(loss=lambda score, label: (score.sigmoid() - label) ** 2 / 2),
    ),
    (
        "the neighbor is pulled once more each time it is drawn as noise",
        descending(
            words=lambda noise, center, neighbor: noise,
            label=lambda word, neighbor: float(word == neighbor),
        ),
    ),
    (
        "of several draws of the neighbor only one is skipped",
        descending(words=one_removed),
    ),
    ("the noise ends where the neighbor is drawn", descending(words=up_to)),
    (
        "noise words equal to the center are skipped",
        descending(words=lambda noise, center, neighbor: [n for n in noise if n != center]),
    ),
    ("the noise takes no part", descending(words=lambda *_: [])),
    ("the neighbor takes no part", noise_by_itself(of_neighbor=0)),
    (UP, descending(lambda v, u, n: (-v, u))),
    (UP, descending(lambda v, u, n: (v, -u))),
    (STILL, descending(lambda v, u, n: (v, 0 * u))),
    (STILL, descending(lambda v, u, n: (0 * v, u))),
    (HALF, noise_by_itself(of_noise_v=0)),
    (HALF, noise_by_itself(of_noise_u=0)),
    (ALONG, by_hand(lambda s, real: logistic(s) - real, along_u="u")),
    (ALONG, by_hand(lambda s, real: logistic(s) - real, along_v="v")),
    (ALONG, by_hand(lambda s, real: logistic(s) - real, along_u="u", along_v="v")),
    ("every row of a table moves", descending(lambda v, u, n: (v, u.sum(0).expand_as(u)))),
    ("every row of a table moves", descending(lambda v, u, n: (v.sum(0).expand_as(v), u))),
    ("the outputs have moved before the input reads them", from_moved(moves="u", order="uv")),
    ("the outputs have moved before the input reads them", from_moved(moves="u", order="vu")),
    ("the input has moved before the outputs read it", from_moved(moves="v", order="vu")),
    ("the input has moved before the outputs read it", from_moved(moves="v", order="uv")),
    (READ_AGAIN, from_moved(score="u", moves="u", order="vu")),
    (READ_AGAIN, from_moved(score="u", moves="u", order="uv")),
    (READ_AGAIN, from_moved(score="v", moves="v", order="vu")),
    (READ_AGAIN, from_moved(score="uv")),
    (READ_AGAIN, from_moved(moves="uv", order="uv")),
    (
        "a noise word drawn twice counts once",
        descending(words=lambda noise, center, neighbor: {*noise} - {neighbor}),
    ),
    (LAST, keeping("v")),
    (LAST, keeping("uv")),
    (MEAN, descending(lambda v, u, n: (v / (n + 1), u / (n + 1)))),
    (MEAN, descending(lambda v, u, n: (v / (n + 1), u))),
    (MEAN, noise_by_itself(split=True)),
    (RATE, lambda i, o, c, b, noise, rate: descending()(i, o, c, b, noise, 1)),
    (RATE, lambda i, o, c, b, noise, rate: descending()(i, o, c, b, noise, rate**2)),
]


@pytest.mark.parametrize(("name", "wrong"), STEP_FORMS)
def test_a_slip_in_the_step_by_autograd_or_by_hand(name, wrong):
    def answer(inputs, outputs, center, neighbor, noise, rate):
        return wrong(inputs, outputs, center, neighbor, noise, rate)

    assert_named(word2vec.negative_sampling_step, answer, name)


def test_every_slip_in_the_step_is_written_again():
    written = {*STEP_SLIPS, *(name for name, _ in STEP_FORMS)}
    assert written == {slip.name for slip in word2vec.negative_sampling_step.misconceptions}


def test_the_step_in_loops_is_right():
    assert "correct" in diagnosis(word2vec.negative_sampling_step, made())


def test_the_step_equals_autograd():
    case, (inputs, outputs) = solve(word2vec.negative_sampling_step, case=1)
    old_in, old_out, center, neighbor, noise, rate = case.args
    old_in, old_out = old_in.clone().requires_grad_(), old_out.clone().requires_grad_()
    scores = old_out @ old_in[center]
    loss = -torch.nn.functional.logsigmoid(scores[neighbor])
    for word in noise:
        if word != neighbor:
            loss = loss - torch.nn.functional.logsigmoid(-scores[word])
    loss.backward()
    torch.testing.assert_close(inputs, old_in.detach() - rate * old_in.grad)
    torch.testing.assert_close(outputs, old_out.detach() - rate * old_out.grad)
