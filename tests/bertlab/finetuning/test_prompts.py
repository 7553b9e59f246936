"""Clozes: patterns, words for labels, slots that are trained, thresholds, and what is refused."""

import math

import pytest
import torch
import transformers
from hypothesis import given
from hypothesis import strategies as st

from bertlab.finetuning.calibration import calibrate, center_at_median
from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.patterns import ClozeTexts, Pattern, verbalizer_ids
from bertlab.finetuning.prompts import ClozeClassifier, ClozeObjective
from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import train
from tests.toy_pretraining import tiny_config, toy_tokenizer

TOKENIZER = toy_tokenizer(30)
WORDS = {"low": ["w0", "w1"], "high": ["w2"], "none": ["w3", "w4", "w5"]}
PLAIN, SLOTS = "w6 {} w7 [MASK] w8", "[1] [2] {} w7 [3] [MASK]"
TEXTS = ["w9", "w10 w11 w12", "w13 w14"]


def toy_model(dtype=torch.float32):
    """Weights of ordinary size: in fresh ones mistakes hide."""
    with torch.random.fork_rng():
        torch.manual_seed(3)
        model = BertForMaskedLM(tiny_config(0.0)).to(dtype)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.2 * torch.randn(parameter.shape).to(dtype))
    return model.eval()


def cloze(template=PLAIN, dtype=torch.float32, **options):
    model, pattern = toy_model(dtype), Pattern(template, TOKENIZER)
    return ClozeClassifier(model, pattern, WORDS, **options).eval()


def data_for(model, texts=TEXTS, labels=None, **options):
    labels = [number % 3 for number in range(len(texts))] if labels is None else labels
    options = {"num_classes": 3, "max_length": 17, **options}
    return ClozeTexts(texts, labels, model.pattern, **options)


def pieces(encoded):
    return " ".join(TOKENIZER.vocabulary[i] for i in encoded.input_ids)


# --- patterns


def test_a_text_stands_in_its_pattern():
    assert pieces(Pattern(PLAIN, TOKENIZER).encode("w9 w9")) == (
        "[CLS] w6 w9 w9 w7 [MASK] w8 [SEP]"
    )
    assert pieces(Pattern(SLOTS, TOKENIZER).encode("w9")) == (
        "[CLS] [PAD] [PAD] w9 w7 [PAD] [MASK] [SEP]"
    )


def test_a_pattern_in_chinese():
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-zh")
    ids = Pattern("{}总之很[MASK]。", tokenizer).encode("这本书好看", 10).input_ids
    found = [tokenizer.vocabulary[i] for i in ids]
    assert found == ["[CLS]", *"这本书总之很", "[MASK]", "。", "[SEP]"]
    assert verbalizer_ids({"差": ["差", "烂"], "好": ["好"]}, tokenizer)[1] == [tokenizer.ids["好"]]


@given(st.integers(0, 40), st.integers(7, 30))
def test_a_text_that_is_too_long_keeps_its_beginning_and_the_whole_pattern(number, most):
    words = [f"w{9 + i % 20}" for i in range(number)]
    found = pieces(Pattern(PLAIN, TOKENIZER).encode(" ".join(words), most)).split()
    kept = min(number, most - 6)
    assert found == ["[CLS]", "w6", *words[:kept], "w7", "[MASK]", "w8", "[SEP]"]


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("w1 {} w2", r"expected \[MASK\] once, got 0"),
        ("{} [MASK] [MASK]", r"expected \[MASK\] once, got 2"),
        ("w1 [MASK]", "expected {} once, got 0"),
        ("{} {} [MASK]", "expected {} once, got 2"),
        ("[2] {} [1] [MASK]", "in their order"),
        ("[1] {} [1] [MASK]", "in their order"),
        ("{} [SEP] [MASK]", "expected known words, got .*SEP"),
        ("{} nobody [MASK]", "expected known words, got .*UNK"),
    ],
)
def test_a_template_that_is_no_cloze_is_refused(template, message):
    with pytest.raises(ValueError, match=message):
        Pattern(template, TOKENIZER)


def test_what_does_not_fit_a_pattern_is_refused():
    pattern = Pattern(PLAIN, TOKENIZER)
    with pytest.raises(ValueError, match=r"max_length of 7 or more .* got 6"):
        pattern.encode("w9", 6)
    for text in ("w9 [MASK]", "[PAD] w9"):
        with pytest.raises(ValueError, match="expected a text without"):
            pattern.encode(text)
    with pytest.raises(ValueError, match="a pattern takes one text"):
        ClozeTexts(["w9"], [0], pattern, pairs=["w9"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"low": ["w0"]}, "two labels or more"),
        ({"low": ["w0"], "high": []}, "two labels or more"),
        ({"low": ["w0"], "high": ["nobody"]}, "high: expected a word of one piece"),
        ({"low": ["w0"], "high": ["w1 w2"]}, "high: expected a word of one piece"),
        ({"low": ["w0"], "high": ["[MASK]"]}, "high: expected a word of one piece"),
        ({"low": ["w0", "w1"], "high": ["w1"]}, "expected each word once"),
    ],
)
def test_words_that_cannot_stand_for_a_label_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        verbalizer_ids(words, TOKENIZER)


# --- scores


