"""The translator reads numbers in English, and looks where its words are."""

import pytest

from lessons.l11_attention_seen.translator import translate


def test_the_translator_looks_where_its_words_are():
    found = translate("seventy-one")
    assert found.source == ["seventy", "one", "</s>"]
    assert found.written == ["soixante", "et", "onze", "</s>"]
    assert [tuple(table.shape) for table in found.cross] == [(1, 4, 4, 3)] * 2
    for table in (*found.encoder, *found.decoder, *found.cross):
        assert (table.sum(dim=-1) - 1).abs().max() < 1e-9


def test_only_words_that_it_knows():
    with pytest.raises(ValueError, match="English words"):
        translate("one dog")
