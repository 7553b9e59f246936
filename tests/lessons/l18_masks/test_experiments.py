"""The recorded runs: scores computed again from what is kept."""

import pytest
import torch
from safetensors.torch import load_file

from bertlab.datasets import cmudict
from bertlab.model import BertForMaskedLM
from bertlab.model.writing import DecoderWriter, PrefixWriter
from bertlab.vectors import hits_at_1
from lessons.l18_masks.experiments import noises, pronouncing, reader_writer, simbert, spoken_words
from lessons.l18_masks.learning import pronounced
from lessons.l18_masks.looks import looks
from lessons.l18_masks.words import CLS, PAD, error_rates, tokens
from workbook.records import recorded


def read_back(kept):
    """Ids of answers, (words, 16), as phonemes again."""
    return [tokens([i for i in row if i != PAD]) for row in kept.tolist()]


@pytest.mark.parametrize("experiment", [pronouncing, noises])
def test_answers_that_are_kept_have_the_recorded_errors(experiment):
    kept = load_file(experiment.KEPT)
    words = pronouncing.test_words(experiment.CONFIGURATION["test"])
    results = recorded(experiment.__name__.rpartition(".")[2])["results"]
    assert len(kept) == len(results) and all(len(seeds) == 3 for seeds in results.values())
    for kind, seeds in results.items():
        for answers, entries in zip(kept[kind], seeds, strict=True):
            assert error_rates(read_back(answers), words).items() <= entries.items()


def test_the_finished_network_says_what_was_recorded():
    kept = read_back(load_file(spoken_words.KEPT)["answers"])
    results = recorded("spoken_words")["results"]
    assert error_rates(kept, cmudict().test).items() <= results.items()
    finished = BertForMaskedLM.from_pretrained("spoken-words")
    some = [word.spelling for word in cmudict().test[:100]]
    said = pronounced(PrefixWriter(finished), some)
    assert sum(a == b for a, b in zip(said, kept, strict=False)) >= 99  # near ties may turn


def test_the_small_encoder_decoder_has_the_recorded_errors():
    words = pronouncing.test_words(reader_writer.CONFIGURATION["test"])
    writer = DecoderWriter(reader_writer.stored(), CLS)
    found = error_rates(pronounced(writer, [word.spelling for word in words]), words)
    for name, rate in found.items():
        assert rate == pytest.approx(recorded("reader_writer")["results"][name], abs=0.002)


def test_where_it_looks_are_weights_of_what_it_said():
    seen = looks("jacket")
    assert seen.phonemes == ["JH", "AE", "K", "IH", "T", "[SEP]"] and seen.letters[1:3] == [
        "j",
        "a",
    ]
    assert seen.decoder[0].triu(1).count_nonzero() == 0  # nothing that follows
    for table in (seen.encoder, seen.decoder, seen.cross):
        assert torch.allclose(table.sum(dim=-1), torch.ones(()).double(), atol=1e-3)


def test_partners_that_were_found_are_those_of_the_ranks_that_are_kept():
    kept, results = load_file(simbert.KEPT), recorded("simbert")["results"]
    for arm, seeds in results.items():
        for ranks, entries in zip(kept[arm], seeds, strict=True):
            assert round(hits_at_1(ranks.long()), 4) == entries["found"]
