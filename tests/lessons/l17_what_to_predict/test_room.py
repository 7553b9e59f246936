"""The lesson's room: pairs, counting, a friend's bug, and the page of a detector."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch

from bertlab.model.tasks import BertForPreTraining
from lessons.l17_what_to_predict import bugs, counting, pairs
from lessons.l17_what_to_predict.finder import Piece
from lessons.l17_what_to_predict.pair_objective import PairObjective, unmasked
from lessons.l17_what_to_predict.shown import checked, page
from tests.toy_pretraining import tiny_config

MOST = 30


@pytest.fixture(scope="module")
def found():
    return pairs.documents("validation", MOST)


def texts_of(data, batch):
    """The two texts of each row of a batch, without specials."""
    rows = []
    for ids, types, mask in zip(*batch[:3], strict=True):
        kept = ids[mask.bool()].tolist()
        first = [i for i, t in zip(kept, types.tolist(), strict=False) if t == 0][1:-1]
        second = [i for i, t in zip(kept, types.tolist(), strict=False) if t == 1][:-1]
        rows.append((first, second))
    return rows


@pytest.mark.parametrize("task", pairs.TASKS)
def test_each_pair_stands_twice_in_a_batch(found, task):
    data = pairs.WholePairs(found, task, 48, seed=3)
    batch = data.batch(data.order(1, 8))
    assert batch.next_labels.tolist() == [0, 1] * 4
    batch = batch._replace(input_ids=unmasked(batch))
    rows = texts_of(data, batch)
    neighbors = {(tuple(a), tuple(b)) for document in data.documents for a, b in pairwise(document)}
    for (first, second), (one, other) in zip(rows[::2], rows[1::2], strict=True):
        assert (tuple(first), tuple(second)) in neighbors
        if task == "SOP":
            assert (one, other) == (second, first)
        else:
            assert one == first and (tuple(one), tuple(other)) not in neighbors
            assert any(other in document for document in data.documents)


def test_nothing_is_cut(found):
    data = pairs.WholePairs(found, "NSP", 40, seed=0)
    whole = {tuple(s) for document in data.documents for s in document}
    for place in range(0, len(data), 7):
        for epoch in (0, 1):
            pair = data.pair(epoch, place)
            assert tuple(pair.first) in whole and tuple(pair.second) in whole
            assert len(pair.first) + len(pair.second) + 3 <= 40
            assert pair.is_next == (epoch == 0)


def test_unknown_tasks(found):
    with pytest.raises(ValueError, match="expected a task among NSP, SOP, got 'MLM'"):
        pairs.WholePairs(found, "MLM")


def test_all_are_asked_the_same(found):
    first, again = (pairs.asked("validation", 48, MOST) for _ in range(2))
    assert first == again
    assert len({one.document for one in first}) == len(first), "one pair of each document"
    assert len(pairs.asked("train", 48, MOST)) > len({d.document for d in first})
    ids = pairs.tokenizer().text_ids
    for one in first:
        document = found[one.document]
        place = document.sentences.index(one.first)
        assert one.second in document.sentences[place + 1 :]
        assert one.source == document.source
        others = [d for d in found if one.stranger in d.sentences]
        assert others and all(d.source == one.source for d in others)
        for second in (one.second, one.stranger):
            assert len(ids(one.first)) + len(ids(second)) + 3 <= 48


def test_any_two_sentences_of_a_stretch_fit(found):
    taken = pairs.stretches("validation", 48, MOST)
    assert taken
    for one in taken:
        lengths = [len(pairs.tokenizer().text_ids(s)) for s in one.sentences]
        assert sum(sorted(lengths)[-2:]) + 3 <= 48
        joined = "\n".join(found[one.document].sentences)
        assert "\n".join(one.sentences) in joined


def test_scores_are_the_difference_of_two_logits():
    model = BertForPreTraining.from_pretrained("bert-mini-zh").eval()
    each = [("你好。", "再见！"), ("北京是中国的首都。", "它很大。"), ("是。", "不。")]
    scores = pairs.pair_scores(model, each, size=2)
    with torch.no_grad():
        for (a, b), score in zip(each, scores, strict=True):
            ids = pairs.tokenizer().batch([a], [b])
            logits = model(*ids).next_sentence[0]
            assert score == pytest.approx((logits[0] - logits[1]).item(), abs=1e-4)


def test_the_loss_of_pairs_reads_the_text_as_it_was(found):
    torch.manual_seed(0)
    data = pairs.WholePairs(found, "SOP", 48, seed=0)
    batch = data.batch(data.order(0, 4))
    config = replace(tiny_config(vocab_size=len(pairs.tokenizer().vocabulary)), max_positions=48)
    objective = PairObjective(BertForPreTraining(config).eval())
    assert objective.counts(batch) == {"pairs": 4}
    whole = batch._replace(input_ids=unmasked(batch))
    assert torch.equal(objective(batch)["pairs"], objective(whole)["pairs"])
    assert pairs.tokenizer().mask_id not in whole.input_ids
    objective(batch)["pairs"].backward()
    assert objective.model.masked_lm.dense.weight.grad is None
    assert objective.model.next_sentence.dense.weight.grad is not None


# --- counting ------------------------------------------------------------------------------------


def test_counting_gives_scores_of_all_ways(found):
    parts = [pairs.asked(part, 48, MOST) for part in ("train", "validation", "test")]
    scores = counting.counted(*parts, strengths=[0.1])
    assert set(scores) == {
        f"{task}/{way}"
        for task in pairs.TASKS
        for way in ("cosine", "lengths", "punctuation", "characters")
    }
    for name, one in scores.items():
        assert set(one) == {"next", "swapped", "stranger"}, name
        assert all(len(values) == len(parts[2]) for values in one.values())
    cosine = scores["NSP/cosine"]
    assert torch.equal(cosine["next"], cosine["swapped"]), "a cosine does not know the order"
    asked = [(one.second, one.first) for one in parts[2]]
    alone = counting.order_scores(*parts[:2], asked, strengths=[0.1])
    assert torch.equal(alone, scores["SOP/characters"]["swapped"])


def test_features_of_marks_and_lengths():
    rows = counting.punctuation([("你好。", "“再见！”")]).toarray()[0]
    marks = counting.MARKS
    half = len(rows) // 2
    assert rows[marks.index("。")] == 1 and rows[len(marks) + marks.index("。")] == 1
    assert rows[half + 2 * len(marks) + marks.index("“")] == 1
    lengths = counting.lengths([("你好。", "是。")]).toarray()[0]
    assert lengths[:2] == pytest.approx(np.log([3, 2])) and lengths[-1] == 1


# --- the friend ----------------------------------------------------------------------------------


def cut_after(first, second, swapped, room):
    if swapped:
        first, second = second, first
    too_long = max(0, len(first) + len(second) - room)
    return first[too_long // 2 :], second[: len(second) - (too_long - too_long // 2)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (bugs.of_friend, "right for 92% of these pairs. Which rule?"),
        (lambda a, b, swapped, room: (a, b), "A pair that fits comes out as"),
        (lambda a, b, swapped, room: (b, a) if swapped else (a, b), "where 12 fit"),
        (
            lambda a, b, swapped, room: (
                None if len(a + b) >= room else bugs.whole_pair(a, b, swapped, room)
            ),
            "A pair that fits exactly is left out",
        ),
        (lambda a, b, swapped, room: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_slips_of_the_friend_are_named(given, said, capsys):
    assert bugs.pairs_of_friend(given) is bugs.whole_pair
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("mended", [bugs.whole_pair, cut_after])
def test_what_tells_no_order_is_right(mended, capsys):
    assert bugs.pairs_of_friend(mended) is mended
    assert "right" in capsys.readouterr().out


def test_to_leave_out_by_order_is_a_slip(capsys):
    def some(first, second, swapped, room):
        fits = len(first) + len(second) <= room
        return bugs.whole_pair(first, second, swapped, room if fits or not swapped else 1000)

    assert bugs.pairs_of_friend(some) is bugs.whole_pair
    assert "where 12 fit" in capsys.readouterr().out

    def early(first, second, swapped, room):
        if swapped and len(first) + len(second) > room:
            return cut_after(first, second, True, room)
        return bugs.whole_pair(first, second, swapped, room)

    assert bugs.pairs_of_friend(early) is bugs.whole_pair
    said = capsys.readouterr().out
    assert "must not depend on its order" in said or "Which rule" in said


def test_a_mark_tells_the_order_of_cut_pairs(monkeypatch):
    neighbors = (("一二三四五六七八九十。", "甲乙丙丁戊己庚辛壬癸。"),) * 3
    monkeypatch.setattr(bugs, "neighbors", lambda: neighbors)
    assert bugs.told_by_a_mark(bugs.of_friend, 12) == (6, 1.0)
    assert bugs.told_by_a_mark(bugs.whole_pair, 30) == (6, 0.5)
    assert bugs.told_by_a_mark(bugs.whole_pair, 12) == (0, 0.0)
    assert bugs.told_by_a_mark(bugs.changed_first, 12) == (6, 0.5)
    assert bugs.changed_first("abc", "def", True, 4) == cut_after("abc", "def", True, 4)


# --- the page ------------------------------------------------------------------------------------


def test_a_page_marks_what_is_replaced():
    same, other = Piece("天", "天", False, 0.1), Piece("田", "天", True, 0.7)
    assert "Nothing was replaced" in page([same])
    shown = page([same, other])
    assert shown.count("3px solid") == 1 and "70%" in shown
    assert "Among the 1 most suspicious: 1 of them" in shown
    missed = page([Piece("天", "天", False, 0.9), other])
    assert "Among the 1 most suspicious: 0 of them" in missed


def test_what_cannot_be_read_is_said():
    def refuse(text, draw):
        raise ValueError(f"expected a text, got {text}")

    assert "expected a text, got &lt;b&gt;" in checked(refuse)("<b>", 0)
