"""The exercises on pre-training; every slip is written here a second time, with other means."""

import math

import numpy as np
import torch

from lessons.l08_pretraining import exercises
from tests.exercise_checks import (
    assert_named,
    check_exercise_module,
    diagnosis,
    loaded,
)
from workbook.exercises import diagnose

pretraining = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(pretraining)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, function, name)


# --- pairs: sentence by sentence ------------------------------------------------------------------


def pair(
    next_below=0.5,
    reverse=False,
    is_next=0,
    pool="others",
    begin=True,
    sentences=None,
    first_stop=0,
    second_start=0,
):
    """Pairs with loops; each keyword puts one slip in."""

    def sentence_pair(documents, place, split, coin, which, where):
        first, second = [], []
        for number, sentence in enumerate(documents[place]):
            if number < split + first_stop:
                first.extend(sentence)
            if number >= split + second_start:
                second.extend(sentence)
        follows = coin < next_below
        if follows != reverse:
            return first, second, is_next
        numbers = {
            "others": [n for n in range(len(documents)) if n != place],
            "own": [place],
            "all": list(range(len(documents))),
        }[pool]
        stranger = documents[numbers[math.floor(which * len(numbers))]]
        start = math.floor(where * len(stranger)) if begin else 0
        stop = len(stranger) if sentences is None else start + sentences
        return first, [token for s in stranger[start:stop] for token in s], 1 - is_next

    return sentence_pair


def without_equals(documents, place, split, coin, which, where):
    others = list(filter(documents[place].__ne__, documents))
    return pair()([documents[place], *others], 0, split, coin, which, where)


def test_sentence_pair():
    assert diagnose(pretraining.sentence_pair, pair()).right
    both = "the sentence at the split stands in both texts"
    slips = [
        ("the label is inverted", pair(is_next=1)),
        ("the stranger comes from the same document", pair(pool="own")),
        (
            "the document itself is among those the stranger is drawn from",
            pair(pool="all"),
        ),
        ("documents that say the same are left out of the draw", without_equals),
        ("the stranger always begins where its document begins", pair(begin=False)),
        ("the stranger is one sentence only", pair(sentences=1)),
        ("the coin is read the other way round", pair(reverse=True)),
        ("there is no stranger", pair(next_below=1.0)),
        (both, pair(first_stop=1)),
        (both, pair(second_start=-1)),
        ("the sentence at the split is lost", pair(second_start=1)),
    ]
    assert_all_named(pretraining.sentence_pair, slips)


def test_pairs_by_hand():
    documents = [[[1], [2, 3], [4]], [[5], [6], [7, 8], [9]]]
    reference = pretraining.sentence_pair.reference
    assert reference(documents, 0, 1, 0.2, 0.0, 0.6) == ([1], [2, 3, 4], 0)
    assert reference(documents, 0, 1, 0.7, 0.0, 0.6) == ([1], [7, 8, 9], 1)
    assert reference(documents, 1, 3, 0.7, 0.9, 0.0) == ([5, 6, 7, 8], [1, 2, 3, 4], 1)


# --- masks: token by token ------------------------------------------------------------------------


def masks(
    allowed="maskable",
    counted="maskable",
    nearest=round,
    least=1,
    smallest=True,
    threshold=None,
    bounds=(0.8, 0.9),
    exchange_all=False,
    read="before",
    from_the_start=False,
    order=sorted,
):
    """Masking in plain Python; each keyword puts one slip in."""

    def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
        words, free = ids.tolist(), maskable.tolist()
        everything = range(len(words))
        candidates = [t for t in everything if allowed == "all" or free[t]]
        number = nearest(0.15 * (len(words) if counted == "all" else sum(free))) or least
        ranked = sorted(candidates, key=lambda t: scores[t].item() * (1 if smallest else -1))
        places = order(ranked[:number])
        if threshold is not None:
            places = [t for t in candidates if scores[t] < threshold]
        shown = list(words)
        swaps = 0
        for rank, t in enumerate(places):
            fate = fates[rank if from_the_start else t].item()
            if fate < bounds[0]:
                shown[t] = mask_id
            elif fate < bounds[1] and not exchange_all:
                shown[t] = random_ids[swaps if from_the_start else t].item()
                swaps += 1
        if exchange_all:
            for t in candidates:
                if bounds[0] <= fates[t] < bounds[1]:
                    shown[t] = random_ids[t].item()
        targets = [(words if read == "before" else shown)[t] for t in places]
        return tuple(torch.tensor(row, dtype=torch.long) for row in (shown, places, targets))

    return choose_and_mask


