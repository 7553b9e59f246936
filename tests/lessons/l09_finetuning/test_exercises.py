"""The exercises on fine-tuning; every slip is written here a second time, with other means."""

import bisect
import copy
import math
import random

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy, relu

from bertlab.finetuning.classifier import EarlyStopping
from bertlab.finetuning.pooling import LastFourPooling
from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.training.batches import similar_batches
from bertlab.training.loop import Objective
from lessons.l09_finetuning import exercises
from tests.exercise_checks import assert_named, check_exercise_module, diagnosis, loaded, solve
from workbook.exercises import diagnose

finetuning = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(finetuning)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, function, name)


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values)


def dot(a, b):
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def softmax(row):
    powers = [math.exp(x - max(row)) for x in row]
    return [power / math.fsum(powers) for power in powers]


# --- an epoch: example by example -----------------------------------------------------------------


def surprise(row, answer):
    return -math.log(softmax(row)[answer])


def over_examples(found):
    return mean(value for batch in found for value in batch)


def over_batches(found):
    return mean(mean(batch) for batch in found)


def means_over_examples(found):
    return math.fsum(mean(batch) for batch in found) / sum(map(len, found))


def last(found):
    return mean(found[-1])


def figures(
    bend=lambda x: x,
    rows=lambda row: row,
    price=surprise,
    loss=over_examples,
    accuracy=over_examples,
    bias_times=1,
    seen=lambda row: row,
    hit=lambda right: right,
):
    """An epoch in Python floats; each keyword puts one slip in."""

    def epoch_figures(batches, weight, bias):
        head = list(zip(weight.tolist(), [bias_times * b for b in bias.tolist()], strict=True))
        losses, hits = [], []
        for pooled, labels in batches:
            scores = [rows([bend(b + dot(v, w)) for w, b in head]) for v in pooled.tolist()]
            pairs = list(zip(scores, labels.tolist(), strict=True))
            losses.append([price(row, label) for row, label in pairs])
            pairs = [(seen(row), label) for row, label in pairs]
            hits.append([hit(row.index(max(row)) == label) for row, label in pairs])
        return loss(losses), accuracy(hits)

    return epoch_figures


def of_some(which, counted=None):
    """Sum over the batches that a slice takes, divided by the examples of others (or the same)."""
    counted = counted or which
    return lambda found: math.fsum(map(math.fsum, found[which])) / sum(map(len, found[counted]))


def as_long_as_the_first(found):
    return math.fsum(map(math.fsum, found)) / len(found[0]) / len(found)


def of_one_size(found):
    return mean(value for batch in found if len(batch) == len(found[0]) for value in batch)


def by_batches(found):
    return math.fsum(map(math.fsum, found)) / len(found)


def positive_part(row):
    return [max(x, 0.0) for x in row]


def test_epoch_figures():
    assert diagnose(finetuning.epoch_figures, figures()).right
    alike = "all batches are taken to be as large as the first"
    tail = "the sums of all batches are divided by the size of the last"
    odd = "batches of another size than the first are left out"
    head = "the figures are those of the first batch"
    few = "the sum of the losses is divided by the number of batches"
    whole = "the accuracy is a number of examples or of percent, not a share"
    added = "the means of the batches are added and divided by the number of examples"
    squeezed = "the logits go through a softmax before cross_entropy"
    first, end, everything = slice(0, 1), slice(-1, None), slice(None)
    positive = "a ReLU stands behind the logits"
    other = "another activation stands in the place of ReLU"
    total = "the loss is a sum"
    ending = "the figures are those of the last batch"
    slips = [
        (
            "the recipe is as it was printed",
            figures(bend=lambda x: max(x, 0.0), loss=means_over_examples),
        ),
        (positive, figures(bend=lambda x: max(x, 0.0))),
        (positive, figures(bend=lambda x: max(x, 0.0), loss=over_batches)),
        (
            positive,
            figures(bend=lambda x: max(x, 0.0), loss=over_batches, accuracy=over_batches),
        ),
        (positive, figures(seen=positive_part)),
        (positive, figures(price=lambda row, label: surprise(positive_part(row), label))),
        ("the bias is left out", figures(bias_times=0)),
        ("the bias is left out", figures(bias_times=-1)),
        (alike, figures(loss=as_long_as_the_first, accuracy=as_long_as_the_first)),
        (alike, figures(loss=over_batches, accuracy=as_long_as_the_first)),
        (tail, figures(loss=of_some(everything, end), accuracy=of_some(everything, end))),
        (tail, figures(loss=of_some(everything, end))),
        (odd, figures(loss=of_one_size, accuracy=of_one_size)),
        (odd, figures(loss=of_one_size)),
        (head, figures(loss=of_some(first), accuracy=of_some(first))),
        (head, figures(loss=of_some(first, everything), accuracy=of_some(first, everything))),
        (ending, figures(loss=of_some(end, everything), accuracy=of_some(end, everything))),
        (ending, figures(loss=of_some(end, everything))),
        (few, figures(loss=by_batches)),
        (few, figures(loss=by_batches, accuracy=by_batches)),
        (whole, figures(accuracy=lambda hits: sum(map(sum, hits)))),
        (whole, figures(accuracy=lambda hits: 100 * over_examples(hits))),
        ("the share of wrong answers is returned", figures(hit=lambda right: not right)),
        (
            "logits are taken for logarithms of shares",
            figures(price=lambda row, label: -row[label]),
        ),
        (added, figures(accuracy=means_over_examples)),
        (added, figures(loss=means_over_examples, accuracy=means_over_examples)),
        (squeezed, figures(rows=softmax, loss=means_over_examples)),
        (squeezed, figures(rows=softmax, loss=over_batches)),
        (other, figures(bend=lambda x: 1 / (1 + math.exp(-x)))),
        (other, figures(bend=math.tanh)),
        (other, figures(bend=lambda x: x * (1 + math.erf(x / math.sqrt(2))) / 2)),
        (other, figures(bend=lambda x: x if x > 0 else x / 100)),
        (
            "the means of the batches are added and divided by the number of examples",
            figures(loss=means_over_examples),
        ),
        ("the loss is a mean of the batches' means", figures(loss=over_batches)),
        ("the accuracy is a mean of the batches' accuracies", figures(accuracy=over_batches)),
        (
            "loss and accuracy both are means of the batches' means",
            figures(loss=over_batches, accuracy=over_batches),
        ),
        ("the logits go through a softmax before cross_entropy", figures(rows=softmax)),
        (
            "the loss is minus the probability, without its logarithm",
            figures(price=lambda row, label: -softmax(row)[label]),
        ),
        (
            "the number of right answers is divided by the number of batches",
            figures(accuracy=lambda hits: mean(sum(batch) for batch in hits)),
        ),
        (total, figures(loss=lambda found: math.fsum(map(math.fsum, found)))),
        (total, figures(loss=lambda found: math.fsum(map(mean, found)))),
        (
            total,
            figures(
                loss=lambda found: math.fsum(map(math.fsum, found)),
                accuracy=lambda hits: sum(map(sum, hits)),
            ),
        ),
        (ending, figures(loss=last, accuracy=last)),
        (ending, figures(loss=last)),
    ]
    assert_all_named(finetuning.epoch_figures, slips)


