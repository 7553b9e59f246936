"""The exercises on four tasks; every slip is written here a second time, with other means."""

import collections
import inspect
import math
import re
import string
from fractions import Fraction

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import cross_entropy

from bertlab.finetuning.answer_scores import answer_f1, decide, exact_match
from bertlab.finetuning.entities import entity_scores, read_entities
from bertlab.finetuning.spans import SpanPrediction, best_spans
from bertlab.finetuning.tagging import IGNORED, TAGS, TaggedWords, TaggingData
from bertlab.model.tasks import SpanOutput
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l10_four_tasks import exercises
from tests.exercise_checks import (
    assert_named,
    assert_rejected,
    check_exercise_module,
    diagnosis,
    loaded,
    solve,
)
from tests.parity.test_entities import CASES, tags_of
from workbook.exercises import diagnose

tasks = loaded(exercises)


def test_the_module_is_sound():
    check_exercise_module(tasks, at_least=4)


def assert_all_named(definition, slips):
    """State that each function is recognized, and that none of the names was forgotten."""
    assert {name for name, _ in slips} == {slip.name for slip in definition.misconceptions}
    for name, function in slips:
        assert_named(definition, with_its_parameters(definition, function), name)


def with_its_parameters(definition, function):
    """Give a function the names that the exercise has for its parameters."""

    def renamed(*args):
        return function(*args)

    renamed.__signature__ = inspect.signature(definition.reference)
    return renamed


# --- alignment: the places of each word are collected first ---------------------------------------


def place_of(tag, tags, names):
    return list(names).index(tag)


def labels(
    pick=min,
    number=place_of,
    other=lambda tag, tags, names: -100,
    special=lambda tag, tags, names: -100,
    word_of=lambda nth, word: word,
    finish=lambda found, words: found,
):
    """Labels written into a list that is empty at first; each keyword puts one slip in."""

    def word_tags_to_pieces(words, tags, names):
        places = collections.defaultdict(list)
        for place, word in enumerate(words):
            places[word].append(place)
        found = [special("O", tags, names)] * len(words)
        for nth, word in enumerate(sorted(word for word in places if word is not None)):
            tag = tags[word_of(nth, word)]
            for place in places[word]:
                use = number if place == pick(places[word]) else other
                found[place] = use(tag, tags, names)
        return finish(found, words)

    return word_tags_to_pieces


def zero(tag, tags, names):
    return 0


def minus_one(tag, tags, names):
    return -1


def inside(tag, tags, names):
    return place_of("I" + tag[1:] if tag[0] == "B" else tag, tags, names)


def only_text(found, words):
    return [label for label, word in zip(found, words, strict=True) if word is not None]


def moved_to_cls(found, words):
    return (only_text(found, words) + [-100] * len(words))[: len(words)]


def dealt(words, tags, names):
    found, deck = [], list(tags)[::-1]
    for word in words:
        found.append(-100 if word is None or not deck else names.index(deck.pop()))
    return found


def by_tags(words, tags, names):
    found, before = [], None
    for word in words:
        tag = None if word is None else tags[word]
        found.append(-100 if tag in (None, before) else names.index(tag))
        before = tag
    return found


def first_places(words):
    return [i for i, word in enumerate(words) if word is not None and word != words[i - 1]]


def at_first_places(label):
    """Labels at the first pieces; the function may look into a list that is too short."""

    def word_tags_to_pieces(words, tags, names):
        found = dict.fromkeys(range(len(words)), -100)
        for place in first_places(words):
            found[place] = label(words, tags, names, place)
        return [*found.values()]

    return word_tags_to_pieces


def shorter(keep):
    def word_tags_to_pieces(words, tags, names):
        found = labels()(words, tags, names)
        return [found[i] for i, word in enumerate(words) if keep(i in first_places(words), word)]

    return word_tags_to_pieces


def test_word_tags_to_pieces():
    exercise = tasks.word_tags_to_pieces
    assert diagnose(exercise, labels()).right
    later = "the later pieces are labelled O"
    specials = "[CLS], [SEP] and padding are labelled O"
    all_of_them = "all that should be ignored is labelled O"
    anew = "the tags are numbered anew"
    by_place = "the tag is looked up by the place of the piece"
    words = "there is one label for each word, not for each piece"
    slips = [
        ("every piece of a word has its tag", labels(other=place_of)),
        ("the later pieces have the I- tag of their word", labels(other=inside)),
        ("the last piece of a word has its tag, not the first", labels(pick=max)),
        (
            "word 0 counts as no word",
            at_first_places(lambda w, tags, names, i: names.index(tags[w[i]]) if w[i] else -100),
        ),
        (by_place, at_first_places(lambda w, tags, names, i: names.index(tags[i]))),
        (by_place, at_first_places(lambda w, tags, names, i: names.index(tags[i - 1]))),
        (words, lambda w, tags, names: [names.index(tag) for tag in tags]),
        (words, lambda w, tags, names: [-100, *map(names.index, tags), -100]),
        (words, shorter(lambda first, word: first or word is None)),
        (words, shorter(lambda first, word: first)),
        (
            "words with the tag O are ignored",
            labels(number=lambda tag, *rest: -100 if tag == "O" else place_of(tag, *rest)),
        ),
        (
            "the places in names are counted from 1",
            labels(number=lambda tag, tags, names: ["", *names].index(tag)),
        ),
        (later, labels(other=lambda tag, tags, names: place_of("O", tags, names))),
        (later, labels(other=zero)),
        (specials, labels(special=place_of)),
        (specials, labels(special=zero)),
        (
            all_of_them,
            labels(special=place_of, other=lambda tag, tags, names: place_of("O", tags, names)),
        ),
        (all_of_them, labels(special=zero, other=zero)),
        ("what is ignored has the label -1", labels(special=minus_one, other=minus_one)),
        ("[CLS], [SEP] and padding have no label", labels(finish=only_text)),
        ("the labels begin at [CLS]", labels(finish=moved_to_cls)),
        ("the tags are dealt out piece by piece", dealt),
        ("the words are counted as they come", labels(word_of=lambda nth, word: nth)),
        ("a piece counts as a later one if it has the tag of the piece before", by_tags),
        (
            anew,
            labels(number=lambda tag, tags, names: np.unique(tags).tolist().index(tag)),
        ),
        (anew, labels(number=lambda tag, tags, names: sum(name < tag for name in names))),
        (
            anew,
            labels(number=lambda tag, tags, names: len(set(tags[: tags.index(tag)]))),
        ),
        (
            "tags are returned, not their numbers",
            labels(number=lambda tag, tags, names: tag),
        ),
    ]
    assert_all_named(exercise, slips)


