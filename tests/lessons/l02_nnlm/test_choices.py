"""The small grammar checker, on sentences small enough to check by hand."""

import numpy as np
import pytest

from bertlab.before.ngrams.corpus import Vocabulary
from lessons.l02_nnlm import choices

WORDS = Vocabulary.from_sentences([["is", "is", "are", "it", "they", "so"]])


def test_gaps_hold_the_right_and_the_wrong_word():
    sentence = WORDS.encode(["they", "are", "so", "so", "so", "so", "so"])
    found = choices.gaps(("is", "are"), [sentence, sentence[:2]], WORDS)
    are, is_ = WORDS.index("are"), WORDS.index("is")
    assert found.right == [sentence[:6], sentence[:2]]
    assert found.wrong == [[sentence[0], is_, *sentence[2:6]], [sentence[0], is_]]
    assert found.counted == [6, 3]  # </s> counts only where the sentence ends
    assert found.frequent.tolist() == [False, False]
    assert are not in found.wrong[0]


def test_a_gap_is_found_by_words_around_it():
    text = [WORDS.encode(["it", "is", "so"]), WORDS.encode(["they", "are", "so"])]
    found = choices.gaps(("is", "are"), text, WORDS)
    assert choices.gap_with(found, WORDS.encode(["are", "so"])) == 1
    assert choices.find_gap(("is", "are"), ["are", "so"], text, WORDS) == 1
    with pytest.raises(ValueError, match="no such gap"):
        choices.gap_with(found, WORDS.encode(["so", "are"]))


def test_each_chooser_answers_each_gap(monkeypatch):
    monkeypatch.setattr(choices, "PAIRS", (("is", "are"),))
    prefers = {WORDS.index("is"): -1.0, WORDS.index("are"): -2.0}

    def liking(sign):
        def model(sentences):
            logs = [
                [-3 + sign * (prefers.get(word, 0) + 1.5) for word in sentence] + [-1]
                for sentence in sentences
            ]
            return np.concatenate(logs)

        return model

    text = [WORDS.encode(["it", "is"]), WORDS.encode(["they", "are"])]
    found = choices.right_words(liking(1), liking(-1), 0.0, text, WORDS)
    assert {name: answers[0].tolist() for name, answers in found.items()} == {
        "more frequent word": [True, False],
        "trigram model": [True, False],
        "network": [False, True],
        "mixture": [True, False],  # the network has no weight
    }
    assert choices.lead_in_choices(found, "mixture", "network") == (0, pytest.approx(1.96 / 2**0.5))


def test_choices_are_proportions_by_pair_and_over_all():
    right = [np.array([True, False]), np.array([True, True])]
    answers = {name: right for name in ("frequent", "counting", "network", "mixture")}
    (axes,) = choices.draw_choices([("is", "are"), ("a", "an")], answers).axes
    means = axes.containers[3].lines[0].get_xdata()
    assert means.tolist() == [0.5, 1, 0.75]
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        "is / are\n2 gaps",
        "a / an\n2 gaps",
        "all\n4 gaps",
    ]
    assert axes.get_xlim()[0] < 0.5
