"""The recorded runs: scores computed again from what is kept, and slices that still run."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from bertlab.finetuning.entities import entity_scores
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.masking import Masked, Unit
from bertlab.probing import cloze, leads, names, news
from bertlab.probing.names import KINDS
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l16_what_to_mask import findings, learners
from lessons.l16_what_to_mask.experiments import similar_words, what_to_mask
from lessons.l16_what_to_mask.learners import ARMS, START
from tests.toy_pretraining import tiny_config
from workbook.records import recorded, run_slice

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
            assert float(leads.f1_of(counts)) == pytest.approx(found["all"].f1)
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


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["similar_words", "what_to_mask"])
def test_slices_run(name):
    live, kept = run_slice(name), recorded(name)["results"]
    assert live.keys() <= kept.keys()


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


# --- the state of an interrupted run -------------------------------------------------------------


def test_what_is_done_is_read_back(tmp_path, monkeypatch):
    monkeypatch.setattr(what_to_mask, "STATE", tmp_path)
    calls = []

    def learn(arm, data, config, similar):
        calls.append((arm, config.seed))
        torch.manual_seed(config.seed)
        return learners.Learned(BertForMaskedLM(tiny_config()).eval(), 3)

    def ask(learned, seed, configuration):
        numbers = learned.model.masked_lm.dense.weight.flatten()[:4]
        return {"hidden": learned.hidden}, {"names": numbers.detach().clone()}

    monkeypatch.setattr(what_to_mask, "learn", learn)
    monkeypatch.setattr(what_to_mask, "_asked", ask)
    monkeypatch.setattr(what_to_mask, "masked_news", lambda *_: None)
    settings = {**CONFIGURATION, "keep": True}
    first = what_to_mask.part("SpanBERT spans", 2, settings)
    again = what_to_mask.part("SpanBERT spans", 2, settings)
    assert calls == [("SpanBERT spans", 2)]
    assert first[0] == again[0] and torch.equal(first[1]["names"], again[1]["names"])
    what_to_mask.part("SpanBERT spans", 2, {**settings, "keep": False})
    assert len(calls) == 2, "a slice neither reads nor writes"
    with pytest.raises(ValueError, match="was made with other settings"):
        what_to_mask.part("SpanBERT spans", 2, {**settings, "cloze": 7})
    (tmp_path / "SpanBERT spans-2.json").unlink()
    asked_again = what_to_mask.part("SpanBERT spans", 2, {**settings, "cloze": 7})
    assert len(calls) == 2, "the model is there, and is asked other things"
    assert torch.equal(asked_again[1]["names"], first[1]["names"])
    with pytest.raises(ValueError, match="was made with other settings"):
        what_to_mask.learned_by("SpanBERT spans", 2, {**settings, "max_length": 64})


# --- learners ------------------------------------------------------------------------------------


def test_every_arm_reads_the_same_lines_and_has_its_own_masks():
    data = news.masked_news("validation", 48, 0, 80)
    hidden = {}
    for arm in ARMS:
        for stage, masker in enumerate(learners.maskers_of(arm, news.tokenizer(), {})):
            other = data.masked_by(masker)
            assert other.order(2, 4) == data.order(2, 4)
            batch = other.batch(other.order(2, 4))
            hidden[arm, stage] = tuple(batch.places.tolist())
            ids = batch.input_ids.flatten()
            ids[batch.places] = batch.targets
            assert torch.equal(ids, texts_in(data))
    assert len({len(places) for places in hidden.values()}) == 1, "equal numbers"
    assert len(hidden) == 8
    assert len(set(hidden.values())) == 5, (
        "ERNIE begins as plain, goes on with words; two SpanBERTs"
    )


def texts_in(data):
    batch = data.batch(data.order(2, 4))
    ids = batch.input_ids.flatten()
    ids[batch.places] = batch.targets
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
            seen.append(batch.places.tolist())

    monkeypatch.setattr(learners, "train", watch)
    data = news.masked_news("validation", 48, 0, 80)
    config = learners.TrainConfig(steps=6, batch_size=3)
    learned = learners.learn("ERNIE 1.0", data, config, {})
    assert learned.hidden == sum(map(len, seen))
    maskers = learners.maskers_of("ERNIE 1.0", news.tokenizer(), {})
    for step, places in enumerate(seen):
        stage = data.masked_by(maskers[step // 2])
        assert stage.batch(stage.order(step, 3)).places.tolist() == places


# --- the first riddle again ----------------------------------------------------------------------


@pytest.mark.parametrize("way", ["single characters", "whole words"])
def test_riddles_are_told_for_the_places_that_were_asked(way):
    data = what_to_mask.held_out(CONFIGURATION)[way]
    wanted, examples, riddles = findings._asked(way)
    assert torch.equal(wanted, cloze.targets(data, CONFIGURATION["cloze"]))
    assert examples == cloze.examples_of(data, CONFIGURATION["cloze"])
    assert len(riddles) == len(wanted)


def test_what_a_hidden_place_asks():
    mask = news.tokenizer().mask_id
    units = [Unit(1, 3, "word"), Unit(3, 5, "word"), Unit(5, 6, "word"), Unit(6, 8, "word")]
    shown = np.array([1, mask, 11, mask, mask, mask, mask, 17, 18, 2])
    places = np.array([1, 3, 4, 5, 6, 7, 8])
    targets = np.array([10, 12, 13, 14, 15, 17, 99])
    found = findings._riddles(Masked(shown, places, targets), units)
    assert found == ["half", "both", "", "one", "", "shown", "shown"]


def test_a_riddle_is_scored_where_it_is_asked():
    _, _, riddles = findings._asked("whole words")
    for arm in ("plain", "whole words"):
        right = findings._right(arm, "whole words")
        assert findings.riddle_score(arm, "one") == right[:, riddles == "one"].mean()
    at_mask = riddles != findings.SHOWN
    assert findings.riddle_part("one") == (riddles[at_mask] == "one").mean()
    assert findings.cloze_score("plain", "whole words").seeds == pytest.approx(
        findings._right("plain", "whole words")[:, at_mask].mean(axis=1)
    )
    ahead = findings.cloze_lead("plain", "whole words", "start").mean
    scores = (findings.cloze_score(arm, "whole words").mean for arm in ("plain", "start"))
    assert ahead == pytest.approx(next(scores) - next(scores))
    lead = findings.riddle_lead("whole words", "one")
    apart = findings.riddle_score("whole words", "one") - findings.riddle_score("plain", "one")
    assert lead.mean == pytest.approx(apart) and lead.low < apart < lead.high


def test_our_spans_are_shorter_than_those_that_are_drawn():
    assert 1 < findings.mean_span(20) < 3.8