PIECES = ["ang", "##ela", "mer", "##kel", "visited", "par", "##is", "with", "bo", ".", ","]


@pytest.mark.parametrize("max_length", [5, 9, 20])
def test_the_librarys_labels_are_those_of_the_exercise(max_length):
    """A word that is a control character has no piece, and the longest input is cut."""
    tokenizer = WordPieceTokenizer([*SPECIALS, *PIECES])
    texts = [
        TaggedWords(
            ("Angela", "\x00", "Merkel", "visited", "Paris", "."),
            ("B-PER", "O", "I-PER", "O", "B-LOC", "O"),
        ),
        TaggedWords(("Bo", ",", "Paris"), ("B-PER", "O", "B-ORG")),
    ]
    data = TaggingData(texts, tokenizer, max_length)
    batch = data.batch([0, 1])
    T = batch.input_ids.shape[1]
    for text, row in zip(texts, batch.labels.tolist(), strict=True):
        words = [n for n, word in enumerate(text.words) for _ in tokenizer.text_ids(word)]
        words = [None, *words[: max_length - 2], *[None] * T][:T]
        assert tasks.word_tags_to_pieces.reference(words, text.tags, TAGS) == row


def test_the_labels_by_hand():
    """[CLS] ang ##ela visited par ##is [SEP] [PAD]"""
    words = [None, 0, 0, 1, 2, 2, None, None]
    found = tasks.word_tags_to_pieces.reference(words, ["B-PER", "O", "B-LOC"], TAGS)
    x = IGNORED
    assert found == [x, 1, x, 0, 3, x, x, x]


def test_cross_entropy_passes_over_what_is_ignored_and_refuses_minus_1():
    logits = torch.tensor([[2.0, 0.0], [0.0, 5.0]])
    one = cross_entropy(logits[:1], torch.tensor([0]))
    assert cross_entropy(logits, torch.tensor([0, -100])) == one
    with pytest.raises(IndexError, match="Target -1 is out of bounds"):
        cross_entropy(logits, torch.tensor([0, -1]))


# --- names: where they begin is marked first ------------------------------------------------------


def kind_of(tag):
    return tag[2:]


def begins(tags, i):
    before = tags[i - 1] if i else "O"
    return tags[i].startswith("B-") or kind_of(before) != kind_of(tags[i])


def begins_with_another_kind(tags, i):
    return kind_of(tags[i - 1] if i else "O") != kind_of(tags[i])


def begins_behind_o_or_with_b(tags, i):
    return tags[i].startswith("B-") or i == 0 or tags[i - 1] == "O"


def spans(tags, head=begins, keep=lambda tags, first, last: True):
    """Return names as (kind, first, last)."""
    found = []
    for first in range(len(tags)):
        if tags[first] == "O" or not head(tags, first):
            continue
        last = first
        while last + 1 < len(tags) and tags[last + 1] != "O" and not head(tags, last + 1):
            last += 1
        if keep(tags, first, last):
            found.append((kind_of(tags[first]), first, last))
    return found


def f1(right, expected, found):
    return float(Fraction(2 * right, expected + found)) if right else 0.0


def entity(read=spans, key=lambda n, name: (n, name), score=f1):
    """F1 of names from counts of keys; each keyword puts one slip in."""

    def entity_f1(expected, predicted):
        keys = [
            {key(n, name) for n in range(len(part)) for name in read(part[n])}
            for part in (expected, predicted)
        ]
        both = sum(k in keys[1] for k in keys[0])
        return score(both, len(keys[0]), len(keys[1]))

    return entity_f1


def in_lists(both):
    """F1 of names in two lists, which do not say from which sentence a name is."""

    def entity_f1(expected, predicted):
        lists = [[name for tags in part for name in spans(tags)] for part in (expected, predicted)]
        return f1(both(*lists), *map(len, lists))

    return entity_f1


def crossed_out(names, others):
    """Count what is in both, each name once for each time that it occurs on both sides."""
    left = list(others)
    for name in names:
        if name in left:
            left.remove(name)
    return len(others) - len(left)


def sentence_f1(expected, predicted):
    return entity()([expected], [predicted])


def nameless(a, b):
    return not spans(a) and not spans(b)


def averaged(empty):
    def entity_f1(expected, predicted):
        pairs = list(zip(expected, predicted, strict=True))
        scores = [empty if nameless(a, b) else sentence_f1(a, b) for a, b in pairs]
        scores = [score for score in scores if score is not None]
        return math.fsum(scores) / len(scores)

    return entity_f1


