"""The sentences of lesson 13: pairs are neighbors, and what is judged was not fitted on."""

import pytest

from bertlab.datasets import nyt, wiki
from bertlab.datasets.generated.paraphrases import paraphrases
from lessons.l13_sentence_vectors import corpora


def test_pairs_are_neighbors_in_one_article_and_share_no_sentence():
    pairs = corpora.editorial_neighbors()
    assert len(pairs.queries) == len(pairs.documents) == len(pairs.groups) == 2224
    texts = [*pairs.queries, *pairs.documents]
    assert len(set(texts)) == len(texts)
    places = {}
    for part in (nyt().train, nyt().validation, nyt().test):
        for number, one in enumerate(part):
            places.setdefault((one.text, one.source), (id(part), number))
    for query, document, group in zip(*pairs, strict=True):
        part, number = places[query, group]
        assert places[document, group] == (part, number + 1)


def test_validation_pairs_stay_in_a_paragraph_of_validation_articles():
    pairs = corpora.wiki_neighbors()
    assert len(pairs.queries) > 600
    known = [paragraph for document in wiki().validation for paragraph in document.paragraphs]
    for query, document in list(zip(pairs.queries, pairs.documents, strict=True))[::50]:
        assert any(query in one and document in one for one in known)


def test_fitting_sentences_are_of_other_texts():
    sentences = corpora.fitting_sentences(6000)
    assert len(set(sentences)) == 6000
    assert all(len(text.split()) >= corpora.FEWEST_WORDS for text in sentences)
    judged = corpora.editorial_neighbors()
    assert not set(sentences) & {*judged.queries, *judged.documents}
    assert not set(sentences) & set(corpora.wiki_neighbors().queries)
    assert corpora.fitting_sentences(10) == sentences[:10]
    with pytest.raises(ValueError, match="expected at most"):
        corpora.fitting_sentences(10**6)


def test_paraphrases_are_grouped_by_event():
    part = paraphrases().test
    pairs = corpora.paraphrase_pairs(part)
    assert pairs.queries[3] == part[3].first and pairs.documents[3] == part[3].second
    assert len(set(pairs.groups)) == 14
