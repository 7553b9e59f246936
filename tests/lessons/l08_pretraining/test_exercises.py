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
    both_labels=None,
    which_one=lambda n, draw: math.floor(n * draw),
    start_of=lambda m, draw: math.floor(m * draw),
    m_of=lambda documents, place, stranger: len(stranger),
    window=None,
    only_next=False,
    nested=(False, False),
):
    """Pairs with loops; each keyword puts one slip in."""

    def sentence_pair(documents, place, split, coin, which, where):
        first, second = [], []
        for number, sentence in enumerate(documents[place]):
            if number < split + first_stop:
                first.extend(sentence)
            if number >= split + second_start:
                second.extend(sentence)
        if nested[0]:
            first = list(documents[place][:split])
        if only_next:
            second = list(documents[place][split])
        follows = coin < next_below
        if follows != reverse:
            rest = documents[place][split:] if nested[1] else second
            return first, rest, both_labels[0] if both_labels else is_next
        numbers = {
            "others": [n for n in range(len(documents)) if n != place],
            "own": [place],
            "all": list(range(len(documents))),
            "all but the last": list(range(len(documents) - 1)),
            "moved if own": [n + 1 if n == place else n for n in range(len(documents) - 1)],
            "from behind": [(place + k) % len(documents) for k in range(1, len(documents))],
        }[pool]
        stranger = documents[numbers[which_one(len(numbers), which)]]
        start = start_of(m_of(documents, place, stranger), where) if begin else 0
        stop = len(stranger) if sentences is None else start + sentences
        if window:
            start, stop = window(start, split, len(documents[place]), len(stranger))
        second = [token for s in stranger[start:stop] for token in s]
        label = both_labels[1] if both_labels else 1 - is_next
        return first, stranger[start:stop] if nested[1] else second, label

    return sentence_pair


def without_equals(documents, place, split, coin, which, where):
    others = list(filter(documents[place].__ne__, documents))
    return pair()([documents[place], *others], 0, split, coin, which, where)


def first_equal_removed(documents, place, split, coin, which, where):
    others = list(documents)
    del others[documents.index(documents[place])]
    return pair()([documents[place], *others], 0, split, coin, which, where)


def cut_at_tokens(own, other):
    """Take every token for a sentence, in one's own document or in the others."""

    def sentence_pair(documents, place, split, coin, which, where):
        tokens = [[[t] for s in document for t in s] for document in documents]
        mixed = [
            tokens[n] if (own if n == place else other) else document
            for n, document in enumerate(documents)
        ]
        return pair()(mixed, place, split, coin, which, where)

    return sentence_pair