def by_kind(expected, predicted):
    kinds = {kind_of(tag) for tags in [*expected, *predicted] for tag in tags} - {""}

    def only(kind):
        return entity(lambda tags: [name for name in spans(tags) if name[0] == kind])

    return math.fsum(only(kind)(expected, predicted) for kind in kinds) / len(kinds)


def flat(sentences):
    return [tag for tags in sentences for tag in tags]


def joined(expected, predicted):
    return sentence_f1(flat(expected), flat(predicted))


def touching(expected, predicted):
    """Count a name if one of its words belongs to a name of its kind on the other side."""

    def words(part):
        return [
            {(n, kind, word) for word in range(first, last + 1)}
            for n, tags in enumerate(part)
            for kind, first, last in spans(tags)
        ]

    right, found = words(expected), words(predicted)
    if not found or not right:
        return 0.0
    recall = sum(bool(name & set().union(*found)) for name in right) / len(right)
    precision = sum(bool(name & set().union(*right)) for name in found) / len(found)
    return 2 * precision * recall / (precision + recall or 1)


def share(values):
    values = list(values)
    return sum(values) / len(values)


def accuracy(expected, predicted):
    return share(np.array(flat(expected)) == np.array(flat(predicted))).item()


def named_accuracy(expected, predicted):
    pairs = zip(flat(expected), flat(predicted), strict=True)
    return share(a == b for a, b in pairs if a[0] != "O")


def words_f1(see):
    def entity_f1(expected, predicted):
        right, found = (
            {(i, see(tag)) for i, tag in enumerate(flat(part)) if tag != "O"}
            for part in (expected, predicted)
        )
        return f1(len(right & found), len(right), len(found))

    return entity_f1


def harmonic(*zeros):
    """F1 with a word on some of what may be 0: r, what is right, e, expected, or f, found."""

    def score(right, expected, found):
        if 0 in [{"r": right, "e": expected, "f": found}[name] for name in zeros]:
            return 0.0
        precision, recall = Fraction(right, found), Fraction(right, expected)
        return float(2 * precision * recall / (precision + recall))

    return score


def only_after_division(right, expected, found):
    precision, recall = right / found, right / expected
    return 2 * precision * recall / (precision + recall) if right else 0.0


def found_before_division(right, expected, found):
    return only_after_division(right, expected, found) if found else 0.0


def expected_before_division(right, expected, found):
    return only_after_division(right, expected, found) if expected else 0.0


def passed_over(tags):
    """Read names; an I- of another kind right behind a name of one kind belongs to nobody."""
    left = list(tags)
    for i, tag in enumerate(tags):
        open_kind = kind_of(left[i - 1]) if i else ""
        if tag.startswith("I-") and open_kind not in ("", kind_of(tag)):
            left[i] = "O"
    return spans(left)


def not_before(*marks):
    """Keep a name unless one of these begins behind it."""
    return lambda tags, first, last: [*tags, "O"][last + 1][0] not in marks


def behind_o(tags, i):
    return i == 0 or tags[i - 1] == "O"


def with_its_first_tag():
    return entity(lambda tags: [(tags[first], first, last) for _, first, last in spans(tags)])


def test_entity_f1():
    assert diagnose(tasks.entity_f1, entity()).right
    words = "words are counted, not names"
    part = "a part of a name is enough"
    by_0 = "a division by 0 is not ruled out where no name is right"
    product = "precision and recall are multiplied"
    lost = "a name is lost where another one begins right behind it"
    sentences = "the F1 of the sentences is averaged"
    slips = [
        ("the accuracy of the tags is returned", accuracy),
        ("the accuracy of the tags other than O is returned", named_accuracy),
        (words, words_f1(lambda tag: tag)),
        (words, words_f1(kind_of)),
        ("the kind is not compared", entity(key=lambda n, name: (n, name[1:]))),
        (part, touching),
        (part, entity(key=lambda n, name: (n, name[0], name[1]))),
        (part, entity(key=lambda n, name: (n, name[0], name[2]))),
        (sentences, averaged(0)),
        (sentences, averaged(1)),
        (sentences, averaged(None)),
        ("the F1 of the kinds is averaged", by_kind),
        ("the sentence of a name is forgotten", entity(key=lambda n, name: name)),
        ("the sentence of a name is forgotten", in_lists(crossed_out)),
        ("the sentence of a name is forgotten", in_lists(lambda a, b: sum(map(a.count, set(b))))),
        ("the sentences are joined to one", joined),
        (
            "a B- behind a name of its kind does not begin a new one",
            entity(lambda tags: spans(tags, begins_with_another_kind)),
        ),
        (
            "an I- without a B- before it is dropped",
            entity(lambda tags: spans(tags, keep=lambda tags, first, last: tags[first][0] == "B")),
        ),
        (
            "an I- of another kind goes on with the name",
            entity(lambda tags: spans(tags, begins_behind_o_or_with_b)),
        ),
        (
            "a name at the end of a sentence is lost",
            entity(lambda tags: spans(tags, keep=lambda tags, first, last: last + 1 < len(tags))),
        ),
        (
            "names of one word are lost",
            entity(lambda tags: spans(tags, keep=lambda tags, first, last: first < last)),
        ),
        (
            "the precision is returned",
            entity(score=lambda right, expected, found: right / found if found else 0.0),
        ),
        (
            "the recall is returned",
            entity(score=lambda right, expected, found: right / expected),
        ),
        (
            "the recall is returned",
            entity(score=lambda right, expected, found: right / expected if expected else 0.0),
        ),
        (
            "the precision is returned",
            entity(score=lambda right, expected, found: right / found),
        ),
        (
            "precision and recall are averaged by their arithmetic mean",
            entity(
                score=lambda right, expected, found: (
                    share([right / expected, right / found]) if found else 0.0
                )
            ),
        ),
        (
            "precision and recall are averaged by their arithmetic mean",
            entity(score=lambda right, *numbers: share([right / number for number in numbers])),
        ),
        (by_0, entity(score=harmonic())),
        (by_0, entity(score=harmonic("f"))),
        (by_0, entity(score=harmonic("e"))),
        (by_0, entity(score=harmonic("e", "f"))),
        (by_0, entity(score=only_after_division)),
        (by_0, entity(score=found_before_division)),
        (by_0, entity(score=expected_before_division)),
        (by_0, entity(score=lambda r, e, f: float(Fraction(2 * r, e + f)))),
        (
            "two sides without a name have an F1 of 1",
            entity(score=lambda r, e, f: float(e == f) if not e + f else f1(r, e, f)),
        ),
        ("an I- of another kind ends a name, but begins none", entity(passed_over)),
        ("a name counts as another one if it begins with I- and not with B-", with_its_first_tag()),
        ("the places of a name are not compared", entity(key=lambda n, name: (n, name[0]))),
        ("the 2 of the formula is missing", entity(score=lambda r, e, f: f1(r, e, f) / 2)),
        (
            "the names in common are divided by all different names",
            entity(score=lambda r, e, f: r / (e - r + f) if r else 0.0),
        ),
        (lost, entity(lambda tags: spans(tags, keep=not_before("B", "I")))),
        (lost, entity(lambda tags: spans(tags, keep=not_before("B")))),
        (lost, entity(lambda tags: spans(tags, keep=not_before("I")))),
        ("only O ends a name", entity(lambda tags: spans(tags, behind_o))),
        (product, entity(score=lambda r, e, f: r / e * r / f if r else 0.0)),
        (product, entity(score=lambda r, e, f: 2 * (r / e) * (r / f) if r else 0.0)),
    ]
    assert_all_named(tasks.entity_f1, slips)


