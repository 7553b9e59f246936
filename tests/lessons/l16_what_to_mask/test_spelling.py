"""Spelling: sentences, untrained correctors, and the recorded run computed again."""

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from bertlab.datasets import peoples_daily
from bertlab.model.tasks import BertForMaskedLM
from lessons.l16_what_to_mask.experiments import spelling as experiment
from lessons.l16_what_to_mask.spelling import measures, oracle, recorded, sentences
from lessons.l16_what_to_mask.spelling.corrector import SpellingCorrector
from lessons.l16_what_to_mask.spelling.scoring import count, score

PARTS = ("train", "validation", "test")


@pytest.fixture(scope="module")
def results() -> dict:
    return recorded.run()["results"]


def test_sentences_are_whole_known_and_in_one_part():
    vocabulary = sentences.tokenizer().ids
    for part in PARTS:
        lines = {line.text for line in getattr(peoples_daily(), part)}
        for sentence in sentences.sentences(part)[:200]:
            assert 8 <= len(sentence) <= 62 and any(sentence in line for line in lines)
            assert sentences.tokenizer().unk_id not in sentences.tokenizer().text_ids(sentence)
    train, validation, test = (set(sentences.sentences(part)) for part in PARTS)
    assert not train & validation and not train & test
    assert len(vocabulary) == 4000 and len(train) > 28_000


def test_data_are_drawn_by_a_seed():
    first, again, other = (sentences.data("test", 40, seed) for seed in (5, 5, 6))
    assert first.shown == again.shown and first.right != other.right
    with pytest.raises(ValueError, match=r"expected at most \d+ sentences of test, got 9999"):
        sentences.data("test", 9999, 0)


def test_homophones_of_the_newspaper_are_characters_that_are_read_alike():
    homophones, tokenizer = sentences.homophones(), sentences.tokenizer()
    names = [tokenizer.vocabulary[i] for i in homophones.of(tokenizer.ids["是"])]
    assert names[:3] == ["市", "时", "实"] and "是" not in names
    chinese = homophones.has_any.nonzero()[0]
    assert all("\u4e00" <= tokenizer.vocabulary[i] <= "\u9fff" for i in chinese)


def test_the_best_by_counts_equals_a_loop():
    rows = sentences.data("validation", 12, 3).shown
    counts = sentences.PairCounts(["国家国家国际", "加工", "国家机关"])
    homophones, frequency = sentences.homophones(), sentences.homophones().frequency + 0.5
    found = sentences.best_by_counts(rows, counts)
    for row, best in zip(rows, found, strict=True):
        for position, piece in enumerate(row):
            before = row[position - 1] if position else sentences.tokenizer().cls_id
            chances = {}
            for i in (piece, *homophones.of(piece).tolist()):
                alone = frequency[i] / frequency.sum()
                chances[i] = (counts.pairs[before, i] + alone) / (counts.befores[before] + 1)
            others = {i: chance for i, chance in chances.items() if i != piece}
            if not others:
                assert best[position].tolist() == [-np.inf, -np.inf]
                continue
            likeliest = max(others.values())
            assert others[int(best[position, 0])] == pytest.approx(likeliest)
            assert best[position, 1] == pytest.approx(np.log(likeliest / chances[piece]))


def test_hiding_guesses_each_character_from_the_others():
    model = BertForMaskedLM.from_pretrained(sentences.NAME)
    tokenizer, homophones = sentences.tokenizer(), sentences.homophones()
    rows = [tokenizer.text_ids("埃及有金子塔。"), tokenizer.text_ids("我们在北京见面")]
    found = sentences.best_by_hiding(rows, model, batch_size=5)
    for row, best in zip(rows, found, strict=True):
        for position, piece in enumerate(row):
            if not homophones.has_any[piece]:
                continue
            ids = torch.tensor([[tokenizer.cls_id, *row, tokenizer.sep_id]])
            ids[0, position + 1] = tokenizer.mask_id
            with torch.no_grad():
                logits = model(ids)[0, position + 1]
            others = homophones.of(piece)
            assert best[position, 1] == pytest.approx(
                float(logits[others].max() - logits[piece]), abs=1e-4
            )