def test_choose_and_mask():
    assert diagnose(pretraining.choose_and_mask, masks()).right
    specials = "[CLS], [SEP] and [PAD] may be chosen"
    rounding = "15% is rounded down or up, not to the nearest number"
    slips = [
        (specials, masks(allowed="all")),
        (specials, masks(allowed="all", counted="all")),
        (
            "the specials and the padding count when 15% is taken",
            masks(counted="all"),
        ),
        (rounding, masks(nearest=math.floor)),
        (rounding, masks(nearest=math.ceil)),
        ("a text with few tokens may have none chosen", masks(least=0)),
        (
            "each token is chosen by itself if its score is below 0.15",
            masks(threshold=0.15),
        ),
        ("the tokens with the largest scores are chosen", masks(smallest=False)),
        ("all chosen tokens become [MASK]", masks(bounds=(1.0, 1.0))),
        ("no chosen token stays as it is", masks(bounds=(0.8, 1.0))),
        ("no chosen token is exchanged for a random one", masks(bounds=(0.8, 0.8))),
        (
            "of all tokens 10% are exchanged, not of the chosen ones",
            masks(exchange_all=True),
        ),
        ("the targets are taken after masking", masks(read="after")),
        ("the draws of the first tokens are used for the chosen ones", masks(from_the_start=True)),
        ("the places are not in rising order", masks(order=list)),
    ]
    assert_all_named(pretraining.choose_and_mask, slips)


def test_two_slips_in_the_number_are_both_said():
    verdict = diagnose(pretraining.choose_and_mask, masks(nearest=math.floor, least=0))
    assert "15% is rounded down or up" in verdict.text
    assert "a text with few tokens may have none chosen" in verdict.text


def test_the_cases_tempt_specials_and_meet_every_fate():
    fates = set()
    for case in pretraining.choose_and_mask.cases():
        ids, maskable, mask_id, scores, _, random_ids = case.args
        assert scores[~maskable].max() < scores[maskable].min()
        shown, places, targets = pretraining.choose_and_mask.reference(*case.args)
        assert not torch.isin(ids[places], torch.tensor([0, 2, 3, mask_id])).any()
        assert torch.equal(targets, ids[places])
        for place in places.tolist():
            names = {mask_id: "mask", int(random_ids[place]): "random", int(ids[place]): "kept"}
            fates.add(names[int(shown[place])])
    assert fates == {"mask", "random", "kept"}


def test_an_input_changed_in_place_is_noticed():
    def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
        before = ids.clone()
        shown, places, targets = masks()(before, maskable, mask_id, scores, fates, random_ids)
        ids.copy_(shown)
        return ids, places, targets

    verdict = diagnose(pretraining.choose_and_mask, choose_and_mask)
    assert not verdict.right
    assert "ids" in verdict.text


# --- draws ----------------------------------------------------------------------------------------


def places(*entropy, replace=False, unique=False, order=True):
    """Draw with a generator seeded by the named numbers, built from its parts."""

    def places_to_mask(num_tokens, number, seed, epoch, example):
        known = {"seed": seed, "epoch": epoch, "example": example, "zero": 0}
        known["sum"] = seed + epoch + example
        sequence = np.random.SeedSequence([known[name] for name in entropy])
        generator = np.random.Generator(np.random.PCG64(sequence))
        found = [int(place) for place in generator.choice(num_tokens, number, replace=replace)]
        found = list(dict.fromkeys(found)) if unique else found
        return sorted(found) if order else found

    return places_to_mask


def test_places_to_mask():
    all_three = ("seed", "epoch", "example")
    assert diagnose(pretraining.places_to_mask, places(*all_three)).right
    first = "the epoch is left out, so the masks are those of the first epoch for ever"
    alike = "the example is left out, so all examples of an epoch have the same places"
    twice = "a place may be drawn twice"
    slips = [
        (first, places("seed", "example")),
        (first, places("seed", "zero", "example")),
        (alike, places("seed", "epoch")),
        ("only the seed decides", places("seed")),
        ("seed, epoch and example are added", places("sum")),
        ("the seed of the run is left out", places("epoch", "example")),
        ("epoch and example are exchanged", places("seed", "example", "epoch")),
        (twice, places(*all_three, replace=True)),
        (twice, places(*all_three, replace=True, unique=True)),
        ("the places are not in rising order", places(*all_three, order=False)),
    ]
    assert_all_named(pretraining.places_to_mask, slips)


def test_places_differ_between_epochs_and_examples():
    draw = pretraining.places_to_mask.reference
    found = [tuple(draw(50, 8, 3, epoch, n)) for epoch in range(4) for n in range(4)]
    assert len(set(found)) == 16
    assert all(len(set(row)) == 8 and row == tuple(sorted(row)) for row in found)


# --- losses: token by token -----------------------------------------------------------------------