def test_the_f1_of_names_by_hand():
    """Found are 3 names, of the 2 to be found the first: F1 is 2 * 1 / (2 + 3)."""
    expected = [["B-PER", "I-PER", "O", "B-LOC"]]
    predicted = [["I-PER", "I-PER", "B-LOC", "I-ORG"]]
    assert tasks.entity_f1.reference(expected, predicted) == 0.4
    assert tasks.entity_f1.reference(expected, [["O"] * 4]) == 0
    assert tasks.entity_f1.reference([["O"]], [["O"]]) == 0


sentence_pairs = st.lists(
    st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(TAGS)), min_size=1, max_size=8),
    min_size=1,
    max_size=5,
).map(lambda rows: tuple([[pair[i] for pair in row] for row in rows] for i in (0, 1)))


@given(sentence_pairs)
def test_the_exercise_counts_as_the_library_does(pair):
    expected, predicted = pair
    value = tasks.entity_f1.reference(expected, predicted)
    assert value == pytest.approx(entity()(expected, predicted))
    if not any(tag != "O" for tag in flat(expected) + flat(predicted)):
        return
    assert value == pytest.approx(entity_scores(expected, predicted)["all"].f1)
    for tags in expected:
        names = [(name.kind, name.start, name.end - 1) for name in read_entities(tags)]
        assert names == spans(tags)


def test_two_sides_without_a_name_have_an_f1_of_0():
    def entity_f1(expected, predicted):
        tags = {tag for sentences in (expected, predicted) for row in sentences for tag in row}
        return tasks.entity_f1.reference(expected, predicted) if tags > {"O"} else 1.0

    assert_rejected(tasks.entity_f1, entity_f1)


def test_the_sentences_of_the_cases_differ_in_number_and_length():
    for case in tasks.entity_f1.cases():
        expected, predicted = case.args
        lengths = [len(tags) for tags in expected]
        assert lengths == [len(tags) for tags in predicted]
        assert len({len(expected), *lengths}) > 1


# --- spans: a table of sums, and one of what is allowed -------------------------------------------


def exceeds(none, best, threshold):
    return none - best > threshold


def span(
    begin=lambda inside: inside,
    stop=lambda inside: inside,
    steps=lambda limit: range(limit),
    table=np.add.outer,
    none=lambda start, end: start[0] + end[0],
    refuse=exceeds,
    answer=lambda first, last, inside, limit: (first, last),
    level=-math.inf,
):
    """The highest sum in a table; each keyword puts one slip in."""

    def best_span(start, end, passage, max_pieces, threshold):
        s, e, inside = start.numpy(), end.numpy(), passage.numpy()
        s2, e2 = np.where(begin(inside), s, level), np.where(stop(inside), e, level)
        sums = table(s2, e2)
        sums[np.isnan(sums) | np.isinf(s2)[:, None] | np.isinf(e2)[None]] = -math.inf
        gap = np.subtract.outer(np.arange(len(s)), np.arange(len(s))) * -1
        sums[~np.isin(gap, list(steps(max_pieces)))] = -math.inf
        first, last = map(int, np.unravel_index(sums.argmax(), sums.shape))
        if refuse(none(s, e), sums.max(), threshold):
            return 0, 0
        return answer(first, last, inside, max_pieces)

    return best_span


EVERY = range(-99, 99)


def everywhere(inside):
    return np.ones_like(inside)