def test_sentence_pair():
    assert diagnose(pretraining.sentence_pair, pair()).right
    last = "the draws are multiplied by n - 1 or m - 1"
    near = "the draws are rounded, not cut off"
    one = "1 is added to int(n * which) or int(m * where), or taken from it"
    ends = "the stranger ends at the sentence where it should begin"
    whole = "a text holds the whole document"
    tokens = "the text is cut at a token, not at a sentence"
    lists = "the texts are lists of sentences, not of ids"
    looked_up = "the number is one among the others, but is looked up among all documents"
    next_only = "of the rest of the document only the next sentence is taken"
    another = "m is taken from another list than the stranger"

    def nearest(count, draw):
        return int(np.rint(count * draw))

    def to_last(count, draw):
        return math.floor((count - 1) * draw)

    def before(count, draw):
        return math.floor(count * draw) - 1

    both = "the sentence at the split stands in both texts"
    slips = [
        ("the label is inverted", pair(is_next=1)),
        ("the stranger comes from the same document", pair(pool="own")),
        (
            "the document itself is among those the stranger is drawn from",
            pair(pool="all"),
        ),
        ("documents that say the same are left out of the draw", without_equals),
        (
            "the first document that says the same is left out, not the one at place",
            first_equal_removed,
        ),
        ("the label is inverted", pair(both_labels=(True, False))),
        ("the label is the same for both kinds of pairs", pair(both_labels=(0, 0))),
        ("the label is the same for both kinds of pairs", pair(both_labels=(1, 1))),
        (looked_up, pair(pool="all but the last")),
        (looked_up, pair(pool="moved if own")),
        ("the others begin behind the document and wrap around", pair(pool="from behind")),
        (one, pair(which_one=before, start_of=before)),
        (one, pair(which_one=before)),
        (one, pair(start_of=before)),
        (one, pair(start_of=lambda m, draw: math.floor(m * draw) + 1)),
        (last, pair(which_one=to_last, start_of=to_last)),
        (last, pair(which_one=to_last)),
        (last, pair(start_of=to_last)),
        (near, pair(which_one=nearest, start_of=nearest)),
        (near, pair(which_one=nearest)),
        (near, pair(start_of=nearest)),
        (near, pair(which_one=lambda n, draw: nearest(n - 1, draw))),
        (near, pair(start_of=lambda m, draw: nearest(m - 1, draw))),
        (near, pair(start_of=lambda m, draw: -math.floor(-m * draw))),
        (another, pair(m_of=lambda documents, place, stranger: len(documents[place]))),
        (another, pair(m_of=lambda documents, place, stranger: len(documents) - 1)),
        (
            "the stranger begins at split, not at the sentence that was drawn",
            pair(window=lambda start, split, own, other: (split, other)),
        ),
        (ends, pair(window=lambda start, split, own, other: (0, start))),
        (ends, pair(window=lambda start, split, own, other: (0, start + 1))),
        (
            "the stranger is cut to the number of sentences of the true rest",
            pair(window=lambda start, split, own, other: (start, start + own - split)),
        ),
        (next_only, pair(only_next=True)),
        (next_only, pair(only_next=True, sentences=1)),
        (tokens, cut_at_tokens(own=False, other=True)),
        (tokens, cut_at_tokens(own=True, other=False)),
        (tokens, cut_at_tokens(own=True, other=True)),
        (lists, pair(nested=(True, True))),
        (lists, pair(nested=(False, True))),
        (lists, pair(nested=(True, False))),
        ("a coin of exactly 0.5 counts as below 0.5", pair(next_below=math.nextafter(0.5, 1))),
        (whole, pair(first_stop=99)),
        (whole, pair(second_start=-99)),
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
    fate_at=None,
    piece_at=None,
    everywhere=(),
    result=lambda words, shown, places: (shown, places, [words[t] for t in places]),
):
    """Masking in plain Python; each keyword puts one slip in."""

    def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
        words, free = ids.tolist(), maskable.tolist()
        everything = range(len(words))
        candidates = [t for t in everything if allowed == "all" or free[t]]
        asked = {"all": len(words), "maskable": sum(free), "no padding": sum(w > 0 for w in words)}
        number = nearest(0.15 * asked[counted]) or least
        ranked = sorted(candidates, key=lambda t: scores[t].item() * (1 if smallest else -1))
        places = order(ranked[:number])
        if threshold is not None:
            places = [t for t in candidates if scores[t] < threshold]
        shown = list(words)
        swaps = 0
        for rank, t in enumerate(places):
            among = sum(free[:t])  # its rank among the candidates
            where = {"rank": rank, "candidate": among, "swap": swaps, None: t}
            fate = fates[where["rank" if from_the_start else fate_at]].item()
            if fate < bounds[0]:
                shown[t] = mask_id
            elif fate < bounds[1] and not exchange_all:
                shown[t] = random_ids[where["swap" if from_the_start else piece_at]].item()
                swaps += 1
        if exchange_all:
            for t in candidates:
                if bounds[0] <= fates[t] < bounds[1]:
                    shown[t] = random_ids[t].item()
        for t in everything:
            if t in places or not (free[t] or "specials" in everywhere):
                continue
            if fates[t] < bounds[0] and "hidden" in everywhere:
                shown[t] = mask_id
            elif bounds[0] <= fates[t] < bounds[1] and "exchanged" in everywhere:
                shown[t] = random_ids[t].item()
        shown, places, targets = result(words, shown, places)
        targets = targets if read == "before" else [shown[t] for t in places]
        as_mask = any(place is True for place in places)
        return (
            torch.tensor(shown),
            torch.tensor(places, dtype=torch.bool if as_mask else torch.long),
            torch.tensor(targets, dtype=torch.long),
        )

    return choose_and_mask


def by_fate(meaning):
    """Mask the right places; ``meaning`` says of a fate what becomes of the token."""

    def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
        _, places, targets = masks()(ids, maskable, mask_id, scores, fates, random_ids)
        shown = ids.tolist()
        for t in places.tolist():
            now = {"mask": mask_id, "random": random_ids[t].item(), "same": shown[t]}
            shown[t] = now[meaning(fates[t].item())]
        return torch.tensor(shown), places, targets

    return choose_and_mask