def surprise(row, answer):
    """Return minus the log of the answer's probability under the softmax of a row."""
    largest = max(row)
    return largest + math.log(math.fsum(math.exp(x - largest) for x in row)) - row[answer]


def softmax(row):
    powers = [math.exp(x) for x in row]
    return [power / math.fsum(powers) for power in powers]


def sigmoids(row, answer):
    """Two questions answered by themselves, as the mean of their surprises."""
    signs = [1 if column == answer else -1 for column in range(len(row))]
    return math.fsum(math.log1p(math.exp(-s * x)) for s, x in zip(signs, row, strict=True)) / 2


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values) if values else math.nan


def losses(
    over="chosen",
    divide="tokens",
    fill=None,
    pairs=surprise,
    label=lambda y: y,
    left_out=(),
    twice=(),
    total=lambda tokens, pairs: mean(tokens) + mean(pairs),
):
    """Both losses in Python floats; each keyword puts one slip in."""

    def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
        rows = []
        texts = zip(logits.tolist(), ids.tolist(), chosen.tolist(), strict=True)
        for scores, words, asked in texts:
            scores = [softmax(row) for row in scores] if "tokens" in twice else scores
            wanted = {"chosen": (True,), "others": (False,), "all": (True, False)}[over]
            answers = [w if a or fill is None else fill for w, a in zip(words, asked, strict=True)]
            found = [
                surprise(s, w)
                for s, w, a in zip(scores, answers, asked, strict=True)
                if a in wanted
            ]
            rows.append(found)
        tokens = [loss for row in rows for loss in row]
        if divide == "rows":
            tokens = [mean(row) for row in rows]
        elif divide == "texts":
            tokens = [math.fsum(row) for row in rows]
        elif divide == "all":
            tokens = [math.fsum(tokens) / ids.numel()]
        elif divide == "nothing":
            tokens = [math.fsum(tokens)]
        scores = next_logits.tolist()
        scores = [softmax(row) for row in scores] if "pairs" in twice else scores
        labels = [y for y in next_labels.tolist()]
        second = [
            pairs(s, label(y)) for s, y in zip(scores, labels, strict=True) if y not in left_out
        ]
        return torch.tensor(total(tokens, second), dtype=logits.dtype)

    return pretraining_loss


def test_pretraining_loss():
    assert diagnose(pretraining.pretraining_loss, losses()).right
    softened = "the logits go through a softmax before cross_entropy"
    slips = [
        ("the masked-word loss counts every token", losses(over="all")),
        (
            "the loss of the chosen tokens is divided by the number of all tokens",
            losses(divide="all"),
        ),
        ("the masked-word loss is averaged over the rows first", losses(divide="rows")),
        ("the masked-word loss is divided by the number of texts", losses(divide="texts")),
        (
            "the masked-word loss is a sum, the next-sentence loss a mean",
            losses(divide="nothing"),
        ),
        (
            "tokens that were not chosen have to be guessed as piece 0",
            losses(over="all", fill=0),
        ),
        ("chosen is inverted", losses(over="others")),
        ("ignore_index=0 leaves out the pairs that belong together", losses(left_out=(0,))),
        ("the next-sentence columns are exchanged", losses(label=lambda y: 1 - y)),
        (
            "each column of the next-sentence scores is taken as a yes-or-no question of its own",
            losses(pairs=sigmoids),
        ),
        (softened, losses(twice=("tokens",))),
        (softened, losses(twice=("tokens", "pairs"))),
        (
            "the two losses are averaged",
            losses(total=lambda tokens, pairs: (mean(tokens) + mean(pairs)) / 2),
        ),
        (
            "tokens and pairs are put into one mean",
            losses(total=lambda tokens, pairs: mean([*tokens, *pairs])),
        ),
        ("the next-sentence loss is left out", losses(total=lambda tokens, pairs: mean(tokens))),
    ]
    assert_all_named(pretraining.pretraining_loss, slips)


def test_the_loss_by_hand():
    """Uniform guesses among 5 pieces and 2 classes cost log 5 + log 2 = log 10."""
    chosen = torch.tensor([[True, False, False], [True, True, False]])
    ids = torch.tensor([[1, 2, 3], [4, 1, 2]])
    loss = pretraining.pretraining_loss.reference(
        torch.zeros(2, 3, 5), ids, chosen, torch.zeros(2, 2), torch.tensor([0, 1])
    )
    assert math.isclose(loss.item(), math.log(10), rel_tol=1e-6)


def test_what_a_student_reads():
    text = diagnosis(pretraining.pretraining_loss, losses(left_out=(0,)))
    assert "ignore_index=0 leaves out the pairs that belong together.\n0 is a class here" in text