def behind_cls(inside):
    return np.arange(len(inside)) > 0


def if_allowed(first, last, inside, limit):
    return (first, last) if last - first in range(limit) else (0, 0)


def turned_round(first, last, inside, limit):
    return tuple(sorted((first, last)))


def in_the_passage(first, last, inside, limit):
    offset = inside.tolist().index(True)
    return first - offset, last - offset


def greedy(start, end, passage, max_pieces, threshold):
    """Choose the start, then the end that is best behind it."""
    s, e = start.tolist(), end.tolist()
    places = [i for i, here in enumerate(passage.tolist()) if here]
    first = max(places, key=s.__getitem__)
    last = max((i for i in places if 0 <= i - first < max_pieces), key=e.__getitem__)
    return (0, 0) if s[0] + e[0] > s[first] + e[last] + threshold else (first, last)


def greedy_backwards(start, end, passage, max_pieces, threshold):
    s, e = start.tolist(), end.tolist()
    places = [i for i, here in enumerate(passage.tolist()) if here]
    last = max(places, key=e.__getitem__)
    first = max((i for i in places if 0 <= last - i < max_pieces), key=s.__getitem__)
    return (0, 0) if s[0] + e[0] > s[first] + e[last] + threshold else (first, last)


def free(first_of, last_of):
    """Choose one end, then the other, however far away."""

    def best_span(start, end, passage, max_pieces, threshold):
        s, e = start.tolist(), end.tolist()
        places = [i for i, here in enumerate(passage.tolist()) if here]
        first, last = first_of(s, e, places), last_of(s, e, places)
        return (0, 0) if s[0] + e[0] > s[first] + e[last] + threshold else (first, last)

    return best_span


def best_start(s, e, places):
    return max(places, key=s.__getitem__)


def best_end(s, e, places):
    return max(places, key=e.__getitem__)


def end_behind(s, e, places):
    return max((i for i in places if i >= best_start(s, e, places)), key=e.__getitem__)


def start_before(s, e, places):
    return max((i for i in places if i <= best_end(s, e, places)), key=s.__getitem__)


def one_less(inside):
    inside = inside.copy()
    inside[np.flatnonzero(inside)[-1]] = False
    return inside


def probabilities(table):
    def best_span(start, end, passage, max_pieces, threshold):
        p, q = start.exp() / start.exp().sum(), end.exp() / end.exp().sum()
        none = table(p[0].numpy(), q[0].numpy())
        return span(table=table, none=lambda *_: none)(p, q, passage, max_pieces, threshold)

    return best_span


def with_zeros(is_zero):
    """Go through all pairs; one that is not allowed has 0 or minus infinity."""

    def best_span(start, end, passage, max_pieces, threshold):
        s, e, inside = start.tolist(), end.tolist(), passage.tolist()
        best, place = -math.inf, (0, 0)
        for i in range(len(s)):
            for j in range(len(e)):
                near, both = 0 <= j - i < max_pieces, inside[i] and inside[j]
                score = 0.0 if is_zero(near, both) else -math.inf
                if near and both:
                    score = s[i] + e[j]
                if score > best:
                    best, place = score, (i, j)
        return (0, 0) if s[0] + e[0] - best > threshold else place

    return best_span


def exchanged(start, end, passage, max_pieces, threshold):
    return span()(end, start, passage, max_pieces, threshold)


def masked_before_cls_is_read(start, end, passage, max_pieces, threshold):
    start = start.masked_fill(~passage, -torch.inf)
    end = end.masked_fill(~passage, -torch.inf)
    return span()(start, end, passage, max_pieces, threshold)