def test_a_margin_is_chosen_on_what_it_is_given():
    part = sentences.data("validation", 30, 3)
    counts = sentences.PairCounts(line.text for line in peoples_daily().train[:2000])
    found = sentences.best_by_counts(part.shown, counts)
    margins = [0.0, 3.0, 6.0, 40.0]
    best = sentences.best_margin(part, found, margins)
    f1 = {
        margin: score(
            count(part.right, part.shown, sentences.with_changes(part.shown, found, margin))
        ).f1
        for margin in margins
    }
    assert f1[best] == max(f1.values())
    assert sentences.with_changes(part.shown, found, 40.0) == part.shown


def test_changes_are_kept_and_come_back():
    part = sentences.data("test", 20, 5)
    kept = measures.sparse(part, part.right)
    assert measures.dense(part, kept["places"], kept["pieces"]) == part.right
    wrong = sum(
        old != new
        for both in zip(part.right, part.shown, strict=True)
        for old, new in zip(*both, strict=True)
    )
    assert len(kept["places"]) == wrong > 0


def test_recorded_scores_are_those_of_the_changes_that_are_kept(results):
    for arm, ways in results["scores"].items():
        for asked, of_seeds in ways.items():
            found = [score(counts) for counts in recorded.counts_of(arm, asked)]
            for scores, known in zip(found, of_seeds, strict=True):
                expected = [*known["correction"], known["false_alarms"]]
                assert 100 * np.array(scores) == pytest.approx(expected, abs=0.006)
    assert set(results["scores"]) == {*experiment.ARMS, *measures.UNTRAINED}


def test_every_kept_change_belongs_to_a_corrector(results):
    names = {name.rsplit("/", 1)[0] for name in load_file(experiment.KEPT)}
    expected = {
        f"{arm}/{seed}/{asked}"
        for arm, ways in results["scores"].items()
        for asked, of_seeds in ways.items()
        for seed in range(len(of_seeds))
    }
    assert names == expected


def test_the_trap_of_rare_characters_is_the_recorded_one(results):
    part = recorded.test_sentences()
    assert measures.rarest_found(part) == results["rarest"]["by frequency"]
    alike = sentences.data("test", *experiment.CONFIGURATION["test"], by_frequency=False)
    assert measures.rarest_found(alike) == results["rarest"]["alike"]
    assert results["rarest"]["alike"] > 2 * results["rarest"]["by frequency"]
    assert results["errors"] == sum(
        counts[0] for counts in count(part.right, part.shown, part.shown)
    )


def test_counting_again_changes_what_the_run_changed(results):
    part = recorded.test_sentences()
    counts = sentences.PairCounts(line.text for line in peoples_daily().train)
    best = sentences.best_by_counts(part.shown, counts)
    answers = sentences.with_changes(part.shown, best, results["margins"]["counts"])
    again = score(count(part.right, part.shown, answers))[:3]
    assert 100 * np.array(again) == pytest.approx(
        results["scores"]["counts"]["homophones"][0]["correction"], abs=0.006
    )


def test_the_checkpoint_is_the_recorded_model():
    part, kept = recorded.test_sentences(), load_file(experiment.KEPT)
    known = measures.dense(part, kept["soft mask/0/free/places"], kept["soft mask/0/free/pieces"])
    model = SpellingCorrector.from_pretrained("zh-spelling").model
    part.right, part.shown, part.lengths = part.right[:60], part.shown[:60], part.lengths[:60]
    try:
        answers = measures.read(model, part)
    finally:
        recorded.test_sentences.cache_clear()
    same = [a == b for x, y in zip(answers, known, strict=False) for a, b in zip(x, y, strict=True)]
    assert np.mean(same) > 0.998


