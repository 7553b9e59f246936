"""What spelling models learn from: sentences with errors, padded, and the losses."""

import pytest
import torch
from torch.nn.functional import binary_cross_entropy, cross_entropy

from bertlab.datasets import Pronunciation
from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l16_what_to_mask.spelling.homophones import Homophones
from lessons.l16_what_to_mask.spelling.soft_masked import SoftMaskedBert
from lessons.l16_what_to_mask.spelling.training import (
    IGNORED,
    CorrectionObjective,
    SoftMaskedObjective,
    SpellingBatch,
    SpellingData,
)
from tests.lessons.l16_what_to_mask.toys import IDS, TINY, VISIBLE

SOUNDS = {"他": "ta", "她": "ta", "是": "shi", "市": "shi", "事": "shi", "好": "hao"}


@pytest.fixture(scope="module")
def tokenizer() -> WordPieceTokenizer:
    return WordPieceTokenizer([*SPECIALS, *SOUNDS, "。"])


@pytest.fixture(scope="module")
def homophones(tokenizer) -> Homophones:
    entries = [Pronunciation(text, (said,)) for text, said in SOUNDS.items()]
    return Homophones(entries, tokenizer, ["".join(SOUNDS)])


def model() -> SoftMaskedBert:
    torch.manual_seed(0)
    return SoftMaskedBert(BertForMaskedLM(TINY), 4, 5).double().eval()


def test_half_of_the_sentences_are_wrong_and_a_seed_repeats_them(homophones, tokenizer):
    texts = ["他是她。", "市事是他", "好他", "她她她她她"] * 5
    data = SpellingData(texts, homophones, tokenizer, seed=3)
    wrong = [shown != right for shown, right in zip(data.shown, data.right, strict=True)]
    assert sum(wrong) == len(texts) // 2
    again = SpellingData(texts, homophones, tokenizer, seed=3)
    assert again.shown == data.shown and len(data) == len(texts)
    assert SpellingData(texts, homophones, tokenizer, seed=4).shown != data.shown


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_the_order_of_training_says_nothing_of_errors(homophones, tokenizer, seed):
    """With the same numbers for both, the first half of an epoch had all the errors."""
    data = SpellingData(["他是她"] * 800, homophones, tokenizer, seed)
    draw = data.batch_sampler(data.config(epochs=2, batch_size=40, seed=seed))
    shares = [float(draw(step, 0, 1)[0].is_wrong.any(dim=1).float().mean()) for step in range(40)]
    assert 0.2 < min(shares) and max(shares) < 0.8
    for half in (shares[:10], shares[10:20], shares[20:30]):
        assert 0.4 < sum(half) / 10 < 0.6


def test_batches_are_padded_and_ignore_what_is_no_character(homophones, tokenizer):
    data = SpellingData(["他是她。", "好他", "市"], homophones, tokenizer, seed=0)
    batch = data.batch([1, 0])
    assert batch.input_ids.shape == batch.right_ids.shape == (2, 6)
    assert batch.attention_mask.tolist() == [[1, 1, 1, 1, 0, 0], [1] * 6]
    ignored = (batch.right_ids == IGNORED).tolist()
    assert ignored == [[True, False, False, True, True, True], [True, *[False] * 4, True]]
    assert batch.right_ids[1, 1:5].tolist() == data.right[0]
    assert batch.input_ids[1, 1:5].tolist() == data.shown[0]
    wrong = [[o != n for o, n in zip(data.right[i], data.shown[i], strict=True)] for i in (1, 0)]
    assert batch.is_wrong.bool()[0, 1:3].tolist() == wrong[0]
    assert batch.is_wrong.bool()[1, 1:5].tolist() == wrong[1]
    assert float(batch.is_wrong[:, 0].sum()) == 0 and batch.to("cpu")[0].equal(batch.input_ids)


def test_no_sentences_and_sentences_without_homophones_are_refused(homophones, tokenizer):
    with pytest.raises(ValueError, match="at least one sentence"):
        SpellingData([], homophones, tokenizer, seed=0)
    with pytest.raises(ValueError, match="a character with a homophone among 1"):
        SpellingData(["好", "好"], homophones, tokenizer, seed=0)


def batch() -> SpellingBatch:
    right = IDS.clone()
    right[0, 2], right[2, 1] = 10, 12
    right[(VISIBLE == 0) | (IDS == 2) | (IDS == 3)] = IGNORED
    return SpellingBatch(IDS, torch.zeros_like(IDS), VISIBLE, right)


@torch.no_grad()
def test_losses_are_sums_with_the_weights_of_the_paper():
    soft, given = model(), batch()
    objective = SoftMaskedObjective(soft)
    assert objective.counts(given) == {"correction": 9, "detection": 9}
    found, losses = soft(IDS, None, VISIBLE), objective(given)
    correction = detection = 0.0
    for row in range(3):
        for place in range(7):
            wanted = int(given.right_ids[row, place])
            if wanted != IGNORED:
                correction += cross_entropy(found.correction[row, place], torch.tensor(wanted))
                wrong = torch.tensor(float(wanted != IDS[row, place])).double()
                p = found.detection[row, place].sigmoid()
                detection += binary_cross_entropy(p, wrong)
    assert losses["correction"].item() == pytest.approx(0.8 * float(correction), rel=1e-6)
    assert losses["detection"].item() == pytest.approx(0.2 * float(detection), rel=1e-6)


@torch.no_grad()
def test_the_plain_loss_asks_for_every_character():
    given, bert = batch(), model().corrector
    objective = CorrectionObjective(bert)
    logits = bert(IDS, None, VISIBLE)
    judged = given.right_ids != IGNORED
    expected = cross_entropy(logits[judged], given.right_ids[judged], reduction="sum")
    assert objective.counts(given) == {"correction": 9}
    assert objective(given)["correction"].item() == pytest.approx(expected.item(), rel=1e-6)