def by_choice(choose):
    """Make the 15% smallest of (score, place) by another choice of the places."""

    def choose_and_mask(ids, maskable, mask_id, scores, fates, random_ids):
        free = maskable.tolist()
        places = choose(scores.tolist(), free, max(1, round(0.15 * sum(free))))
        chosen = torch.zeros_like(maskable)
        chosen[places] = True
        only = torch.where(chosen, scores, torch.full_like(scores, 2.0))
        shown = ids.clone()
        for t in places:
            if fates[t] < 0.8:
                shown[t] = mask_id
            elif fates[t] < 0.9:
                shown[t] = random_ids[t]
        assert (only < 2).sum() == len(places)
        return shown, torch.tensor(places, dtype=torch.long), ids[places]

    return choose_and_mask


def ranks(scores, free, number):
    kept = [score for score, may in zip(scores, free, strict=True) if may]
    return sorted(sorted(range(len(kept)), key=kept.__getitem__)[:number])


def smallest_then_words(scores, free, number):
    return sorted(t for t in sorted(range(len(scores)), key=scores.__getitem__)[:number] if free[t])


def test_choose_and_mask():
    assert diagnose(pretraining.choose_and_mask, masks()).right
    specials = "[CLS], [SEP] and [PAD] may be chosen"
    rounding = "15% is rounded down or up, not to the nearest number"
    ranked = "ranks among the candidates are taken for places in the text"
    edge = "a fate of exactly 0.8 or 0.9 falls on the wrong side"
    other = "[MASK], random piece and staying belong to other fates than they should"
    turned = "the fates are dealt from the other end, so the small ones stay or go random"
    every = "the third result has an entry for every token, not only for the chosen ones"
    hidden = "of all tokens 80% are hidden, not of the chosen ones"
    swapped = "of all tokens 10% are exchanged, not of the chosen ones"
    first = "the draws of the first tokens are used for the chosen ones"
    unordered = "the places are not in rising order"
    chance = "each token is chosen by itself if its score is below 0.15"

    def in_turn(*steps):
        """The first of some (limit, meaning) that the fate is below."""
        return by_fate(lambda fate: next(m for limit, m in steps if fate < limit))

    def up_to(*steps):
        return by_fate(lambda fate: next(m for limit, m in steps if fate <= limit))

    slips = [
        (
            "the specials are left out only after the smallest scores were taken",
            by_choice(smallest_then_words),
        ),
        ("the specials count when 15% is taken", masks(counted="no padding")),
        (
            "15% is rounded half up, unlike Python's round",
            masks(nearest=lambda share: math.floor(share + 0.5)),
        ),
        (rounding, masks(nearest=lambda share: math.floor(share) + 1)),
        (chance, masks(threshold=0.15, allowed="all")),
        (ranked, by_choice(ranks)),
        (ranked, masks(fate_at="candidate", piece_at="candidate")),
        (edge, up_to((0.8, "mask"), (0.9, "random"), (1, "same"))),
        (edge, up_to((0.8, "mask"), (math.nextafter(0.9, 0), "random"), (1, "same"))),
        (edge, up_to((math.nextafter(0.8, 0), "mask"), (0.9, "random"), (1, "same"))),
        (
            edge,
            by_fate(lambda f: "mask" if f < 0.8 else "random" if 0.8 < f < 0.9 else "same"),
        ),
        (other, in_turn((0.8, "mask"), (0.9, "same"), (1, "random"))),
        (turned, in_turn((0.1, "same"), (0.2, "random"), (1, "mask"))),
        (turned, in_turn((0.1, "random"), (0.2, "same"), (1, "mask"))),
        (other, in_turn((0.1, "same"), (0.9, "mask"), (1, "random"))),
        (other, in_turn((0.1, "random"), (0.9, "mask"), (1, "same"))),
        (other, in_turn((0.8, "random"), (0.9, "mask"), (1, "same"))),
        (other, in_turn((0.9, "random"), (1, "same"))),
        (hidden, masks(everywhere=("hidden", "exchanged"))),
        (hidden, masks(everywhere=("hidden", "exchanged", "specials"))),
        (swapped, masks(everywhere=("exchanged", "specials"))),
        (every, masks(result=lambda words, shown, places: (shown, places, words))),
        (
            every,
            masks(
                result=lambda words, shown, places: (
                    shown,
                    places,
                    [w if t in places else -100 for t, w in enumerate(words)],
                )
            ),
        ),
        (
            "the places are given as True and False for all tokens",
            masks(
                result=lambda words, shown, places: (
                    shown,
                    [t in places for t in range(len(words))],
                    [words[t] for t in places],
                )
            ),
        ),
        (first, masks(fate_at="rank")),
        (first, masks(piece_at="swap")),
        (first, masks(piece_at="rank")),
        (
            unordered,
            masks(
                order=list,
                result=lambda words, shown, places: (
                    shown,
                    sorted(places),
                    [words[t] for t in places],
                ),
            ),
        ),
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


# --- fates: place by place ------------------------------------------------------------------------


def fates(
    hidden=lambda sees, answer, mask_id: sees == mask_id,
    exchanged=lambda sees, answer, mask_id: sees not in (mask_id, answer),
    kept=lambda sees, answer, mask_id: sees == answer,
    result=lambda values, number: sum(values) / len(values) if values else math.nan,
    order=(0, 1, 2),
):
    """Go through the places with a loop; each keyword puts one slip in."""

    def by_fate(shown, answers, mask_id, surprisals):
        found = [[], [], []]
        places = zip(shown.tolist(), answers.tolist(), surprisals.tolist(), strict=True)
        for sees, answer, surprisal in places:
            for values, belongs in zip(found, (hidden, exchanged, kept), strict=True):
                if belongs(sees, answer, mask_id):
                    values.append(surprisal)
        means = [result(values, len(shown)) for values in found]
        return torch.tensor([means[kind] for kind in order], dtype=surprisals.dtype)

    return by_fate


def test_by_fate():
    assert diagnose(pretraining.by_fate, fates()).right
    ordered = "the three means stand in another order"
    counts = "the numbers of places are returned, not their surprisals"
    divided = "each sum is divided by the number of all places"
    slips = [
        *((ordered, fates(order=order)) for order in ((0, 2, 1), (2, 1, 0), (1, 0, 2))),
        (
            "the hidden places count among the exchanged ones, too",
            fates(exchanged=lambda sees, answer, mask_id: sees != answer),
        ),
        (
            "the kept places count among the exchanged ones, too",
            fates(exchanged=lambda sees, answer, mask_id: sees != mask_id),
        ),
        (
            "the exchanged places count among the kept ones, too",
            fates(kept=lambda sees, answer, mask_id: sees == answer or sees != mask_id),
        ),
        (
            "hidden is inverted",
            fates(hidden=lambda sees, answer, mask_id: sees != mask_id),
        ),
        (
            "[MASK] is looked for among the answers",
            fates(
                hidden=lambda sees, answer, mask_id: answer == mask_id,
                exchanged=lambda sees, answer, mask_id: answer not in (mask_id, sees),
            ),
        ),
        (
            "the id 4 is taken for [MASK], whatever mask_id says",
            fates(
                hidden=lambda sees, answer, mask_id: sees == 4,
                exchanged=lambda sees, answer, mask_id: sees not in (4, answer),
            ),
        ),
        (divided, fates(result=lambda values, number: math.fsum(values) / number)),
        ("sums are returned, not means", fates(result=lambda values, number: math.fsum(values))),
        (counts, fates(result=lambda values, number: len(values))),
        (counts, fates(result=lambda values, number: len(values) / number)),
    ]
    assert_all_named(pretraining.by_fate, slips)


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
    tokens_cost=surprise,
    silent=None,
):
    """Both losses in Python floats; each keyword puts one slip in."""

    def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
        rows = []
        texts = zip(logits.tolist(), ids.tolist(), chosen.tolist(), strict=True)
        for scores, words, asked in texts:
            scores = [softmax(row) for row in scores] if "tokens" in twice else scores
            wanted = {"chosen": (True,), "others": (False,), "all": (True, False)}[over]
            answers = [w if a or fill is None else fill for w, a in zip(words, asked, strict=True)]
            if silent is not None:
                pairs_of = zip(scores, asked, strict=True)
                scores = [row if a else [silent] * len(row) for row, a in pairs_of]
            found = [
                tokens_cost(s, w)
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


def in_parts(tokens, pairs):
    """Add two losses of the selected scores, in NumPy."""

    def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
        mask = chosen.numpy()
        first = tokens(logits.numpy()[mask], ids.numpy()[mask])
        second = pairs(next_logits.numpy(), next_labels.numpy())
        return torch.tensor(float(first) + float(second), dtype=logits.dtype)

    return pretraining_loss


def shares_of(scores, axis=-1):
    powers = np.exp(scores)
    return powers / powers.sum(axis, keepdims=True)


def at(values, answers):
    return values[np.arange(len(answers)), answers]


def right_mean(scores, answers):
    return -np.log(at(shares_of(scores), answers)).mean()


def in_three_ways(loss):
    """The slip in both losses, in that of the tokens, in that of the pairs."""
    return in_parts(loss, loss), in_parts(loss, right_mean), in_parts(right_mean, loss)


def over_all_scores(read):
    """The loss of the tokens from all scores, by ``read(scores, ids, chosen)``."""

    def pretraining_loss(logits, ids, chosen, next_logits, next_labels):
        first = read(logits.numpy(), ids.numpy(), chosen.numpy())
        second = right_mean(next_logits.numpy(), next_labels.numpy())
        return torch.tensor(float(first + second), dtype=logits.dtype)

    return pretraining_loss


def along(axis):
    def read(scores, ids, chosen):
        logs = np.log(shares_of(scores, axis))
        return -np.mean([logs[b, t, ids[b, t]] for b, t in np.argwhere(chosen)])

    return over_all_scores(read)


def in_the_shape_of_a_transpose(scores, ids, chosen):
    B, T, V = scores.shape
    mixed = scores.reshape(B, V, T).swapaxes(1, 2)
    return right_mean(mixed[chosen], ids[chosen])


def both_apart(logits, ids, chosen, next_logits, next_labels):
    arguments = logits, ids, chosen, next_logits, next_labels
    words = losses(total=lambda tokens, pairs: mean(tokens))(*arguments)
    return words, losses(total=lambda tokens, pairs: mean(pairs))(*arguments)


def both_stacked(logits, ids, chosen, next_logits, next_labels):
    return torch.stack(both_apart(logits, ids, chosen, next_logits, next_labels))


def made_anew(logits, ids, chosen, next_logits, next_labels):
    return torch.tensor(losses()(logits, ids, chosen, next_logits, next_labels).item())


def test_pretraining_loss():
    assert diagnose(pretraining.pretraining_loss, losses()).right
    more = "a mean is divided by its number once more"
    axis = "the softmax runs over tokens or texts, not over the pieces"
    bare = "the loss is minus the probability, without its logarithm"
    raw = "scores are taken for logarithms of shares"
    column = "only one column of the next-sentence scores is used"
    zeros = "scores of 0 stand for tokens that were not chosen, and count"
    dtype = "the loss is made of plain numbers, without gradient, or not in the dtype of the logits"
    beside = "the two losses are returned beside each other, not their sum"

    def yes(sign, number):
        return lambda row, label: math.log1p(math.exp(-sign(label) * row[number]))

    def three(name, loss):
        return [(name, function) for function in in_three_ways(loss)]

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
        (
            "the next-sentence columns are exchanged, or the labels flipped",
            losses(label=lambda y: 1 - y),
        ),
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
        ("the masked-word loss is left out", losses(total=lambda tokens, pairs: mean(pairs))),
        (
            "the next-sentence loss is a sum, the masked-word loss a mean",
            losses(total=lambda tokens, pairs: mean(tokens) + math.fsum(pairs)),
        ),
        (
            "both losses are sums",
            losses(total=lambda tokens, pairs: math.fsum([*tokens, *pairs])),
        ),
        *three(more, lambda scores, answers: right_mean(scores, answers) / len(answers)),
        *three(bare, lambda scores, answers: -at(shares_of(scores), answers).mean()),
        *three(raw, lambda scores, answers: -at(scores, answers).mean()),
        *three(axis, lambda scores, answers: -np.log(at(shares_of(scores, 0), answers)).mean()),
        (axis, along(1)),
        (axis, along(0)),
        (softened, losses(twice=("pairs",))),
        (zeros, losses(over="all", silent=0.0)),
        (zeros, losses(over="all", silent=0.0, fill=0)),
        (
            "a chosen word of id 0 is left out",
            over_all_scores(
                lambda scores, ids, chosen: right_mean(
                    scores[chosen & (ids > 0)], ids[chosen & (ids > 0)]
                )
            ),
        ),
        (
            "view or reshape takes the place of transpose",
            over_all_scores(in_the_shape_of_a_transpose),
        ),
        (column, losses(pairs=yes(lambda label: 2 * label - 1, 1))),
        (column, losses(pairs=yes(lambda label: 1 - 2 * label, 0))),
        (column, losses(pairs=yes(lambda label: 2 * label - 1, 0))),
        (beside, both_apart),
        (beside, both_stacked),
        (
            dtype,
            made_anew,
        ),
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
