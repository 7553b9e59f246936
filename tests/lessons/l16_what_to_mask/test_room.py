"""The lesson's room: a friend's bug, half words and guesses."""

from random import Random

import pytest
import torch

from bertlab.model.tasks import BertForMaskedLM
from bertlab.probing.news import tokenizer
from lessons.l16_what_to_mask import bugs
from lessons.l16_what_to_mask.learners import first_guess
from lessons.l16_what_to_mask.news import half_words


def of_friend(ids, spans, generator):
    shown = list(ids)
    for start, end in spans:
        for place in range(start, end):
            fate = generator.random()
            if fate < 0.8:
                shown[place] = bugs.MASK
            elif fate < 0.9:
                shown[place] = generator.choice(bugs.OTHERS)
    return shown


def one_for_all(ids, spans, generator):
    seed = generator.random()
    for span in spans:
        ids = bugs.one_fate_each(ids, [span], Random(seed))
    return ids


def never_kept(ids, spans, generator):
    shown = list(ids)
    for start, end in spans:
        shown[start:end] = [bugs.MASK] * (end - start)
    return shown


def one_more(ids, spans, generator):
    return bugs.one_fate_each(ids, [(start, end + 1) for start, end in spans], generator)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (of_friend, "Does one give away the next?"),
        (one_for_all, "Draw one for each span"),
        (never_kept, "% of the spans are hidden; 80% should be"),
        (one_more, "outside of all spans"),
        (lambda ids, spans, generator: ids[1:], "as many pieces"),
        (lambda ids, spans, generator: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_slips_of_the_friend_are_named(given, said, capsys):
    assert bugs.spans_of_friend(given) is bugs.one_fate_each
    assert said in capsys.readouterr().out


def test_one_fate_for_a_span_is_right(capsys):
    def mended(ids, spans, generator):
        shown = list(ids)
        for start, end in spans:
            kind = generator.choices(["mask", "other", "same"], [8, 1, 1])[0]
            for place in range(start, end):
                if kind == "mask":
                    shown[place] = bugs.MASK
                if kind == "other":
                    shown[place] = generator.choice(bugs.OTHERS)
        return shown

    assert bugs.spans_of_friend(mended) is mended
    assert "right" in capsys.readouterr().out


def test_half_words_are_words_of_two_from_different_lines():
    words = half_words(20, 40)
    assert words == half_words(20, 40) != half_words(20, 40, seed=1)
    assert len({tuple(word.ids) for word in words}) == 20
    assert all(0 <= word.start <= len(word.ids) - 2 and len(word.ids) <= 40 for word in words)
    with pytest.raises(ValueError, match="expected 9999 lines"):
        half_words(9999, 10)


def test_guesses_are_those_of_the_model_at_the_place():
    model = BertForMaskedLM.from_pretrained("bert-mini-zh").eval()
    pieces = tokenizer()
    rows = [pieces.text_ids("我国的经济发展很快。"), pieces.text_ids("他在北京。")]
    found = first_guess(model, rows, [[3], [2, 3]])
    assert found.sum(dim=1).allclose(torch.ones(2), atol=1e-4)
    ids = torch.tensor([[pieces.cls_id, *rows[1], pieces.sep_id]])
    ids[0, 3:5] = pieces.mask_id
    with torch.no_grad():
        alone = model(ids)[0, 3].softmax(dim=-1)
    assert found[1].allclose(alone, atol=1e-4)
