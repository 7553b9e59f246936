"""The measurements of the n-gram lesson are right."""

import numpy as np
import pytest

from bertlab.predecessors.ngrams.corpus import TokenSentences, Vocabulary, wiki_sentences
from bertlab.predecessors.ngrams.interpolation import Interpolated
from bertlab.predecessors.ngrams.kneser_ney import KneserNey
from bertlab.predecessors.ngrams.ngram import AddK
from lessons.l01_ngram import measure, offers, pages, rivals, smoothing

SENTENCES = [["the", "cat", "sat"], ["the", "dog", "sat"], ["a", "bird", "ran"]]


@pytest.fixture
def model():
    words = Vocabulary.from_sentences(SENTENCES)
    return AddK(2, words, 0.01).fit([words.encode(sentence) for sentence in SENTENCES])


def test_words_are_joined_as_a_text_is_printed():
    words = ["the", "king", "'s", "men", "(", "<num>", "of", "them", ")", ",", "he", "said", "."]
    assert measure.readable(words) == "The king's men (# of them), he said."
    assert measure.readable([]) == ""


@pytest.fixture
def few_articles(monkeypatch):
    """Let the lesson count a small part of the text."""
    small = TokenSentences(*(part[:400] for part in wiki_sentences()))
    monkeypatch.setattr(measure, "wiki_sentences", lambda: small)


@pytest.mark.usefixtures("few_articles")
def test_first_texts_are_those_of_raw_counts_and_say_where_they_are_cut():
    found = measure.first_texts([2], seeds=iter([0, 3]), max_words=4)
    (texts,) = found.values()
    assert len(texts) == 2
    assert all(text.endswith(" ...") or len(text.split()) < 4 for text in texts)


def test_copies_are_counted():
    known = {("a", "b"), ("c",)}
    written = [["a", "b"], ["c"], ["b", "a"], []]
    assert measure.copied(written.__getitem__, known, 4) == 0.5


def test_pairs_have_a_beginning_and_an_end():
    assert measure.pairs_of([[5, 6], [5]]) == {(1, 5): 2, (5, 6): 1, (6, 2): 1, (5, 2): 1}


def test_halves_by_hand():
    # (1, 5) and (5, 2) twice, (1, 6) and (6, 2) once; in the other half (1, 5) three times
    train = [[5], [5], [5], [5], [6], [5, 6]]
    found = measure.halves(train, largest=2)
    assert found.counts == [1, 2]
    assert found.again.tolist() == pytest.approx([(0 + 1) / 2, (3 + 2) / 2])
    assert found.errors.tolist() == pytest.approx([0.5 / 2**0.5, 0.5 / 2**0.5])


def test_halves_of_different_articles_by_hand():
    # the first half has (1, 5) and (5, 2) twice, (1, 6) and (6, 2) once; the other has (1, 5) once
    found = measure.halves([[5], [5], [6], [5], [7], [7]], largest=2, apart=True)
    assert found.again.tolist() == [0, 1]


def test_choices_compare_with_the_more_frequent_word(model):
    words = model.vocabulary
    sentences = [words.encode(["the", "dog", "sat"]), words.encode(["a", "bird", "ran"])]
    (found,) = measure.choices(model, sentences, [("the", "a")])
    assert (found.places, found.right, found.frequent) == (2, 1.0, 0.5)
    low, high = found.interval
    assert 0.3 < low < 0.4 and high == pytest.approx(1)


def test_wilsons_interval_is_the_published_one():
    low, high = measure.Choice(("a", "b"), 10, 0.8, 0.5).interval
    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=2e-4)


def test_pieces_are_the_longest_of_one_sentence():
    written = ["the", "cat", "sat", "the", "dog", "ran", "off"]
    found = measure.pieces(written, SENTENCES)
    assert found == [["the", "cat", "sat"], ["the", "dog"], ["ran"], ["off"]]
    assert measure.pieces([], SENTENCES) == []


def test_words_are_compared_whole():
    assert measure.pieces(["he", "cat"], SENTENCES) == [["he"], ["cat"]]


def test_a_fixed_amount_and_a_percentage_are_told_apart():
    level, rising = np.array([1.0, 1.0]), np.array([0.4, 0.8])
    assert measure.misfits([1, 2], level) == pytest.approx((0, 0.2))
    assert measure.misfits([1, 2], rising) == pytest.approx((0.08, 0))