def test_the_recipe_as_it_is_printed_is_named():
    """The student changes nothing in what the lesson hands out."""

    def epoch_figures(batches, weight, bias):
        total_loss, total_correct, examples = 0.0, 0, 0
        for pooled, labels in batches:
            logits = relu(pooled @ weight.T + bias)
            total_loss += cross_entropy(logits, labels).item()
            total_correct += (logits.argmax(dim=1) == labels).sum().item()
            examples += len(labels)
        return total_loss / examples, total_correct / examples

    assert_named(finetuning.epoch_figures, epoch_figures, "the recipe is as it was printed")


def test_the_figures_by_hand():
    """Even guesses among 3 classes cost log 3, and class 0 wins the tie: 2 of 5 are right."""
    batches = [
        (torch.ones(4, 2), torch.tensor([0, 1, 2, 0])),
        (torch.ones(1, 2), torch.tensor([1])),
    ]
    zeros = torch.zeros(3, 2), torch.zeros(3)
    loss, accuracy = finetuning.epoch_figures.reference(batches, *zeros)
    assert math.isclose(loss, math.log(3), rel_tol=1e-6)
    assert accuracy == 0.4


@pytest.mark.parametrize("number", range(3))
def test_the_cases_meet_what_the_recipe_spoils(number):
    """Batches differ in size, and ReLU turns a right answer with logits below 0 into a wrong one.

    No two sizes of a case are equal, or a wrong axis could go unnoticed.
    """
    case, (_, accuracy) = solve(finetuning.epoch_figures, number)
    batches, weight, bias = case.args
    sizes = [len(labels) for _, labels in batches]
    assert len(set(sizes)) > 1
    axes = [*set(sizes), len(batches), sum(sizes), *weight.shape]
    assert len(set(axes)) == len(axes)
    spoiled = 0
    for pooled, labels in batches:
        logits = pooled @ weight.T + bias
        dead = (logits < 0).all(dim=1) & (logits.argmax(dim=1) == labels) & (labels > 0)
        spoiled += int(dead.sum())
    assert spoiled > 0
    assert 0 < accuracy < 1


def test_a_dead_example_has_no_gradient():
    """The advice on ReLU: where all logits are below 0, the gradient is 0."""
    logits = torch.tensor([[-1.0, -2.0, -0.5]], requires_grad=True)
    cross_entropy(relu(logits), torch.tensor([1])).backward()
    assert logits.grad is not None and not logits.grad.any()


# --- buckets --------------------------------------------------------------------------------------


def buckets(
    from_file=False,
    size=lambda batch_size, bucket, texts: batch_size * bucket,
    arrange="length",
    inside=False,
    whole_batches=False,
    whole_buckets=False,
    shuffle=lambda generator, batches: generator.shuffle(batches),
    together=False,
    sorted_first=False,
    mixed=None,
    joined=True,
    buckets_of=None,
    batches_of=None,
    finish=lambda generator, result: result,
):
    """Buckets that are filled one text at a time; each keyword puts one slip in."""

    def bucketed_batches(shuffled, lengths, batch_size, bucket, generator):
        full = size(batch_size, bucket, len(shuffled))
        filled = [[]]
        texts = range(len(lengths)) if from_file else shuffled
        for text in put_in_order(texts, lengths) if sorted_first else texts:
            if len(filled[-1]) == full:
                filled.append([])
            filled[-1].append(text)
        batches = []
        if buckets_of:
            filled = buckets_of(shuffled, full)
        for number, texts in enumerate(filled):
            if whole_buckets and len(texts) < full:
                continue
            row = put_in_order(texts, lengths, arrange, number * full)
            found = []
            if mixed == "bucket":
                generator.shuffle(row)
            if batches_of:
                found, row = batches_of(row, batch_size), []
            while row:
                batch, row = row[:batch_size], row[batch_size:]
                if len(batch) == batch_size or not whole_batches:
                    found.append(put_in_order(batch, lengths) if inside else batch)
            if mixed == "batches":
                for batch in found:
                    generator.shuffle(batch)
            if not together:
                shuffle(generator, found)
            batches.extend(found) if joined else batches.append(found)
        if together:
            shuffle(generator, batches)
        return finish(generator, batches)

    return bucketed_batches


