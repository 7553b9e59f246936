"""The recorded runs: scores computed again from what is kept, and slices that still run."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from bertlab.finetuning.entities import entity_scores
from bertlab.probing import cloze, names, news
from bertlab.probing.names import KINDS
from bertlab.statistics import f1_of
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l16_what_to_mask import learners
from lessons.l16_what_to_mask import recorded as room
from lessons.l16_what_to_mask.experiments import similar_words, what_to_mask
from lessons.l16_what_to_mask.learners import ARMS, START
from workbook.records import recorded

CONFIGURATION = what_to_mask.CONFIGURATION
SEEDS = CONFIGURATION["seeds"]


@pytest.fixture(scope="module")
def kept():
    return load_file(what_to_mask.KEPT)


@pytest.fixture(scope="module")
def named():
    return news.named_lines("test", CONFIGURATION["named_lines"]["test"], 128)


def tags_of(packed, texts):
    """Names as BIO tags again, text by text."""
    flat = ["O"] * sum(len(text.tags) for text in texts)
    for name in packed.tolist():
        start, length, kind = name // 4096, name % 4096 // 4, KINDS[name % 4]
        flat[start : start + length] = [f"B-{kind}"] + [f"I-{kind}"] * (length - 1)
    ends = np.cumsum([0, *(len(text.tags) for text in texts)])
    return [tuple(flat[a:b]) for a, b in pairwise(ends)]


def test_names_that_are_kept_have_the_recorded_scores(kept, named):
    results = recorded("what_to_mask")["results"]
    assert tuple(results) == (START, *ARMS)
    wanted = [text.tags for text in named.texts]
    for arm, of_seeds in results.items():
        for seed, entries in zip(SEEDS, of_seeds, strict=True):
            packed = kept[f"{arm}/{seed}/names"]
            found = entity_scores(wanted, tags_of(packed, named.texts))
            for kind, score in found.items():
                assert score._asdict() == pytest.approx(entries["test"][kind], abs=1e-4)
            counts = names.name_counts(packed, named)
            assert float(f1_of(counts)) == pytest.approx(found["all"].f1)
            assert counts.sum(axis=0)[2] == found["all"].support


def test_guesses_that_are_kept_have_the_recorded_proportions(kept):
    results = recorded("what_to_mask")["results"]
    for way, data in what_to_mask.held_out(CONFIGURATION).items():
        wanted = cloze.targets(data, CONFIGURATION["cloze"])
        for arm, of_seeds in results.items():
            for seed, entries in zip(SEEDS, of_seeds, strict=True):
                right = (kept[f"{arm}/{seed}/{way}"] == wanted).double().mean().item()
                assert right == pytest.approx(entries["cloze"][way], abs=1e-4)


def test_all_arms_had_as_many_characters_to_guess():
    results = recorded("what_to_mask")["results"]
    for number in range(len(SEEDS)):
        assert len({results[arm][number]["hidden"] for arm in ARMS}) == 1
        assert results[START][number]["hidden"] == 0


def test_the_table_of_similar_words_fits_its_masker():
    results = recorded("similar_words")["results"]
    table = similar_words.table_of(results)
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    for word, others in table.items():
        sizes = {len(tokenizer.text_ids(other)) for other in others}
        assert sizes == {len(tokenizer.text_ids(word))}
        assert word not in others and len(set(others)) == len(others)
        assert len(others) <= similar_words.CONFIGURATION["neighbors"]
    assert 0 < results["same_tag"] < results["known"] < 1


# --- learners ------------------------------------------------------------------------------------


def test_every_arm_reads_the_same_lines_and_has_its_own_masks():
    data = news.masked_news("validation", 48, 0, 80)
    hidden = {}
    for arm in ARMS:
        for stage, masker in enumerate(learners.maskers_of(arm, news.tokenizer(), {})):
            other = data.masked_by(masker)
            assert other.order(2, 4) == data.order(2, 4)
            batch = other.batch(other.order(2, 4))
            hidden[arm, stage] = tuple(batch.positions.tolist())
            ids = batch.input_ids.flatten()
            ids[batch.positions] = batch.targets
            assert torch.equal(ids, texts_in(data))
    assert len({len(places) for places in hidden.values()}) == 1, "equal numbers"
    assert len(hidden) == 8
    assert len(set(hidden.values())) == 5, (
        "ERNIE begins as plain, goes on with words; two SpanBERTs"
    )


def texts_in(data):
    batch = data.batch(data.order(2, 4))
    ids = batch.input_ids.flatten()
    ids[batch.positions] = batch.targets
    return ids


def test_unknown_arms():
    with pytest.raises(
        ValueError, match=r"expected an arm among plain, whole words, .*, got 'BERT'"
    ):
        learners.maskers_of("BERT", news.tokenizer(), {})


def test_ernies_stages_share_the_steps(monkeypatch):
    seen = []

    def watch(objective, draw, config):
        for step in range(config.steps):
            (batch,) = draw(step, 0, 1)
            seen.append(batch.positions.tolist())

    monkeypatch.setattr(learners, "train", watch)
    data = news.masked_news("validation", 48, 0, 80)
    config = learners.TrainConfig(steps=6, batch_size=3)
    learned = learners.learn("ERNIE 1.0", data, config, {})
    assert learned.hidden == sum(map(len, seen))
    maskers = learners.maskers_of("ERNIE 1.0", news.tokenizer(), {})
    for step, places in enumerate(seen):
        stage = data.masked_by(maskers[step // 2])
        assert stage.batch(stage.order(step, 3)).positions.tolist() == places


# --- the clozes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["single characters", "whole words"])
def test_a_cloze_is_scored_where_a_mask_stands(way):
    data, number = what_to_mask.held_out(CONFIGURATION)[way], CONFIGURATION["cloze"]
    answers, examples, hidden = room._questions(way)
    assert torch.equal(answers, cloze.targets(data, number))
    assert examples == cloze.examples_of(data, number)
    masked = [batch.input_ids.flatten()[batch.positions] for batch in cloze.batches(data, number)]
    assert hidden.tolist() == (torch.cat(masked) == news.tokenizer().mask_id).tolist()
    assert 0.75 < hidden.mean() < 0.85
    scores = {variant: room.cloze_score(variant, way) for variant in ("plain", "start")}
    for variant, score in scores.items():
        assert score.seeds == pytest.approx(room._is_right(variant, way)[:, hidden].mean(axis=1))
    difference = room.cloze_difference("plain", way, "start")
    assert difference.mean == pytest.approx(scores["plain"].mean - scores["start"].mean)
    assert difference.low < difference.mean < difference.high
