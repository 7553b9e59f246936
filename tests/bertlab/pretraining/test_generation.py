"""Filling gaps and sampling: by hand, beside transformers' pipeline, and with bad input."""

import math
from collections import Counter

import pytest
import torch
import transformers

from bertlab.model.tasks import BertForMaskedLM, BertForPreTraining
from bertlab.pretraining.generation import fill_mask, gibbs_sample
from tests.toy_pretraining import NUM_SPECIALS, tiny_config, toy_tokenizer

TOKENIZER = toy_tokenizer(30)
TEXT = "w3 [MASK] w7 w9 [MASK] w2"


def tiny_model(kind=BertForPreTraining, dropout=0.0):
    """Random weights of ordinary size, so that probabilities differ."""
    with torch.random.fork_rng():
        torch.manual_seed(3)
        model = kind(tiny_config(dropout)).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.3 * torch.randn(parameter.shape))
    return model


def fixed_model(probabilities):
    """A model that says the same at every place, whatever it reads: only the bias speaks."""
    model = tiny_model()
    with torch.no_grad():
        model.masked_lm.norm.weight.zero_()
        model.masked_lm.norm.bias.zero_()
        model.masked_lm.bias.fill_(-30.0)
        for piece, probability in probabilities.items():
            model.masked_lm.bias[TOKENIZER.ids[piece]] = math.log(probability)
    return model


@pytest.mark.parametrize("kind", [BertForPreTraining, BertForMaskedLM])
def test_gaps_are_filled_as_the_pipeline_fills_them(kind, tmp_path):
    model = tiny_model(kind)
    model.save_pretrained(tmp_path)
    TOKENIZER.save(tmp_path)
    theirs = transformers.pipeline(
        "fill-mask",
        model=transformers.AutoModelForMaskedLM.from_pretrained(tmp_path),
        tokenizer=transformers.AutoTokenizer.from_pretrained(tmp_path),
    )
    ours = fill_mask(model, TOKENIZER, TEXT, top=7)
    expected = theirs(TEXT, top_k=7)
    assert [len(gap) for gap in ours] == [7, 7]
    for gap, rows in zip(ours, expected, strict=True):
        assert [candidate.id for candidate in gap] == [row["token"] for row in rows]
        assert [candidate.piece for candidate in gap] == [row["token_str"] for row in rows]
        for candidate, row in zip(gap, rows, strict=True):
            assert abs(candidate.probability - row["score"]) < 1e-5


def test_all_candidates_share_one():
    for gap in fill_mask(tiny_model(), TOKENIZER, TEXT, top=35):
        assert math.isclose(math.fsum(c.probability for c in gap), 1.0, abs_tol=1e-5)
        falling = [c.probability for c in gap]
        assert falling == sorted(falling, reverse=True)


def test_candidates_by_hand():
    model = fixed_model({"w4": 0.5, "w11": 0.3, "[SEP]": 0.2})
    (gap,) = fill_mask(model, TOKENIZER, "w1 [MASK]", top=3)
    assert [c.piece for c in gap] == ["w4", "w11", "[SEP]"]
    assert [round(c.probability, 4) for c in gap] == [0.5, 0.3, 0.2]


def test_dropout_is_off_while_gaps_are_filled_and_on_afterwards():
    model = tiny_model(dropout=0.4).train()
    assert fill_mask(model, TOKENIZER, TEXT) == fill_mask(model, TOKENIZER, TEXT)
    assert model.training


def test_samples_follow_the_models_probabilities_and_hold_no_specials():
    """Of w4, w11 and [SEP], the last is never drawn, and the others share its part."""
    model = fixed_model({"w4": 0.4, "w11": 0.2, "[SEP]": 0.4})
    texts = gibbs_sample(model, TOKENIZER, "w1 [MASK] [MASK]", sweeps=400, seed=1)
    assert len(texts) == 400
    drawn = Counter(word for text in texts for word in text.split()[1:])
    assert all(text.split()[0] == "w1" for text in texts)
    assert set(drawn) == {"w4", "w11"}
    assert abs(drawn["w4"] / 800 - 2 / 3) < 4 * math.sqrt(2 / 9 / 800)


def test_a_low_temperature_takes_the_likeliest():
    model = fixed_model({"w4": 0.55, "w11": 0.45})
    texts = gibbs_sample(model, TOKENIZER, "[MASK] [MASK]", sweeps=20, temperature=0.01)
    assert set(texts) == {"w4 w4"}


def test_the_piece_itself_is_hidden_and_the_others_are_seen():
    """The model is asked with one [MASK], and all that was drawn before around it."""
    model, asked = tiny_model(), []
    plain = model.bert.forward

    def watched(input_ids, *rest):
        asked.append(input_ids[0].clone())
        return plain(input_ids, *rest)

    model.bert.forward = watched
    gibbs_sample(model, TOKENIZER, "w3 [MASK] [MASK] [MASK]", sweeps=7, seed=2)
    gaps = [set((ids == TOKENIZER.mask_id).nonzero().flatten().tolist()) for ids in asked]
    assert [len(places) for places in gaps] == [3, 2, 1] + [1] * 18
    sweeps = [gaps[first : first + 3] for first in range(3, 21, 3)]
    assert all(set.union(*sweep) == {2, 3, 4} for sweep in sweeps)  # each place once
    assert len({tuple(min(places) for places in sweep) for sweep in sweeps}) > 1
    assert all(ids[1] == NUM_SPECIALS + 3 for ids in asked)


def test_samples_repeat_with_the_seed_alone():
    model = tiny_model()
    state = torch.get_rng_state()
    first = gibbs_sample(model, TOKENIZER, TEXT, sweeps=4, seed=5)
    assert torch.equal(torch.get_rng_state(), state)
    assert first == gibbs_sample(model, TOKENIZER, TEXT, sweeps=4, seed=5)
    assert first != gibbs_sample(model, TOKENIZER, TEXT, sweeps=4, seed=6)
    assert first[:2] == gibbs_sample(model, TOKENIZER, TEXT, sweeps=2, seed=5)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: fill_mask(m, TOKENIZER, "w1 w2"), r"expected a text with \[MASK\].*'w1 w2'"),
        (lambda m: fill_mask(m, TOKENIZER, "[MASK]", top=0), "from 1 to 35 pieces, got 0"),
        (lambda m: fill_mask(m, TOKENIZER, "[MASK]", top=36), "from 1 to 35 pieces, got 36"),
        (lambda m: fill_mask(m, TOKENIZER, "[MASK] " * 16), "up to 17 pieces, got 18"),
        (lambda m: fill_mask(m, toy_tokenizer(31), "[MASK]"), "35 pieces, the tokenizer 36"),
        (lambda m: gibbs_sample(m, TOKENIZER, "w1"), r"expected a text with \[MASK\]"),
        (lambda m: gibbs_sample(m, TOKENIZER, "[MASK]", sweeps=0), "at least 1 sweep, got 0"),
        (lambda m: gibbs_sample(m, TOKENIZER, "[MASK]", temperature=0.0), "above 0, got 0.0"),
        (lambda m: gibbs_sample(m, TOKENIZER, "[MASK]", temperature=math.nan), "above 0, got nan"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call(tiny_model())