def test_five_words_come_back_where_only_one_order_was_counted():
    counted = [["we", "saw", "one", "two", "three"], ["one", "two", "three", "four", "five"]]
    new = ["we", "saw", "one", "two", "three", "four", "five"]
    words = Vocabulary.from_sentences(counted)
    train, held_out = [[words.encode(line) for line in lines] for lines in (counted, [new])]
    model = KneserNey(3, words).fit(train)
    assert measure.put_in_order(model, [], held_out).tolist() == [True]
    assert len(measure.put_in_order(model, train, held_out)) == 0  # the five were counted
    assert len(measure.put_in_order(model, [], held_out, most=0)) == 0


def test_choices_are_split_by_the_next_word(model):
    words = model.vocabulary
    lines = [words.encode(["the", "dog"]), words.encode(["a", "bird"]), [words.index("a"), 0]]
    found = measure.by_next_word(model, lines, ("the", "a"))
    assert found == {True: 1.0, False: 0.0}


def test_absolute_discounting_gives_to_frequent_words():
    train = [["new", "york"]] * 3 + [["the", "sea"], ["a", "sea"]]
    words = Vocabulary.from_sentences(train)
    encoded = [words.encode(line) for line in train]
    plain = smoothing.AbsoluteDiscounting(2, words, [0.0, 0.5]).fit(encoded)
    varied = KneserNey(2, words, [0.0, 0.5]).fit(encoded)
    # after the: sea 1 of 1, so half is handed out; york is 3 of 15 words, and ends 1 of 8 pairs
    assert plain.probability("york", ["the"]) == pytest.approx(0.5 * 3 / 15)
    assert varied.probability("york", ["the"]) == pytest.approx(0.5 * 1 / 8)
    assert plain.distribution(["the"]).sum() == pytest.approx(1)
    assert rivals.expected(varied, "york") == pytest.approx(3)
    assert rivals.expected(plain, "york") > 3.1
    assert smoothing.AbsoluteDiscounting(2, words).fit(encoded).discounts_[0][0] < 1


def test_a_row_counts_places_and_different_words(model):
    assert rivals.row(model, "the") == (2, 2)
    found = rivals.offered({"one way": model}, ("cat", "bird"), "the")
    assert found["one way"]["cat"] > found["one way"]["bird"]


def test_absolute_discounting_stands_between_the_recorded_models(capsys):
    names = ("interpolation", "Kneser-Ney", "modified Kneser-Ney")
    grouped, absolute = np.array([9.0, 4.5, 4.2]), np.array([9.0, 5.0, 6.0])
    measured = rivals.Rivals(grouped, absolute, (4.4, 6.2), np.ones((2, 2)))
    found = rivals.compared({name: [9.0, 4.0, 3.0] for name in names}, measured)
    assert list(found) == ["one weight", "grouped", "absolute", "Kneser-Ney", "modified"]
    assert "absolute: from 5 to 6; Kneser-Ney: from 4 to 3" in rivals.told(found)
    rivals.table(found)
    assert "grouped       4.5    4.2\nabsolute      5.0    6.0\n" in capsys.readouterr().out
    assert rivals.gains(found)[1] == pytest.approx([1 - 5 / 4.5, 1 - 6 / 4.2])
    names = ("unigram, maximum likelihood", "5-gram, interpolation", "5-gram, Kneser-Ney")
    names += ("5-gram, modified Kneser-Ney", "trigram, modified Kneser-Ney")
    board = [{"model": name, "perplexity": 300.0 - place} for place, name in enumerate(names)]
    assert rivals.table_of_tests(board, measured) == [300, 299, 4.4, 6.2, 298, 297, 296]
    assert " 299.0  n = 5, one weight\n 298.0  n = 5, Kneser-Ney\n" in capsys.readouterr().out
    rivals.table_of_passed(measured)
    assert "Kneser-Ney   100%   100%\n" in capsys.readouterr().out


def test_offers_leave_out_the_special_words(model):
    found = offers.likely(model, [model.vocabulary.index("the")], most=2)
    assert set(found) == {"cat", "dog"}
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_next_words_are_written_with_what_came_before(model):
    page = offers.as_html(model, [model.vocabulary.index("the")])
    assert page.startswith("<p>0.") and page.count("the <b>") == 6
    assert page.count("<br>") == 6 and "<b>cat</b>" in page
    assert page.endswith("all unknown words together</p>")


