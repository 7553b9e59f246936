"""A corrector that is stored, loaded, asked all kinds of things, and shown."""

import json
from dataclasses import replace

import pytest
import torch

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l16_what_to_mask.spelling import oracle
from lessons.l16_what_to_mask.spelling.control import both, hiding, page
from lessons.l16_what_to_mask.spelling.corrector import Correction, SpellingCorrector
from lessons.l16_what_to_mask.spelling.soft_masked import SoftMaskedBert
from tests.lessons.l16_what_to_mask.toys import TINY as SIZES

PIECES = [*SPECIALS, *"金字塔子有的在，。", "a", "##b"]
TINY = replace(SIZES, vocab_size=len(PIECES), max_positions=16)


@pytest.fixture
def corrector() -> SpellingCorrector:
    torch.manual_seed(0)
    model = SoftMaskedBert(BertForMaskedLM(TINY), PIECES.index("[MASK]"), detector_size=5)
    return SpellingCorrector(model, WordPieceTokenizer(PIECES))


def test_each_piece_has_its_position(corrector):
    said = corrector.correct("有 金子塔,埃ab。")
    assert [one.start for one in said] == [0, 2, 3, 4, 5, 6, 7, 8, 9]
    assert "".join(one.written for one in said) == "有金子塔,埃ab。"
    assert all(0 < one.error < 1 for one in said)
    for one in said:
        if one.written in "金字塔子有的在":
            assert one.proposed in "金字塔子有的在"
        else:  # what is no Chinese character, or unknown, stays
            assert one.proposed == one.written


def test_proposals_are_those_of_the_model(corrector):
    said = corrector.correct("金子塔")
    batch = corrector.tokenizer.batch(["金子塔"])
    with torch.no_grad():
        found = corrector.model(*batch)
    chinese = [PIECES.index(one) for one in "金字塔子有的在"]
    best = found.correction[0, 1:-1][:, chinese].argmax(dim=-1).tolist()
    assert [one.proposed for one in said] == ["金字塔子有的在"[i] for i in best]
    errors = found.detection[0, 1:-1].sigmoid().tolist()
    assert [one.error for one in said] == pytest.approx(errors)


@pytest.mark.usefixtures("without_annotations")
@pytest.mark.parametrize("text", ["", " ", None, 5, "abc", "，。", b"\xe9", ["金"]])
def test_what_is_no_chinese_text_is_refused(corrector, text):
    with pytest.raises(ValueError, match="expected a text with a Chinese character, got"):
        corrector.correct(text)


def test_what_is_too_long_is_refused(corrector):
    assert len(corrector.correct("金" * 14)) == 14
    with pytest.raises(ValueError, match="at most 14 pieces, got 15; cut the text"):
        corrector.correct("金" * 15)


@pytest.mark.parametrize(
    "text", ["金\0\u202e子", "金[MASK]子", "金<script>", "金\n子\u0301", "金😀"]
)
def test_strange_texts_are_read(corrector, text):
    assert corrector.correct(text)[0].written == "金"


def test_what_is_stored_is_loaded_and_transformers_reads_its_bert(corrector, tmp_path):
    corrector.save_pretrained(tmp_path)
    loaded = SpellingCorrector.from_pretrained(tmp_path)
    for name, tensor in corrector.model.state_dict().items():
        assert torch.equal(loaded.model.state_dict()[name], tensor.half().float())
    assert loaded.tokenizer.vocabulary == corrector.tokenizer.vocabulary
    assert not loaded.model.training
    assert BertConfig.from_hub(json.loads((tmp_path / "config.json").read_text())) == TINY


def test_a_checkpoint_that_is_cut_short_or_not_there_is_refused(corrector, tmp_path):
    corrector.save_pretrained(tmp_path)
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-9])
    with pytest.raises(ValueError, match="bytes, got"):
        SpellingCorrector.from_pretrained(tmp_path)
    with pytest.raises(FileNotFoundError):
        SpellingCorrector.from_pretrained(tmp_path / "nowhere")


def test_a_page_marks_what_is_changed():
    same, changed = Correction(0, "飞", "飞", 0.01), Correction(1, "鸡", "机", 0.3)
    assert "Changed: nothing." in page([same])
    html = page([same, changed])
    assert "Changed: 鸡 → 机." in html and html.count("3px solid") == 1 and "30%" in html


def test_hiding_has_a_row_of_its_own():
    hide = hiding(oracle.plain_bert(), 5.5)
    corrections = hide("飞机在鸡场降落。")
    assert "".join(each.written for each in corrections) == "飞机在鸡场降落。"
    assert "".join(each.proposed for each in corrections) == "飞机在机场降落。"
    assert corrections[3].error > 5.5 and corrections[-1].error == float("-inf")
    html = page(corrections, in_nats=True)
    assert "+8" in html and "inf" not in html and html.count("3px solid") == 1
    rows = both(lambda text: [Correction(0, text, text, 0.5)], hide)("飞机在鸡场降落。")
    assert "50%" in rows and "Changed: nothing." in rows and "Changed: 鸡 → 机." in rows