def test_scores_without_training_are_those_of_fill_mask_in_transformers(tmp_path):
    model = cloze(dtype=torch.float64)
    whole = BertForMaskedLM(model.bert.config).double()
    whole.bert, whole.masked_lm = model.bert, model.masked_lm
    whole.save_pretrained(tmp_path)
    theirs = transformers.BertForMaskedLM.from_pretrained(
        tmp_path, attn_implementation="eager", dtype=torch.float64
    ).eval()
    batch = data_for(model).batch([0, 1, 2])
    with torch.no_grad():
        logits = theirs(*batch[:1], batch[2], batch[1]).logits
        gaps = logits[batch.input_ids == TOKENIZER.mask_id]  # (B, V)
        assert torch.allclose(model.gap_logits(*batch.inputs), gaps, rtol=0, atol=1e-12)
        probabilities = gaps.softmax(dim=1)
        for column, words in enumerate(WORDS.values()):
            summed = sum(probabilities[:, TOKENIZER.ids[word]] for word in words)
            assert torch.allclose(model(*batch.inputs)[:, column].exp(), summed, atol=1e-12)


@pytest.mark.parametrize("template", [PLAIN, SLOTS])
def test_padding_and_neighbors_change_nothing(template):
    model = cloze(template, torch.float64)
    data = data_for(model)
    with torch.no_grad():
        together = model(*data.batch([0, 1, 2]).inputs)
        alone = torch.cat([model(*data.batch([i]).inputs) for i in range(3)])
    assert torch.allclose(together, alone, rtol=0, atol=1e-12)
    assert not torch.allclose(together[0], together[1], atol=1e-3)
    assert torch.allclose(logits_of(model, data), together)


def test_slots_that_begin_as_words_answer_as_the_words_do():
    slots = cloze("w6 {} [1] [MASK] [2]", torch.float64, first_words=["w7", "w8"])
    words = cloze(PLAIN, torch.float64)
    with torch.no_grad():
        scores = [model(*data_for(model).batch([0, 1]).inputs) for model in (slots, words)]
        slots.prompts[1, ::2] += 0.5
        moved = slots(*data_for(slots).batch([0, 1]).inputs)
    assert torch.allclose(scores[0], scores[1], rtol=0, atol=1e-12)
    assert not torch.allclose(moved, scores[0], atol=1e-3)


@pytest.mark.parametrize("first", [["w7"], ["w7", "w8", "nobody"]])
def test_first_words_have_to_fit(first):
    with pytest.raises(ValueError, match="first words"):
        cloze(SLOTS, first_words=first)


def test_ids_without_a_gap_or_without_slots_are_refused():
    model = cloze(SLOTS)
    plain = TOKENIZER.batch(["w9 [MASK]"])
    with pytest.raises(ValueError, match="expected texts with 3 slots"):
        model(*plain)
    with pytest.raises(ValueError, match=r"expected texts with 1 \[MASK\]"):
        model(*TOKENIZER.batch(["w9 w9"]))


# --- training


def test_only_slots_learn_when_all_else_is_frozen():
    model = cloze(SLOTS).freeze_all_but_prompts()
    data = data_for(model)
    ClozeObjective(model)(data.batch([0, 1, 2]))["classification"].backward()
    gradients = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
    assert gradients.keys() == {"prompts"}
    assert (gradients["prompts"].abs().sum(dim=1) > 0).all(), "each slot"
    with pytest.raises(ValueError, match="expected a pattern with slots"):
        cloze(PLAIN).freeze_all_but_prompts()


@pytest.mark.parametrize("template", [PLAIN, SLOTS])
def test_a_cloze_learns_like_any_classifier(template):
    model = cloze(template)
    texts = [f"w{20 + number % 3}" for number in range(9)]
    data = data_for(model, texts)
    config = data.config(80, batch_size=3, learning_rate=5e-3, precision="no")
    history = fine_tune(model, data, data, config)
    assert history[-1]["loss"] < 0.3 * history[0]["loss"]
    assert history[-1]["validation_accuracy"] == 1


def test_slots_learn_faster_than_the_rest():
    """The first update of AdamW is as long as the learning rate, element by element."""
    model = cloze(SLOTS)
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    data = data_for(model)
    options = {"weight_decay": 0.0, "warmup": 0.0, "epsilon": 1e-30, "precision": "no"}
    config = data.config(1, batch_size=3, learning_rate=1e-4, **options)
    train(ClozeObjective(model, prompt_factor=20), data.batch_sampler(config), config)
    for name, expected in {"prompts": 2e-3, "masked_lm.dense.weight": 1e-4}.items():
        moved = (model.state_dict()[name] - before[name]).abs().median().item()
        assert moved == pytest.approx(expected, rel=1e-3), name


# --- thresholds


def test_calibration_takes_away_what_nothing_has():
    empty = torch.tensor([[0.75, 0.25], [0.65, 0.35]]).log()  # on average 0.7 and 0.3
    scores = torch.tensor([[0.7, 0.3], [0.6, 0.4], [0.8, 0.2]]).log() - 5.0  # others had the rest
    odds = calibrate(scores, empty).diff(dim=1).squeeze(1)
    expected = [math.log(p / (1 - p)) for p in (0.3, 0.4, 0.2)]
    assert odds.tolist() == pytest.approx([x - math.log(0.3 / 0.7) for x in expected], abs=1e-6)


@given(
    st.lists(st.floats(-9, 9), min_size=1, max_size=15, unique=True).filter(lambda x: len(x) % 2)
)
def test_the_median_is_the_threshold(differences):
    others = torch.tensor([[0.0, x] for x in differences], dtype=torch.float64)
    odds = center_at_median(others, others).diff(dim=1).squeeze(1)
    middle = sorted(range(len(differences)), key=differences.__getitem__)[len(differences) // 2]
    assert odds[middle].item() == pytest.approx(0, abs=1e-12)
    assert (odds > 1e-12).sum() <= len(differences) // 2