def test_scores_have_intervals_and_differences_are_paired():
    difference = recorded.f1_difference("soft mask", "fine-tuned")
    first, second = (recorded.f1(variant) for variant in ("soft mask", "fine-tuned"))
    assert difference.mean == pytest.approx(first.mean - second.mean)
    assert first.low <= first.mean <= first.high
    assert difference.low < difference.mean < difference.high
    assert np.mean(first.seeds) == pytest.approx(first.mean)
    same = recorded.f1_difference("soft mask", "soft mask")
    assert same[:3] == pytest.approx((0, 0, 0), abs=1e-12)
    assert len(recorded.f1("hiding").seeds) == 1


def test_a_strict_hiding_has_few_of_its_changes_and_a_margin_from_other_sentences(results):
    model = oracle.plain_bert()
    part, margin = recorded.test_sentences(), results["margins"]["hiding"]
    numbers = [*range(8), 700, 701]
    changes = recorded._changes_by_hiding(model, numbers)
    rows = [part.shown[number] for number in numbers]
    for ours, whole in zip(changes, sentences.best_by_hiding(rows, model), strict=True):
        assert ((ours[:, 1] > margin) == (whole[:, 1] > margin)).all()
        there = ours[:, 1] > margin
        assert ours[there] == pytest.approx(whole[there], abs=1e-3)
    strict = recorded.strict_hiding(model, ("soft mask",), 1400)
    assert strict.margin >= margin
    difference = strict.rates["hiding"][1] - strict.rates["soft mask"][1]
    assert strict.recall_differences["soft mask"].mean == pytest.approx(difference)
    rest = list(range(1400, 1500))
    right, shown = ([rows[number] for number in rest] for rows in (part.right, part.shown))
    changes = recorded._changes_by_hiding(model, rest)
    most = np.mean([score(each[rest]).false_alarms for each in recorded.counts_of("soft mask")])
    alarms = {
        each: score(count(right, shown, sentences.with_changes(shown, changes, each))).false_alarms
        for each in experiment.CONFIGURATION["margins"]
        if margin <= each <= strict.margin
    }
    assert alarms.pop(strict.margin) <= most and all(each > most for each in alarms.values())


def soft_mask(words, mask, wrong):
    return torch.lerp(words, mask.expand_as(words), wrong[:, None])


@torch.no_grad()
def test_a_reader_through_a_students_function_is_the_model():
    batch, p = oracle.suspicions()[0]
    readers = oracle.readers()
    found = oracle.logits_of(readers["its own p"], soft_mask, batch, p)
    visible = batch.attention_mask.bool()
    expected = oracle.corrector().model(*batch[:3]).correction
    assert torch.allclose(found[visible], expected[visible], atol=1e-3)
    ids = batch.input_ids.masked_fill(batch.is_wrong.bool(), sentences.tokenizer().mask_id)
    hidden = oracle.plain_bert()(ids, *batch[1:3])
    found = oracle.logits_of(readers["oracle, not fine-tuned"], soft_mask, batch, p)
    assert torch.allclose(found[visible], hidden[visible], atol=1e-3)


def test_what_a_reader_mends_and_spoils_is_counted_by_homophones(monkeypatch):
    batch, p = oracle.suspicions()[0]
    monkeypatch.setattr(oracle, "suspicions", lambda: [(batch, p)])
    V, reader = len(sentences.tokenizer().vocabulary), oracle.readers()["oracle"]
    wrong, right = int(batch.is_wrong.sum()), int(oracle.is_right(batch).sum())
    for ids, expected in ((batch.right_ids, (wrong, 0)), (batch.input_ids, (0, 0))):
        logits = torch.nn.functional.one_hot(ids.clamp(min=0), V).float()
        monkeypatch.setattr(oracle, "logits_of", lambda *_, logits=logits: logits)
        assert oracle.score(reader, soft_mask) == expected
    assert 0 < wrong < right / 10