def test_names_are_counted_after_a_word(model):
    at = [model.vocabulary.index(word) for word in ("the", "cat")]
    found = offers.after(model, {(at[0], at[1]): 1}, ["cat", "bird"], "the")
    assert [row[:2] for row in found.values()] == [(1, 1), (1, 0)]
    assert found["cat"][2] == model.probability("cat", ["the"])


def test_texts_are_escaped_and_left_aligned():
    page = pages.texts({"n = 2": ["a < b", "c"]}, "from <here>").data
    assert page.startswith("<p>from &lt;here&gt;</p><table>")
    assert "a &lt; b</div>" in page and page.count("text-align: left") == 2
    assert pages.texts({}).data == "<table></table>"


def test_copies_are_escaped_and_what_two_sentences_share_is_bold_in_both():
    page = pages.copies_as_html([["a", "<b>", "c", "d"], ["e"]], shared=2).data
    assert ">a &lt;b&gt; <b style=" in page and ">c d</b> ...</div>" in page
    assert page.count("<div") == 2 and page.count("</b>") == 2  # both sentences have c d
    assert ">... <b" in page and page.endswith(">c d</b> e</div>")  # the last leads nowhere


def test_seams_stand_in_a_sentence():
    assert measure.glued([["the", "cat", "sat"], ["on"]], [["a", "cat", "sat", "on"]], shared=2)
    assert not measure.glued([["the", "cat", "sat"], ["on"]], SENTENCES, shared=2)


def test_parts_of_kneser_ney_by_hand():
    pairs = {("love", "deep"): 2, ("love", "learning"): 1, ("deep", "rivers"): 1}
    found = rivals.parts(pairs, ["deep", "learning", "rivers"], "love", 0.5)
    assert found["deep"] == pytest.approx((1.5 / 3, 1 / 9))
    assert found["rivers"] == pytest.approx((0, 1 / 9))


def test_grouped_weights_are_better_than_one_weight_and_sum_to_one():
    # a history that is often seen tells the next word; one that is seen once tells nothing
    often, rare = [["we", "go"]] * 8, [[word, "x"] for word in "abcdefgh"]
    held_out = [["we", "go"]] * 4 + [[word, "y"] for word in "abcdefgh"]
    words = Vocabulary.from_sentences([*often, *rare, ["y"]])
    train, new = (
        [words.encode(line) for line in lines] for lines in ([*often, *rare, ["y"]], held_out)
    )
    one, grouped = (
        kind(2, words).fit(train).fit_weights(new)
        for kind in (Interpolated, smoothing.GroupedWeights)
    )
    assert grouped.perplexity(new) < 0.9 * one.perplexity(new)
    assert grouped.distribution(["we"]).sum() == pytest.approx(1)
    at_once, at_eight = grouped.grouped_[1, 0], grouped.grouped_[1, 3]
    assert at_once < 0.5 < at_eight


def test_what_reaches_the_single_words_by_hand():
    train = [["a", "b", "c"], ["a", "b", "d"], ["e", "b", "c"]]
    words = Vocabulary.from_sentences(train)
    model = KneserNey(3, words, [0.0, 0.5, 0.4]).fit([words.encode(line) for line in train])
    # e is new after a b, where 2 words followed 2 times; after b, c follows 2 words, and d 1
    new = [words.encode(["a", "b", "e"])]
    triples, pairs = 0.4 * 2 / 2, 0.5 * 2 / 3
    assert rivals.passed_down(model, new) == pytest.approx(triples * pairs)


def test_the_two_zeros_are_printed_with_their_ratio(capsys):
    lines = [["united", "was"], ["los", "was"], ["los", "born"]]
    words = Vocabulary.from_sentences(lines)
    model = AddK(2, words, 1.0).fit([words.encode(line) for line in lines])
    (found,) = rivals.table_of_zeros({"add-one": model})
    assert found == pytest.approx([2 / 7, 2 / 8, 2 / 8, 1 / 7])
    head, first, _, ratio, *_ = lines = capsys.readouterr().out.splitlines()
    assert first.split() == ["united", "was", "2857.143"] and ratio.split() == ["ratio", "1"]
    assert head.split()[-1] == "add-one" and max(map(len, lines)) <= 38