def test_best_span():
    assert diagnose(tasks.best_span, span()).right
    alone = "start and end are chosen by themselves"
    early = "the end may lie before the start"
    none_of_all = "0 counts as a score that a pair has"
    greed = "one end is chosen first, then the other to go with it"
    last, turned = (
        "the last piece of the passage is left out",
        "the decision is the wrong way round",
    )
    logits = "logits are made probabilities first"
    outside = "the answer may lie outside the passage"
    half = "only one end has to lie in the passage"
    fit = "a pair that is not allowed becomes no answer"
    always = "there always is an answer"
    one = "one of the scores alone is compared with the threshold"
    product = "logits are multiplied, not added"
    slips = [
        (alone, span(steps=lambda limit: EVERY)),
        (alone, span(everywhere, everywhere, steps=lambda limit: EVERY)),
        (early, span(steps=lambda limit: range(-99, limit))),
        (early, span(steps=lambda limit: range(1 - limit, limit))),
        (early, span(steps=lambda limit: range(1 - limit, limit), answer=turned_round)),
        (early, span(steps=lambda limit: range(1 - limit, 1))),
        (none_of_all, with_zeros(lambda near, both: not near)),
        (none_of_all, with_zeros(lambda near, both: both)),
        (none_of_all, with_zeros(lambda near, both: True)),
        ("the logits of start and end are exchanged", exchanged),
        (greed, greedy),
        (greed, greedy_backwards),
        (greed, free(best_start, end_behind)),
        (greed, free(start_before, best_end)),
        ("a span of one piece is not allowed", span(steps=lambda limit: range(1, limit))),
        ("a span of one piece is not allowed", span(steps=lambda limit: range(1, limit + 1))),
        (last, span(one_less, one_less)),
        (last, span(begin=one_less)),
        (last, span(stop=one_less)),
        (
            "no answer is given already if it is ahead by just the threshold",
            span(refuse=lambda none, best, threshold: none - best >= threshold),
        ),
        (turned, span(refuse=lambda none, best, threshold: not exceeds(none, best, threshold))),
        (turned, span(refuse=lambda none, best, threshold: exceeds(best, none, threshold))),
        (logits, probabilities(np.add.outer)),
        (logits, probabilities(np.multiply.outer)),
        (
            "the last piece comes first in the result",
            span(answer=lambda first, last, inside, limit: (last, first)),
        ),
        (outside, span(everywhere, everywhere)),
        (outside, span(behind_cls, behind_cls)),
        (half, span(stop=everywhere)),
        (half, span(begin=everywhere)),
        ("the logits are multiplied by the mask", span(level=0.0)),
        ("the length is not limited", span(steps=lambda limit: range(99))),
        ("the longest answer has a piece too many", span(steps=lambda limit: range(limit + 1))),
        ("the longest answer has a piece too few", span(steps=lambda limit: range(limit - 1))),
        (
            "a long answer is cut",
            span(
                steps=lambda limit: range(99),
                answer=lambda first, last, inside, limit: (first, min(last + 1, first + limit) - 1),
            ),
        ),
        (fit, span(steps=lambda limit: EVERY, answer=if_allowed)),
        (fit, span(steps=lambda limit: range(99), answer=if_allowed)),
        (always, span(refuse=lambda none, best, threshold: False)),
        (always, masked_before_cls_is_read),
        ("the threshold is not used", span(refuse=lambda none, best, threshold: best < none)),
        (
            "the threshold has the wrong sign",
            span(refuse=lambda none, best, threshold: none + threshold > best),
        ),
        (one, span(refuse=lambda none, best, threshold: none > threshold)),
        (one, span(refuse=lambda none, best, threshold: not best >= threshold)),
        (one, span(refuse=lambda none, best, threshold: 0 > best + threshold)),
        ("of [CLS] one logit alone is compared", span(none=lambda start, end: start[0])),
        ("of [CLS] one logit alone is compared", span(none=lambda start, end: end[0])),
        (product, span(table=np.multiply.outer, none=lambda start, end: start[0] * end[0])),
        (product, span(table=np.multiply.outer)),
        ("places are counted from the start of the passage", span(answer=in_the_passage)),
        (
            "the end is the place behind the last piece",
            span(answer=lambda first, last, inside, limit: (first, last + 1)),
        ),
    ]
    assert_all_named(tasks.best_span, slips)


def library_span(start, end, passage, max_pieces, threshold):
    found = best_spans(SpanOutput(start[None], end[None]), passage[None].long(), max_pieces)
    margin = (start[0] + end[0] - found.score[0]).item()
    if decide([SpanPrediction("an answer", margin)], threshold) == [""]:
        return 0, 0
    return int(found.start[0]), int(found.end[0])


@pytest.mark.parametrize("number", range(6))
def test_the_librarys_span_is_that_of_the_exercise(number):
    case, expected = solve(tasks.best_span, number)
    assert library_span(*case.args) == expected


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from([-3.0, 0.0, 2.0]))
def test_any_span_is_that_of_the_library(seed, max_pieces, threshold):
    generator = torch.Generator().manual_seed(seed)
    start, end = 3 * torch.randn(2, 13, generator=generator, dtype=torch.float64)
    passage = torch.arange(13) > 4
    arguments = start, end, passage, max_pieces, threshold
    assert tasks.best_span.reference(*arguments) == library_span(*arguments)


def test_the_span_by_hand():
    """The best start is place 4, the best end place 3; together they are no span."""
    start = torch.tensor([1.0, 9.0, 0.0, 3.0, 4.0, 0.0])
    end = torch.tensor([1.0, 9.0, 0.0, 5.0, 2.0, 3.0])
    passage = torch.tensor([False, False, False, True, True, True])
    find = tasks.best_span.reference
    assert find(start, end, passage, 3, 0.0) == (3, 3)
    end[3] = 0.0
    assert find(start, end, passage, 3, 0.0) == (4, 5)
    assert find(start, end, passage, 1, 0.0) == (4, 4)
    assert find(start, end, passage, 3, -5.0) == (4, 5)  # 2 > 7 - 5 is not so
    assert find(start, end, passage, 3, -5.5) == (0, 0)


def test_no_answer_at_all_is_answered():
    def best_span(start, end, passage, max_pieces, threshold):
        return 0, 0

    assert "Yours is 0 everywhere." in diagnosis(tasks.best_span, best_span)


def test_both_answers_and_refusals_are_met_with_thresholds_of_both_signs():
    cases = tasks.best_span.cases()
    thresholds = [case.args[-1] for case in cases]
    answers = [solve(tasks.best_span, number)[1] for number in range(len(cases))]
    assert min(thresholds) < 0 < max(thresholds)
    assert 0 < answers.count((0, 0)) < len(answers)
    starts = [case.args[0] for case in cases]
    assert len({len(start) for start in starts}) == len(starts)


# --- SQuAD's F1: the words of an answer are found by a pattern ------------------------------------

ARTICLES = ("a", "an", "the")


def no_marks(text, instead=""):
    return re.sub("[" + re.escape(string.punctuation) + "]", instead, text)


def no_articles(text):
    return " ".join(part for part in re.split(r"\b(?:the|an|a)\b", text))


def split(*steps):
    """Return a way from a text to its words, step by step."""

    def words(text):
        for step in steps:
            text = step(text)
        return re.findall(r"\S+", text)

    return words


normal = split(str.lower, no_marks, no_articles)