def evenly(items, size):
    """Divide into as many parts as it takes, the first ones an item longer."""
    if not items:
        raise ValueError("no items")
    parts = -(-len(items) // size)
    short, longer = divmod(len(items), parts)
    sizes = [short + (number < longer) for number in range(parts)]
    return [list(items[sum(sizes[:n]) : sum(sizes[: n + 1])]) for n in range(parts)]


def moved(generator, batches):
    """Batch i goes to place permutation[i]."""
    places = generator.permutation(len(batches)).tolist()
    batches[:] = [batches[places.index(place)] for place in range(len(batches))]


def chosen(generator, batches):
    places = generator.choice(np.arange(len(batches)), len(batches), False)
    batches[:] = [batches[place] for place in places]


def as_if_full(bucket_size):
    def shuffle(generator, batches):
        places = generator.permutation(bucket_size)
        batches[:] = [batches[place] for place in places if place < len(batches)]

    return shuffle


def shuffled_as_if_full(shuffled, lengths, batch_size, bucket, generator):
    return buckets(shuffle=as_if_full(bucket))(shuffled, lengths, batch_size, bucket, generator)


def nothing(generator, batches):
    return None


def chained(generator, found):
    return [batch for batches in found for batch in batches]


def bucket_after_bucket(generator, found):
    generator.shuffle(found)
    return chained(generator, found)


def lengths_from_the_start(shuffled, lengths, batch_size, bucket, generator):
    """The first text of a bucket has the length of text 0, and so on."""
    size = batch_size * bucket
    lengths_of = {text: lengths[place % size] for place, text in enumerate(shuffled)}
    return buckets()(shuffled, lengths_of, batch_size, bucket, generator)


def put_in_order(texts, lengths, arrange="length", start=0):
    """Insert one text after the other."""
    if arrange == "nothing":
        return list(texts)
    rows = []
    for place, text in enumerate(texts):
        length = lengths[start + place if arrange == "as placed" else text]
        bisect.insort(rows, (length, text, place))
    if arrange == "reverse":
        rows.reverse()
    if arrange == "numbers":
        rows.sort(key=lambda row: row[1])
    column = {"lengths": 0, "places": 2}.get(arrange, 1)
    return [row[column] for row in rows]


def test_bucketed_batches():
    assert diagnose(finetuning.bucketed_batches, buckets()).right
    short = "what does not fill a batch is dropped"
    late = "the texts are sorted inside their batch"
    else_ = "the batches are shuffled by something else than the generator"
    inner = "the texts are shuffled, not the batches"
    one = "the batches of one bucket only are returned"
    even = "the texts are divided evenly, and buckets or batches are smaller than asked"
    many = "bucket is taken for the number of buckets"
    slips = [
        ("all texts are sorted, not those of a bucket", buckets(sorted_first=True)),
        (
            "the lengths are read at the places of the texts, not by their numbers",
            lengths_from_the_start,
        ),
        ("the generator draws with something else than permutation", buckets(shuffle=chosen)),
        ("the permutation says where a batch goes, not which one comes", buckets(shuffle=moved)),
        ("the last bucket is shuffled as if it were full", shuffled_as_if_full),
        (
            "the buckets are shuffled, not the batches inside",
            buckets(shuffle=nothing, joined=False, finish=bucket_after_bucket),
        ),
        (inner, buckets(shuffle=nothing, mixed="batches")),
        (inner, buckets(shuffle=nothing, mixed="bucket")),
        (
            "each bucket has a list of its own in the result",
            buckets(joined=False, finish=lambda g, found: [each for each in found if each]),
        ),
        (one, buckets(joined=False, finish=lambda generator, found: found[0])),
        (one, buckets(joined=False, finish=lambda generator, found: found[-1])),
        (even, buckets(buckets_of=evenly)),
        (even, buckets(batches_of=lambda row, size: evenly(row, size) if row else [])),
        (even, buckets(buckets_of=evenly, batches_of=evenly)),
        (many, buckets(size=lambda batch_size, bucket, texts: -(-texts // bucket))),
        (many, buckets(size=lambda batch_size, bucket, texts: texts // bucket or 1)),
        (
            "all texts are sorted, not those of a bucket",
            buckets(size=lambda batch_size, bucket, texts: texts),
        ),
        ("nothing is sorted", buckets(arrange="nothing")),
        (late, buckets(arrange="nothing", inside=True)),
        (late, buckets(size=lambda batch_size, bucket, texts: batch_size)),
        ("the buckets are cut from the file's order", buckets(from_file=True)),
        ("the batches are not shuffled", buckets(shuffle=lambda generator, batches: None)),
        ("the batches of all buckets are shuffled together", buckets(together=True)),
        (short, buckets(whole_batches=True)),
        (short, buckets(whole_buckets=True)),
        (
            "a bucket holds as many texts as it should hold batches",
            buckets(size=lambda batch_size, bucket, texts: bucket),
        ),
        ("places in the bucket are returned, not numbers of texts", buckets(arrange="places")),
        (
            "the lengths are read at the places of the texts, not by their numbers",
            buckets(arrange="as placed"),
        ),
        ("the texts are sorted by their numbers", buckets(arrange="numbers")),
        ("lengths are returned, not numbers of texts", buckets(arrange="lengths")),
        ("the longest texts come first", buckets(arrange="reverse")),
        (else_, buckets(shuffle=lambda generator, batches: np.random.shuffle(batches))),
        (else_, buckets(shuffle=lambda generator, batches: random.shuffle(batches))),
    ]
    assert_all_named(finetuning.bucketed_batches, slips)


@pytest.mark.parametrize("number", range(3))
def test_the_librarys_batches_are_those_of_the_exercise(number):
    case, expected = solve(finetuning.bucketed_batches, number)
    shuffled, lengths, batch_size, bucket, generator = copy.deepcopy(case.args)
    found = similar_batches(
        np.array(shuffled), np.array(lengths), batch_size, generator, bucket=bucket
    )
    assert [batch.tolist() for batch in found] == expected


def padding(batches, lengths):
    """Return how many places of padding the batches have."""
    return sum(max(lengths[t] for t in batch) - lengths[t] for batch in batches for t in batch)


def test_each_text_once_and_little_padding():
    generator = np.random.default_rng(0)
    lengths, shuffled = generator.integers(5, 60, 203).tolist(), generator.permutation(203).tolist()
    divide = finetuning.bucketed_batches.reference
    batches = divide(shuffled, lengths, 8, 6, generator)
    assert sorted(text for batch in batches for text in batch) == list(range(203))
    assert sorted(map(len, batches)) == [3] + [8] * 25
    random_batches = divide(shuffled, lengths, 8, 1, generator)
    assert padding(batches, lengths) < padding(random_batches, lengths) / 3


def test_a_case_has_no_two_texts_of_one_length_and_a_rest():
    for case in finetuning.bucketed_batches.cases()[:3]:  # those behind have one text and none
        shuffled, lengths, batch_size, bucket, _ = case.args
        assert sorted(shuffled) == list(range(len(lengths)))
        assert len(set(lengths)) == len(lengths)
        assert len(lengths) % batch_size and len(lengths) % (batch_size * bucket)
        assert len({len(lengths), batch_size, bucket}) == 3


# --- accumulation: numbers, class by class --------------------------------------------------------


def updates(
    share=lambda sizes, every, size: 1 / sum(sizes),
    drop=False,
    clear="update",
    step="group",
    sign=-1,
    all_so_far=False,
):
    """Gradient descent on one number after the other; each keyword puts one slip in."""

    def accumulated_updates(weight, micro_batches, every, rate):
        C, D = weight.shape
        W = [[weight[c, d].item() for d in range(D)] for c in range(C)]
        total = [[0.0] * D for _ in range(C)]
        pending = list(micro_batches)
        while pending and not (drop and len(pending) < every):
            group, pending = pending[:every], pending[every:]
            sizes = [len(labels) for _, labels in group]
            if all_so_far:
                seen = len(micro_batches) - len(pending)
                sizes = [len(labels) for _, labels in micro_batches[:seen]]
            for number, (vectors, labels) in enumerate(group, start=1):
                if clear == "micro-batch":
                    total = [[0.0] * D for _ in range(C)]
                factor = share(sizes, every, len(labels))
                shares = [softmax([dot(w, v) for w in W]) for v in vectors.tolist()]
                for v, p, label in zip(vectors.tolist(), shares, labels.tolist(), strict=True):
                    for c in range(C):
                        error = p[c] - (c == label)
                        for d in range(D):
                            total[c][d] += factor * error * v[d]
                if step == "micro-batch" or number == len(group):
                    W = [[W[c][d] + sign * rate * total[c][d] for d in range(D)] for c in range(C)]
                    if clear != "never":
                        total = [[0.0] * D for _ in range(C)]
        return torch.tensor(W, dtype=weight.dtype)

    return accumulated_updates


def own(sizes, every, size):
    return 1 / size


def never_reset(weight, micro_batches, every, rate):
    """Divide the gradient at the update, by a count that is never set back to 0."""
    head, examples = weight.clone().requires_grad_(), 0
    for number, (vectors, labels) in enumerate(micro_batches, start=1):
        cross_entropy(vectors @ head.T, labels, reduction="sum").backward()
        examples += len(labels)
        if number % every == 0 or number == len(micro_batches):
            head.data -= rate * head.grad / examples
            head.grad = None
    return head.detach()


def divided_at_once(resets):
    """Count while the losses are made, and divide each by the count as it is then."""

    def accumulated_updates(weight, micro_batches, every, rate):
        head, examples = weight.clone().requires_grad_(), 0
        for number, (vectors, labels) in enumerate(micro_batches, start=1):
            examples += len(labels)
            (cross_entropy(vectors @ head.T, labels, reduction="sum") / examples).backward()
            if number % every == 0 or number == len(micro_batches):
                head.data -= rate * head.grad
                head.grad, examples = None, 0 if resets else examples
        return head.detach()

    return accumulated_updates


def in_groups(batches, every):
    groups = []
    for number, batch in enumerate(batches):
        if number % every == 0:
            groups.append([])
        groups[-1].append(batch)
    return groups


def by_autograd(
    divide=lambda sizes, every, number: sum(sizes),
    groups=in_groups,
    costs=lambda logits, labels: cross_entropy(logits, labels, reduction="sum"),
    stale=False,
):
    """Descend with autograd; ``divide`` is given the sizes of a group and the number in it."""

    def accumulated_updates(weight, micro_batches, every, rate):
        head = weight.clone()
        for group in groups(micro_batches, every):
            sizes = [len(labels) for _, labels in group]
            leaf = (weight if stale else head).clone().requires_grad_()
            for number, (vectors, labels) in enumerate(group):
                (costs(vectors @ leaf.T, labels) / divide(sizes, every, number)).backward()
            head = head - rate * leaf.grad
        return head

    return accumulated_updates


def after_the_first(batches, every):
    rest = batches[1:]
    return [batches[:1], *(rest[i : i + every] for i in range(0, len(rest), every))]


def full_after_the_first(batches, every):
    first, *rest = after_the_first(batches, every)
    return [first, *(group for group in rest if len(group) == every)]


def in_so_many(batches, every):
    size = math.ceil(len(batches) / every)
    return [batches[i : i + size] for i in range(0, len(batches), size)]


def of_all_examples(weight, micro_batches, every, rate):
    total = sum(len(labels) for _, labels in micro_batches)
    return by_autograd(lambda *_: total)(weight, micro_batches, every, rate)


def of_shares(logits, labels):
    return cross_entropy(logits.softmax(dim=1), labels, reduction="sum")


def test_accumulated_updates():
    assert diagnose(finetuning.accumulated_updates, updates()).right
    assert diagnose(finetuning.accumulated_updates, by_autograd()).right
    first = "the sizes are taken to be those of the first micro-batch of the group"
    inside = "the gradient is cleared before each micro-batch"
    each = "there is an update after each micro-batch"
    so_far = "a micro-batch is divided by the examples counted so far"

    single = "the sum is divided by the examples of one micro-batch of the group"
    parts = "the sum is divided by the number of micro-batches, not of examples"
    again = "means are divided by the examples of the group once more"
    shifted = "the groups are off by one: the first has a single micro-batch"

    def every_mean(sizes, every, number):
        return every * sizes[number]

    def unchanged(weight, micro_batches, every, rate):
        return weight.clone()

    def of_means(sizes, every, size):
        return 1 / size / every

    slips = [
        ("the means of the micro-batches are added", updates(own)),
        (
            "each micro-batch counts the same, whatever its size",
            updates(lambda sizes, every, size: 1 / size / len(sizes)),
        ),
        (
            "each micro-batch counts the same, and the last group as if it were full",
            updates(of_means),
        ),
        (first, updates(lambda sizes, every, size: 1 / sizes[0] / len(sizes))),
        (first, updates(lambda sizes, every, size: 1 / sizes[0] / every)),
        ("the losses are added and not divided", updates(lambda sizes, every, size: 1.0)),
        (single, by_autograd(lambda sizes, every, number: sizes[-1])),
        (single, by_autograd(lambda sizes, every, number: sizes[0])),
        (parts, by_autograd(lambda sizes, every, number: len(sizes))),
        (parts, by_autograd(lambda sizes, every, number: every)),
        (again, by_autograd(lambda sizes, every, number: sizes[number] * sum(sizes))),
        (again, by_autograd(lambda sizes, every, number: sizes[number] ** 2)),
        ("the examples of all groups are counted, not those of the group", of_all_examples),
        (shifted, by_autograd(groups=after_the_first)),
        (shifted, by_autograd(groups=full_after_the_first)),
        (shifted, by_autograd(every_mean, groups=after_the_first)),
        (shifted, by_autograd(every_mean, groups=full_after_the_first)),
        ("every is taken for the number of groups", by_autograd(groups=in_so_many)),
        (
            "only the first group is used",
            by_autograd(groups=lambda batches, every: in_groups(batches, every)[:1]),
        ),
        (
            "there is one update for all micro-batches",
            by_autograd(groups=lambda batches, every: [batches]),
        ),
        ("the weight is returned as it came", unchanged),
        ("all gradients are those of the first weight", by_autograd(stale=True)),
        (
            "the logits go through a softmax before cross_entropy",
            by_autograd(costs=of_shares),
        ),
        ("the examples are counted on from group to group", updates(all_so_far=True)),
        ("the examples are counted on from group to group", never_reset),
        (so_far, divided_at_once(resets=True)),
        (so_far, divided_at_once(resets=False)),
        ("the last group has no update if it is not full", updates(drop=True)),
        ("the gradient is not cleared after an update", updates(clear="never")),
        (inside, updates(clear="micro-batch")),
        (inside, updates(own, clear="micro-batch")),
        (inside, updates(of_means, clear="micro-batch")),
        (each, updates(step="micro-batch")),
        (each, updates(own, step="micro-batch")),
        (each, updates(of_means, step="micro-batch")),
        ("the update goes up the gradient", updates(sign=1)),
    ]
    assert_all_named(finetuning.accumulated_updates, slips)


@pytest.mark.parametrize("number", range(3))
def test_micro_batches_give_what_large_batches_give(number):
    case, expected = solve(finetuning.accumulated_updates, number)
    weight, micro_batches, every, rate = case.args
    for start in range(0, len(micro_batches), every):
        vectors, labels = zip(*micro_batches[start : start + every], strict=True)
        weight = weight.detach().requires_grad_()
        loss = cross_entropy(torch.cat(vectors) @ weight.T, torch.cat(labels))
        (gradient,) = torch.autograd.grad(loss, weight)
        weight = weight - rate * gradient
    torch.testing.assert_close(weight.detach(), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("number", range(3))
def test_no_two_axes_of_the_micro_batches_are_equal(number):
    case, _ = solve(finetuning.accumulated_updates, number)
    weight, micro_batches, every, _ = case.args
    sizes = {len(labels) for _, labels in micro_batches}
    axes = [*sizes, *weight.shape]
    assert len(set(axes)) == len(axes)
    assert len(sizes) > 1 and every > 1


def test_a_weight_changed_in_place_is_noticed():
    def accumulated_updates(weight, micro_batches, every, rate):
        weight.copy_(updates()(weight.clone(), micro_batches, every, rate))
        return weight

    verdict = diagnose(finetuning.accumulated_updates, accumulated_updates)
    assert not verdict.right
    assert "changes its input `weight` in place" in verdict.text


# --- the mixture: number by number ----------------------------------------------------------------


def rows_of(right_a, right_b, draws, other=lambda rows: rows, scale=100):
    """The gain in each row of draws, in points; B may be scored on other rows than A."""
    a, b, rows = right_a.tolist(), right_b.tolist(), draws.tolist()
    return [
        scale * (mean([b[text] for text in one]) - mean([a[text] for text in two]))
        for one, two in zip(rows, other(rows), strict=True)
    ]


def cut(values, low=2.5, high=97.5):
    return tuple(np.percentile(values, [low, high]).tolist())


def interval(ends=cut, **change):
    """Make a function of the exercise: which rows, and which ends of them."""

    def paired_interval(right_a, right_b, draws):
        return ends(rows_of(right_a, right_b, draws, **change))

    return paired_interval


def scores_of(right, draws):
    return 100 * right.numpy()[draws.numpy()].mean(axis=1)


def by_crossed_ends(right_a, right_b, draws):
    a, b = cut(scores_of(right_a, draws)), cut(scores_of(right_b, draws))
    return b[0] - a[1], b[1] - a[0]


def by_like_ends(right_a, right_b, draws):
    a, b = cut(scores_of(right_a, draws)), cut(scores_of(right_b, draws))
    return b[0] - a[0], b[1] - a[1]


def about(middle, error):
    return middle - 1.96 * error, middle + 1.96 * error


def by_two_variances(right_a, right_b, draws):
    a, b, texts = mean(right_a.tolist()), mean(right_b.tolist()), len(right_a)
    error = math.sqrt(a * (1 - a) / texts + b * (1 - b) / texts)
    return about(100 * (b - a), 100 * error)


def by_the_formula(freedom):
    def paired_interval(right_a, right_b, draws):
        gains = 100 * (right_b.numpy() - right_a.numpy())
        return about(gains.mean(), gains.std(ddof=freedom) / math.sqrt(gains.size))

    return paired_interval


def spread_of_rows(freedom, shrink=1.0):
    return lambda rows: about(np.mean(rows), np.std(rows, ddof=freedom) / len(rows) ** shrink)


def of_texts(right_a, right_b, draws):
    return cut([100 * (b - a) for a, b in zip(right_a.tolist(), right_b.tolist(), strict=True)])


def of_drawn_texts(right_a, right_b, draws):
    rows = draws.numpy()
    return cut(100 * (right_b.numpy()[rows] - right_a.numpy()[rows]).ravel())


def of_places(right_a, right_b, draws):
    rows = draws.numpy()
    return cut(100 * (right_b.numpy()[rows] - right_a.numpy()[rows]).mean(axis=0))


def test_paired_interval():
    assert diagnose(finetuning.paired_interval, interval()).right
    slips = (
        ("each model gets an interval of its own", by_crossed_ends),
        ("each model gets an interval of its own", by_like_ends),
        ("the two models are scored on different draws", interval(other=lambda r: r[::-1])),
        (
            "the two models are scored on different draws",
            interval(other=lambda r: [r[-1], *r[:-1]]),
        ),
        ("the two models are scored on different draws", interval(other=lambda r: [*r[1:], r[0]])),
        ("the texts are taken for different ones in the formula", by_two_variances),
        ("the gain is that of A over B", interval(scale=-100)),
        ("the upper end comes first", interval(lambda rows: cut(rows, 97.5, 2.5))),
        ("proportions are returned, not points", interval(scale=1)),
        ("the middle 90% are taken", interval(lambda rows: cut(rows, 5, 95))),
        ("5% are cut off at one end only", interval(lambda rows: cut(rows, 0, 95))),
        ("5% are cut off at one end only", interval(lambda rows: cut(rows, 5, 100))),
        ("percentile is given proportions", interval(lambda rows: cut(rows, 0.025, 0.975))),
        (
            "the lowest and the highest row are the ends",
            interval(lambda rows: (min(rows), max(rows))),
        ),
        ("the mean is taken over the rows of draws, not over the texts of a row", of_places),
        ("the draws are not used: the ends are those of single texts", of_texts),
        ("the draws are not used: the ends are those of single texts", of_drawn_texts),
        ("a normal curve stands in for the rows", by_the_formula(0)),
        ("a normal curve stands in for the rows", by_the_formula(1)),
        ("a normal curve stands in for the rows", interval(spread_of_rows(0, 0))),
        ("a normal curve stands in for the rows", interval(spread_of_rows(1, 0))),
        (
            "the spread of the rows is divided by the root of their number",
            interval(spread_of_rows(0, 0.5)),
        ),
        (
            "the spread of the rows is divided by the root of their number",
            interval(spread_of_rows(1, 0.5)),
        ),
    )
    assert_all_named(finetuning.paired_interval, slips)


def test_the_interval_by_hand():
    right_a, right_b = torch.tensor([1.0, 1.0, 0.0, 0.0]), torch.tensor([1.0, 0.0, 1.0, 1.0])
    draws = torch.tensor([[0, 0, 0, 0]] * 20 + [[2, 2, 3, 0]] * 19 + [[1, 1, 0, 0]] * 2)
    low, high = finetuning.paired_interval.reference(right_a, right_b, draws)
    assert (low, high) == (-50, 75)


@pytest.mark.parametrize("number", range(6))
def test_the_interval_of_the_lesson_is_that_of_the_exercise(number):
    case, expected = solve(finetuning.paired_interval, number)
    right_a, right_b, draws = case.args
    assert (draws.size(0) - 1) % 40 == 0  # so each end is a row, for any rule of interpolation
    again = np.percentile(100 * (right_b - right_a)[draws].mean(dim=1), [2.5, 97.5])
    assert expected == pytest.approx(again.tolist())


def mixture(
    shares=softmax,
    layers=(-4, -3, -2, -1),
    token=0,
    text=None,
    before=lambda vector: vector,
    joined=False,
):
    """Mix in Python floats; each keyword puts one slip in."""

    def mixed_cls(hidden_states, w):
        parts = shares(w.tolist())
        rows = []
        for b in range(hidden_states[0].shape[0]):
            vectors = [before(pooled(hidden_states[layer][b].tolist(), token)) for layer in layers]
            scaled = [[part * x for x in v] for part, v in zip(parts, vectors, strict=True)]
            rows.append(
                [x for v in scaled for x in v]
                if joined
                else list(map(math.fsum, zip(*scaled, strict=True)))
            )
        return torch.tensor(rows, dtype=w.dtype)

    return mixed_cls


def pooled(vectors, token):
    return (
        [mean(column) for column in zip(*vectors, strict=True)] if token is None else vectors[token]
    )


def whole_tensors(index):
    """Mix what an index takes of each layer."""

    def mixed_cls(hidden_states, w):
        parts = softmax(w.tolist())
        pairs = zip(parts, hidden_states[-4:], strict=True)
        return sum(part * layer[index] for part, layer in pairs)

    return mixed_cls


def in_numpy(read):
    """Make the result in NumPy of the [CLS] of four layers, (4, B, D), and of w, (4,)."""

    def mixed_cls(hidden_states, w):
        cls = np.stack([layer.numpy()[:, 0] for layer in hidden_states[-4:]])
        return torch.from_numpy(read(cls, w.numpy()))

    return mixed_cls


def in_numpy_of_all(read):
    """Make the result of all tokens of four layers, (4, B, T, D), and of the shares."""

    def mixed_cls(hidden_states, w):
        states = np.stack([layer.numpy() for layer in hidden_states[-4:]])
        return torch.from_numpy(read(states, powers_over(w.numpy(), 0)))

    return mixed_cls


def powers_over(values, axis):
    powers = np.exp(values - values.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def mixed_by(factors, cls):
    return np.einsum("lbd,l->bd", cls, factors)


def scaled(w, cls):
    return np.einsum("lbd,l->lbd", cls, w)


def test_mixed_cls():
    assert diagnose(finetuning.mixed_cls, mixture()).right
    weights = "the weights are not normalized"
    one_layer = "only one layer is used, not a mixture"
    against = "the softmax runs over the vectors or products, layer against layer"
    through = "the mixture goes through a softmax"
    apart = "the four vectors are weighted, but not added"

    def logs(w):
        return torch.tensor(w, dtype=torch.float64).log_softmax(0).tolist()

    def largest(w):
        return [float(x == max(w)) for x in w]

    low = "the first four layers are mixed"
    beside = "the four vectors stand side by side"
    slips = [
        ("the weights are not normalized", mixture(list)),
        (
            "the weights are divided by their sum, without the softmax",
            mixture(lambda w: [x / math.fsum(w) for x in w]),
        ),
        ("all four layers have the same share", mixture(lambda w: [1 / len(w)] * len(w))),
        (
            "a sigmoid takes the place of the softmax",
            mixture(lambda w: [1 / (1 + math.exp(min(-x, 700))) for x in w]),
        ),
        ("the shares are in reverse order", mixture(layers=(-1, -2, -3, -4))),
        (low, mixture(layers=(1, 2, 3, 4))),
        (low, mixture(layers=(0, 1, 2, 3))),
        ("the last layer is left out", mixture(layers=(-5, -4, -3, -2))),
        ("all tokens are averaged", mixture(token=None)),
        ("the last token is taken", mixture(token=-1)),
        ("the first text is taken instead of the first token", whole_tensors(0)),
        ("all tokens are passed on", whole_tensors(...)),
        (beside, mixture(lambda w: [1.0] * len(w), joined=True)),
        (beside, mixture(joined=True)),
        (
            weights,
            lambda hidden_states, w: sum(
                p * x[:, 0] for p, x in zip(w.exp(), hidden_states[-4:], strict=True)
            ),
        ),
        (weights, mixture(logs)),
        (
            "the weights are divided by their sum, without the softmax",
            mixture(lambda w: [abs(x) / math.fsum(map(abs, w)) for x in w]),
        ),
        ("the four vectors are added, each with a share of 1", mixture(lambda w: [1.0] * 4)),
        (one_layer, mixture(lambda w: [0.0, 0.0, 0.0, 1.0])),
        (one_layer, mixture(largest)),
        (
            "the last layer is left out",
            mixture(lambda w: softmax(w)[:3], layers=(-4, -3, -2)),
        ),
        ("the second token is taken", mixture(token=1)),
        (
            "the tokens are added up",
            in_numpy_of_all(lambda states, shares: np.einsum("lbtd,l->bd", states, shares)),
        ),
        (
            "the first component is taken instead of the first token",
            in_numpy_of_all(lambda states, shares: np.einsum("lbt,l->bt", states[..., 0], shares)),
        ),
        (against, in_numpy(lambda cls, w: powers_over(scaled(w, cls), 0).sum(0))),
        (against, in_numpy(lambda cls, w: mixed_by(powers_over(w, 0), powers_over(cls, 0)))),
        (through, in_numpy(lambda cls, w: powers_over(mixed_by(w, cls), 1))),
        (through, in_numpy(lambda cls, w: powers_over(mixed_by(powers_over(w, 0), cls), 1))),
        (apart, in_numpy(lambda cls, w: scaled(powers_over(w, 0), cls))),
        (apart, in_numpy(lambda cls, w: scaled(powers_over(w, 0), cls).swapaxes(0, 1).copy())),
        ("the softmax runs over the components of the vectors", mixture(before=softmax)),
        (
            "exp is taken of numbers as large as they come",
            lambda hidden_states, w: sum(
                p / w.exp().sum() * x[:, 0]
                for p, x in zip(w.exp(), hidden_states[-4:], strict=True)
            ),
        ),
        (
            "the sum is divided by four once more",
            mixture(lambda w: [share / 4 for share in softmax(w)]),
        ),
    ]
    assert_all_named(finetuning.mixed_cls, slips)


def test_the_mixture_by_hand():
    """Layer n holds the number n everywhere; shares 1/2, 1/4, 1/8, 1/8 of the layers 2 to 5."""
    states = tuple(torch.full((2, 3, 4), float(layer)) for layer in range(6))
    w = torch.tensor([8.0, 4.0, 2.0, 2.0]).log()
    mixed = finetuning.mixed_cls.reference(states, w)
    torch.testing.assert_close(mixed, torch.full((2, 4), 2 / 2 + 3 / 4 + 4 / 8 + 5 / 8))


@pytest.mark.parametrize("number", range(3))
def test_the_librarys_mixture_is_that_of_the_exercise(number):
    case, expected = solve(finetuning.mixed_cls, number)
    states, w = case.args
    sizes = {"vocab_size": 11, "num_heads": 1, "hidden_size": states[0].shape[-1]}
    pooling = LastFourPooling(BertModel(BertConfig(**sizes, num_layers=len(states) - 1)))
    pooling.scores = torch.nn.Parameter(w)
    mask = torch.ones(states[0].shape[:2], dtype=torch.long)
    torch.testing.assert_close(pooling(states[1:], mask).detach(), expected)


@pytest.mark.parametrize("number", range(3))
def test_no_two_axes_of_the_layers_are_equal(number):
    case, _ = solve(finetuning.mixed_cls, number)
    states, w = case.args
    axes = [len(states), len(w), *states[0].shape]
    assert len(set(axes)) == len(axes)


# --- stopping: epoch by epoch ---------------------------------------------------------------------


def stop_by(ends, best=None, run=None):
    """Look for the first epoch that ends the run; then for the best of those up to it.

    Args:
        ends: Tells from the scores so far and the patience whether this epoch is the last.
        best: Chooses the epoch from (the scores so far, all scores, patience).
        run: Changes the number of epochs run.
    """

    def early_stopping(scores, patience):
        last = next(
            (n for n in range(1, len(scores) + 1) if ends(scores[:n], patience)), len(scores)
        )
        seen = scores[:last]
        epoch = best(seen, scores, patience) if best else 1 + seen.index(max(seen))
        return epoch, run(last) if run else last

    return early_stopping


def waited(seen):
    """Epochs since the first one with the highest score."""
    return len(seen) - 1 - seen.index(max(seen))


def patient(seen, patience):
    return waited(seen) >= patience


def falls(seen, patience):
    """No epoch of the last ones is better than the one before it."""
    late = range(len(seen) - patience, len(seen))
    return len(seen) > patience and all(seen[i] <= seen[i - 1] for i in late)


def last_rise(seen, scores, patience):
    return max(i + 1 for i in range(len(seen)) if i == 0 or seen[i] > seen[i - 1])


def without_progress(seen, patience):
    return sum(score <= max(seen[:i]) for i, score in enumerate(seen) if i) >= patience


def waited_for_equal(seen, patience):
    return seen[::-1].index(max(seen)) >= patience


def lowest_first(seen, scores, patience):
    return 1 + seen.index(min(seen))


def first_of(end):
    """Stop at the first epoch that ``end`` says of; keep the first of the best."""
    return stop_by(lambda seen, patience: end(seen, patience))


def never_equal(seen, patience):
    """Epochs behind the best one that are lower than it."""
    return sum(score < max(seen) for score in seen[seen.index(max(seen)) :]) >= patience


def not_above_old(seen, patience):
    return len(seen) > patience and seen[-1] <= seen[-1 - patience]


def last_of_equals(seen, scores, patience):
    return len(seen) - seen[::-1].index(max(seen))


def above_zero(otherwise):
    """The best begins at 0: without a score above it, the epoch is another number."""

    def early_stopping(scores, patience):
        padded = [0.0, *scores]
        kept, run = stop_by(patient)(padded, patience)
        return (kept - 1 or otherwise), run - 1

    return early_stopping


def with_run(change):
    """Change the number of epochs, given (kept, run, number of scores, patience)."""

    def early_stopping(scores, patience):
        kept, run = stop_by(patient)(scores, patience)
        return change(kept, run, len(scores), patience)

    return early_stopping


def best_of_all(scores, patience):
    kept = 1 + scores.index(max(scores))
    return kept, min(len(scores), kept + patience)


def best_score(scores, patience):
    kept, run = stop_by(patient)(scores, patience)
    return scores[kept - 1], run


def not_below(seen, patience):
    """Each of the last epochs is below the one before it."""
    late = range(len(seen) - patience, len(seen))
    return len(seen) > patience and all(seen[i] < seen[i - 1] for i in late)


def last_not_below(seen, scores, patience):
    return max(i + 1 for i in range(len(seen)) if i == 0 or seen[i] >= seen[i - 1])


def test_early_stopping():
    assert diagnose(finetuning.early_stopping, stop_by(patient)).right
    never = "training does not stop"
    before = "a score is compared with that of the epoch before"
    soon = "training stops an epoch too early"
    zero = "the best epoch is counted from 0"
    slips = [
        (
            "the last weights are kept",
            stop_by(patient, best=lambda seen, scores, patience: len(seen)),
        ),
        (
            "the best epoch is looked for among all, those never run included",
            stop_by(patient, best=lambda seen, scores, patience: 1 + scores.index(max(scores))),
        ),
        (never, stop_by(lambda seen, patience: False)),
        (
            never,
            stop_by(lambda seen, patience: False, best=lambda seen, scores, patience: len(scores)),
        ),
        (before, stop_by(falls)),
        (before, stop_by(falls, best=last_rise)),
        (before, stop_by(not_below)),
        (before, stop_by(not_below, best=last_not_below)),
        (
            "the best epoch is looked for among all, those never run included",
            best_of_all,
        ),
        ("a score is compared with that of patience epochs before", first_of(not_above_old)),
        (
            "an equal score counts as a better one",
            stop_by(waited_for_equal),
        ),
        (
            "a score equal to the best is not counted as an epoch without progress",
            stop_by(never_equal),
        ),
        ("of equal scores the last is kept", stop_by(patient, best=last_of_equals)),
        ("the best score begins at 0, so that a score of 0 is never kept", above_zero(0)),
        ("the best score begins at 0, so that a score of 0 is never kept", above_zero(1)),
        (
            "the epoch after which training stops is not counted",
            with_run(lambda kept, run, n, p: (kept, run - 1 if run == kept + p else n)),
        ),
        (
            "the epoch after which training stops is not counted",
            with_run(lambda kept, run, n, p: (kept, run - 1)),
        ),
        (
            "the whole budget is returned as the epochs that were run",
            with_run(lambda kept, run, n, p: (kept, n)),
        ),
        (
            "patience is added to the best epoch, even where the budget ends first",
            with_run(lambda kept, run, n, p: (kept, kept + p)),
        ),
        (
            "training stops after patience epochs, whatever the scores",
            stop_by(lambda seen, patience: len(seen) == patience),
        ),
        (
            "training stops after patience epochs, whatever the scores",
            stop_by(lambda seen, patience: len(seen) == patience + 1),
        ),
        ("the best score is returned, not its epoch", best_score),
        (zero, with_run(lambda kept, run, n, p: (kept - 1, run - 1 if run == kept + p else n))),
        ("the epochs without progress are not counted in a row", stop_by(without_progress)),
        (
            "the patience is not used: the first epoch without progress ends it",
            stop_by(lambda seen, patience: waited(seen) >= 1),
        ),
        (
            "an equal score counts as a better one",
            stop_by(
                waited_for_equal,
                best=lambda seen, scores, patience: len(seen) - seen[::-1].index(max(seen)),
            ),
        ),
        (
            "training stops an epoch too late",
            stop_by(lambda seen, patience: waited(seen) > patience),
        ),
        (soon, stop_by(lambda seen, patience: 1 <= waited(seen) >= patience - 1)),
        (soon, stop_by(lambda seen, patience: waited(seen) >= patience - 1)),
        (
            "a lower score counts as better",
            stop_by(
                lambda seen, patience: len(seen) - 1 - seen.index(min(seen)) >= patience,
                best=lowest_first,
            ),
        ),
        (
            zero,
            stop_by(patient, best=lambda seen, scores, patience: seen.index(max(seen))),
        ),
        (
            zero,
            stop_by(
                patient,
                best=lambda seen, scores, patience: seen.index(max(seen)),
                run=lambda last: last - 1,
            ),
        ),
        (
            "the weights are always those from patience epochs before the end",
            stop_by(patient, best=lambda seen, scores, patience: len(seen) - patience),
        ),
    ]
    assert_all_named(finetuning.early_stopping, slips)


@pytest.mark.parametrize(
    ("scores", "patience", "expected"),
    [
        ([50.0], 2, (1, 1)),
        ([50.0, 40.0, 60.0], 1, (1, 2)),
        ([50.0, 40.0, 60.0], 2, (3, 3)),
        ([50.0, 50.0, 50.0, 51.0], 2, (1, 3)),
        ([50.0, 60.0, 55.0, 54.0, 70.0], 2, (2, 4)),
    ],
)
def test_stopping_by_hand(scores, patience, expected):
    assert finetuning.early_stopping.reference(scores, patience) == expected


class Scored(Objective):
    """Just enough of an objective for a score to be watched."""

    def __init__(self):
        super().__init__()
        self.model = torch.nn.Linear(1, 1)

    def counts(self, batch):
        return {}

    def forward(self, batch):
        return {}


@pytest.mark.parametrize("number", range(6))
def test_the_library_stops_where_the_exercise_does(number):
    case, expected = solve(finetuning.early_stopping, number)
    scores, patience = case.args
    stopping, history = EarlyStopping(Scored(), "accuracy", patience), []
    for epoch, score in enumerate(scores, start=1):
        history.append({"step": epoch, "accuracy": score})
        if stopping(history):
            break
    assert (int(stopping.best.step), len(history)) == expected


def test_what_a_student_reads():
    text = diagnosis(finetuning.epoch_figures, figures(loss=means_over_examples))
    assert (
        "common slip: the means of the batches are added and divided by the number of examples.\n"
        "cross_entropy has divided by the size of the batch already." in text
    )