def overlap(right, found):
    """Cross out in turn what both have."""
    left, common = list(right), 0
    for word in found:
        if word in left:
            left.remove(word)
            common += 1
    return common


def by_precision_and_recall(right, found, common=overlap):
    both = common(right, found)
    if not right or not found:
        return float(right == found)
    if both == 0:
        return 0.0
    precision, recall = both / len(found), both / len(right)
    return 2 * precision * recall / (precision + recall)


def squad(words=normal, score=by_precision_and_recall, choose=max):
    def squad_f1(predicted, answers):
        return choose([score(words(answer), words(predicted)) for answer in answers])

    return squad_f1


def counting(common):
    return squad(score=lambda right, found: by_precision_and_recall(right, found, common=common))


def double_sum(right, found):
    """Each word of the answer, if the right one has it anywhere."""
    return len([word for word in found if right.count(word)])


def twice_over_both(common):
    def score(right, found):
        if not right or not found:
            return float(right == found)
        return common(right, found) / (len(right) / 2 + len(found) / 2)

    return squad(score=score)


def part(of):
    def score(right, found):
        if not right or not found:
            return float(right == found)
        return overlap(right, found) / len(of(right, found))

    return squad(score=score)


def without(letters):
    def remove(text):
        for article in letters:
            text = "".join(text.split(article))
        return text

    return remove


def ends_only(text):
    pattern = "[" + re.escape(string.punctuation) + "]+"
    words = [re.sub(f"^{pattern}|{pattern}$", "", word) for word in text.split()]
    return " ".join(word for word in words if word not in ARTICLES)


def word_marks(text):
    return "".join(c for c in text if c.isalnum() or c.isspace() or c == "_")


def with_empty_words(text):
    return [part for part in re.split(" ", no_marks(text.lower())) if part not in ARTICLES]


def no_article_by_words(text):
    return " ".join(part for part in text.split() if part not in ARTICLES)


def once_each(text):
    for article in ARTICLES:
        text = re.sub(rf"(?<!\S){article}(?!\S)", " ", text, count=1)
    return text


def every_other_in_a_row(text):
    """An article goes, and the word behind it is not looked at."""
    words, kept = text.split(), []
    while words:
        word = words.pop(0)
        if word not in ARTICLES:
            kept.append(word)
        elif words:
            kept.append(words.pop(0))
    return " ".join(kept)


def between_spaces(text):
    for article in ARTICLES:
        text = " ".join(text.split(f" {article} "))
    return text


def without_beginnings(text):
    return " ".join(re.split(r"(?<!\S)(?:a|an|the)", text))


def without_endings(text):
    return "".join(re.split(r"(?:an|a|the) ", text))


def no_first_article(text):
    return re.sub(r"^\s*(a|an|the)(\s+|$)", "", text)


def two_ways(right, found):
    def squad_f1(predicted, answers):
        return max(by_precision_and_recall(right(answer), found(predicted)) for answer in answers)

    return squad_f1


def raw_first(score):
    """A rule for texts that are empty before anything is removed."""

    def squad_f1(predicted, answers):
        scores = []
        for answer in answers:
            if "" in (predicted, answer):
                scores.append(1.0 if predicted == answer else 0.0)
            else:
                scores.append(score(normal(answer), normal(predicted)))
        return max(scores)

    return squad_f1


def by_formula(right, found):
    return float(Fraction(2 * overlap(right, found), len(right) + len(found)))


def zero_if_none(right, found):
    common = overlap(right, found)
    return by_formula(right, found) if common else 0.0


def careless(right, found):
    precision = Fraction(overlap(right, found), len(found))
    recall = Fraction(overlap(right, found), len(right))
    return float(2 / (1 / precision + 1 / recall))


def careful_of_no_words(right, found):
    return careless(right, found) if right and found else float(right == found)


def test_squad_f1():
    assert diagnose(tasks.squad_f1, squad()).right
    early = "articles are removed before the text is in lower case"
    inside_words = "articles are removed inside words"
    sets = "words are compared as sets"
    repeated = "a repeated word is in common each time"
    letters = "characters are counted, not words"
    lower_only = "neither punctuation nor articles are removed"
    one_side = "only one side is normalized"
    other_marks = "the characters that are removed are not those of string.punctuation"
    each_space = "the text is cut at each space, so that empty words count"
    some = "some of several articles stay"
    raw = "an empty side is looked for before the text is normalized"
    by_0 = "a division by 0 is not ruled out"
    different = "the words in common are divided by all different words"
    slips = [
        ("the case of letters counts", squad(split(no_marks, no_articles))),
        (early, squad(split(no_articles, str.lower, no_marks))),
        (early, squad(split(no_marks, no_articles, str.lower))),
        ("punctuation stays", squad(split(str.lower, no_articles))),
        ("punctuation inside words stays", squad(split(str.lower, ends_only))),
        (
            "punctuation becomes a space",
            squad(split(str.lower, lambda text: no_marks(text, " "), no_articles)),
        ),
        ("articles are removed before punctuation", squad(split(str.lower, no_articles, no_marks))),
        (
            "articles are removed before punctuation",
            squad(split(str.lower, no_article_by_words, no_marks)),
        ),
        (lower_only, squad(split(str.lower))),
        (lower_only, squad(split())),
        (one_side, two_ways(normal, split())),
        (one_side, two_ways(split(), normal)),
        (one_side, two_ways(normal, split(str.lower))),
        (one_side, two_ways(split(str.lower), normal)),
        (other_marks, squad(split(str.lower, word_marks, no_articles))),
        (
            each_space,
            squad(lambda text: re.split(" ", no_articles(no_marks(text.lower())).strip())),
        ),
        (each_space, squad(with_empty_words)),
        (
            "an article is removed at the beginning only",
            squad(split(str.lower, no_marks, no_first_article)),
        ),
        (
            "not all of the three articles are removed",
            squad(split(str.lower, no_marks, lambda text: re.sub(r"\b(a|the)\b", " ", text))),
        ),
        (
            "not all of the three articles are removed",
            squad(split(str.lower, no_marks, lambda text: re.sub(r"\bthe\b", " ", text))),
        ),
        (some, squad(split(str.lower, no_marks, once_each))),
        (some, squad(split(str.lower, no_marks, every_other_in_a_row))),
        (
            "an article at the beginning or the end stays",
            squad(split(str.lower, no_marks, between_spaces)),
        ),
        (inside_words, squad(split(str.lower, no_marks, without_beginnings))),
        (inside_words, squad(split(str.lower, no_marks, without_endings))),
        (sets, squad(score=lambda r, f: by_precision_and_recall([*{*r}], f))),
        (sets, squad(score=lambda r, f: by_precision_and_recall(r, [*{*f}]))),
        (
            "an empty answer scores 0 where there is none to find",
            lambda predicted, answers: squad()(predicted, answers) * bool(predicted),
        ),
        (
            "a side without words agrees with every other",
            squad(score=lambda r, f: by_precision_and_recall(r, f) if r and f else 1.0),
        ),
        (raw, raw_first(by_formula)),
        (raw, raw_first(zero_if_none)),
        (by_0, squad(score=by_formula)),
        (by_0, squad(score=careless)),
        (by_0, squad(score=careful_of_no_words)),
        (
            "precision and recall are averaged by their arithmetic mean",
            squad(
                score=lambda r, f: (
                    overlap(r, f) / len(r) / 2 + overlap(r, f) / len(f) / 2
                    if r and f
                    else float(r == f)
                )
            ),
        ),
        ("the 2 of the formula is missing", part(lambda right, found: right + found)),
        (
            different,
            squad(
                score=lambda r, f: (
                    overlap(r, f) / ((collections.Counter(r) | collections.Counter(f)).total() or 1)
                    if r or f
                    else float(r == f)
                )
            ),
        ),
        ("the last right answer decides", squad(choose=lambda scores: scores.pop())),
        ("the articles stay", squad(split(str.lower, no_marks))),
        (inside_words, squad(split(str.lower, no_marks, without(["a", "an", "the"])))),
        (inside_words, squad(split(str.lower, no_marks, without(["the", "an", "a"])))),
        (sets, squad(lambda text: list(dict.fromkeys(normal(text))))),
        (sets, counting(lambda right, found: len({*right}.intersection(found)))),
        (repeated, twice_over_both(double_sum)),
        (repeated, twice_over_both(lambda right, found: double_sum(found, right))),
        (letters, squad(lambda text: [*" ".join(normal(text))])),
        (letters, squad(lambda text: [*"".join(normal(text))])),
        ("only the same answer counts", lambda p, a: float(any(exact_match(x, p) for x in a))),
        ("the precision is returned", part(lambda right, found: found)),
        ("the recall is returned", part(lambda right, found: right)),
        (
            "an empty answer scores 0 where there is none to find",
            squad(score=lambda right, found: by_precision_and_recall(right, found) * bool(found)),
        ),
        ("the first right answer decides", squad(choose=lambda scores: scores[0])),
        ("the mean over the right answers is taken", squad(choose=lambda s: sum(s) / len(s))),
        (
            "the right answers are joined to one",
            lambda p, a: by_precision_and_recall(normal(" ".join(a)), normal(p)),
        ),
    ]
    assert_all_named(tasks.squad_f1, slips)


texts = st.lists(
    st.sampled_from(
        ["The", "the", "a", "An", "Bern", "bern", "bern,", "1,500", "(old)", "of", "-"]
    ),
    max_size=6,
).map(" ".join)


@given(texts, st.lists(texts, min_size=1, max_size=3))
def test_the_exercise_counts_as_the_official_script(predicted, answers):
    value = tasks.squad_f1.reference(predicted, answers)
    assert value == pytest.approx(squad()(predicted, answers))
    assert value == max(answer_f1(answer, predicted) for answer in answers)
    assert value >= max(exact_match(answer, predicted) for answer in answers)


@pytest.mark.parametrize(
    ("predicted", "answers", "expected"),
    [
        ("The Eiffel Tower in Paris", ["Eiffel Tower"], 2 * 2 / (2 + 4)),
        ("tower", ["the tower", "Eiffel Tower"], 1.0),
        ("", [""], 1.0),
        ("the", [""], 1.0),  # nothing is left of it
        ("", ["Bern"], 0.0),
        ("Bern Bern", ["Bern"], 2 / 3),
    ],
)
def test_the_f1_of_answers_by_hand(predicted, answers, expected):
    assert tasks.squad_f1.reference(predicted, answers) == pytest.approx(expected)


def test_what_a_student_reads():
    text = diagnosis(tasks.best_span, masked_before_cls_is_read)
    assert (
        "common slip: there always is an answer.\n"
        "Compare with start[0] + end[0], read before a mask makes them -inf: in training, "
        "questions without an answer have both ends at [CLS].\n" in text
    )


def test_the_reference_scores_names_as_seqeval_does():
    for case in CASES:
        expected, predicted = tags_of(case)
        score = tasks.entity_f1.reference(expected, predicted)
        assert score == pytest.approx(case["scores"]["all"][2])
