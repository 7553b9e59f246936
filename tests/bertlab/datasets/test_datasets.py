"""The loaders: what they return, that their splits share nothing, and files for others."""

import io
import json
import re
from collections import Counter

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from safetensors import safe_open

from bertlab import datasets
from bertlab.datasets import evaluations, ratings, wikipedia
from bertlab.datasets.fetching.releases import RELEASES
from bertlab.datasets.splits import normalize

RATED = ("movie_reviews", "amazon", "nyt", "tweets")


def parts_of(loader: str) -> list[tuple]:
    data = getattr(datasets, loader)()
    return [data.train, data.validation, data.test]


def all_of(loader: str) -> list:
    return [item for part in parts_of(loader) for item in part]


@pytest.mark.parametrize("loader", [*RATED, "peoples_daily", "book_reviews_zh"])
def test_no_text_occurs_twice_even_across_parts(loader: str) -> None:
    texts = [normalize(item.text) for item in all_of(loader)]
    assert [text for text, count in Counter(texts).items() if count > 1] == []
    assert all(texts)


@pytest.mark.parametrize("loader", ["wiki", "shakespeare"])
def test_no_document_occurs_twice(loader: str) -> None:
    documents = all_of(loader)
    assert len({document.title for document in documents}) == len(documents)
    long = [normalize(p) for d in documents for p in d.paragraphs if len(p) > 150]
    assert len(set(long)) == len(long)


@pytest.mark.parametrize("loader", [*RATED, "wiki", "shakespeare", "book_reviews_zh"])
def test_held_out_parts_have_a_tenth_each(loader: str) -> None:
    sizes = [
        sum(len(p.split()) for d in part for p in d.paragraphs)
        if loader in ("wiki", "shakespeare")
        else len(part)
        for part in parts_of(loader)
    ]
    for size in sizes[1:]:
        assert 0.09 < size / sum(sizes) < 0.11


class TestWiki:
    def test_it_is_the_text_of_the_articles(self) -> None:
        articles = {article.title: article.paragraphs for article in all_of("wiki")}
        assert articles["Anarchism"][0].startswith("Anarchism is a political philosophy that")
        assert "At 1300 miles, Alabama has" in articles["Alabama"][0]
        assert "AccessibleComputing" not in articles, "a redirect"
        assert "Ada" not in articles, "no running text"

    @pytest.mark.parametrize(
        "leftover",
        [
            r"\[\[|\]\]|\{\{|\}\}|\{\||\|\}",
            r"''|={2,}|&\w+;|https?://|</?[a-z]",
            r"\(\s*[,;:]|[,;:]\s*\)|\(\s*\)|\s[.,;](\s|$)",
            r"(?i)\bthumb\||\bcolspan\b|\|\s*align\b|ISBN",
            r"^\s|\s$|\s\s|[\n\u00a0\ufeff]|^[*#:;|!]",
        ],
    )
    def test_no_markup_is_left(self, leftover: str) -> None:
        found = [
            (article.title, paragraph[max(0, match.start() - 30) : match.end() + 30])
            for article in all_of("wiki")
            for paragraph in article.paragraphs
            if (match := re.search(leftover, paragraph))
        ]
        assert found == []

    def test_articles_that_share_sentences_stay_together(self) -> None:
        place = {a.title: index for index, part in enumerate(parts_of("wiki")) for a in part}
        for titles in wikipedia._TOGETHER:
            assert len({place[title] for title in titles}) == 1, titles

    def test_hardly_a_phrase_of_ten_words_is_in_two_parts(self) -> None:
        seen = []
        for part in parts_of("wiki"):
            phrases = set()
            for paragraph in (p for article in part for p in article.paragraphs):
                words = re.findall(r"\w+", paragraph.lower())
                phrases |= {" ".join(words[i : i + 10]) for i in range(len(words) - 9)}
            seen.append(phrases)
        train, validation, test = seen
        assert len(train & validation) + len(train & test) + len(validation & test) == 3


class TestEvaluations:
    def test_lee_is_symmetric_and_cannot_be_changed(self) -> None:
        lee = datasets.lee()
        assert (len(lee.background), len(lee.documents)) == (300, 50)
        assert lee.similarities.shape == (50, 50)
        np.testing.assert_array_equal(lee.similarities, lee.similarities.T)
        np.testing.assert_array_equal(np.diag(lee.similarities), 1)
        assert lee.similarities[0, 1] == lee.similarities[1, 0] == 0.3
        assert lee.similarities.min() == 0.2
        assert any("£3,000" in document for document in lee.documents)
        assert not set(lee.documents) & set(lee.background)
        with pytest.raises(ValueError, match="read-only"):
            lee.similarities[0, 0] = 2

    def test_word_pairs(self) -> None:
        assert datasets.wordsim353()[0] == evaluations.WordPair("love", "sex", 6.77)
        assert datasets.simlex999()[0] == evaluations.WordPair("old", "new", 1.58)
        for pairs in (datasets.wordsim353(), datasets.simlex999()):
            assert all(0 <= pair.score <= 10 and pair.first and pair.second for pair in pairs)

    def test_analogies(self) -> None:
        questions = datasets.analogies()
        first = evaluations.Analogy(
            "capital-common-countries", "Athens", "Greece", "Baghdad", "Iraq"
        )
        assert questions[0] == first
        assert len({question.section for question in questions}) == 14
        assert Counter(q.section for q in questions)["family"] == 506


class TestRatings:
    @pytest.mark.parametrize("loader", RATED)
    def test_labels_follow_valences(self, loader: str) -> None:
        for item in all_of(loader):
            assert item.label == (1 if item.valence > 0 else 0)
            assert -4 <= item.valence <= 4
            assert not re.search(r"&(amp|lt|gt|quot|#\d+);|\t|\r|\n|\ufeff", item.text)

    def test_known_snippets(self) -> None:
        by_text = {item.text: item for item in all_of("movie_reviews")}
        assert by_text["Effective but too tepid biopic"][1:] == (-0.6, 0, "")
        assert by_text["No surprises."][1:] == (-0.625, 0, "")
        assert any("Lovely & Amazing" in text for text in by_text)

    @pytest.mark.parametrize(
        ("loader", "file"), [("amazon", "amazonReviewSnippets"), ("nyt", "nytEditorialSnippets")]
    )
    def test_a_review_is_in_one_part(self, loader: str, file: str) -> None:
        place = {item.text: i for i, part in enumerate(parts_of(loader)) for item in part}
        homes: dict[str, set[int]] = {}
        seen: set[str] = set()
        for row in ratings._rows(loader, file):
            if normalize(row.rated.text) not in seen:  # a repeat stands where the first one does
                homes.setdefault(row.identifier.split("_")[0], set()).add(place[row.rated.text])
            seen.add(normalize(row.rated.text))
        assert len(homes) >= 298
        assert all(len(parts) == 1 for parts in homes.values())

    @pytest.mark.parametrize("loader", ["movie_reviews", "tweets"])
    def test_variants_in_case_and_punctuation_are_in_one_part(self, loader: str) -> None:
        homes: dict[str, set[int]] = {}
        for index, part in enumerate(parts_of(loader)):
            for item in part:
                wording = " ".join(re.findall(r"[^\W_]+", item.text.casefold()))
                homes.setdefault(wording or item.text, set()).add(index)
        assert all(len(parts) == 1 for parts in homes.values())


class TestShakespeare:
    def test_plays_begin_with_their_first_act(self) -> None:
        plays = {play.title: play.paragraphs for play in all_of("shakespeare")}
        assert plays["Hamlet"][:4] == (
            "ACT I.",
            "Scene I. Elsinore. A platform before the Castle.",
            "[Francisco at his post. Enter to him Bernardo.]",
            "Ber.\nWho's there?",
        )
        assert not any(re.search("PERSONS REPRESENTED", p, re.I) for b in plays.values() for p in b)
        assert {"Sonnets", "A Lover's Complaint"}.isdisjoint(plays)

    def test_parts_of_a_history_stay_together(self) -> None:
        for king in ("King Henry IV,", "King Henry VI,"):
            counts = [
                sum(p.title.startswith(king) for p in part) for part in parts_of("shakespeare")
            ]
            assert sorted(counts)[:2] == [0, 0]
            assert max(counts) >= 2


class TestFiles:
    def test_minilm_is_a_bert(self) -> None:
        folder = datasets.minilm_folder()
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        assert (config["hidden_size"], config["num_hidden_layers"]) == (384, 6)
        vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
        assert len(vocabulary) == config["vocab_size"] + 1 == 30_523
        with safe_open(folder / "model.safetensors", "pt") as weights:
            shape = weights.get_slice("embeddings.word_embeddings.weight").get_shape()
        assert shape == [30_522, 384]

    def test_the_font_has_chinese_characters(self) -> None:
        with TTFont(datasets.cjk_font(), lazy=True) as font:
            characters = font.getBestCmap()
        assert all(ord(character) in characters for character in "语言模型預訓練，。：")

    @pytest.mark.parametrize("style", ["regular", "bold", "italic", "bold italic"])
    def test_the_letters_of_pages(self, style: str) -> None:
        with TTFont(io.BytesIO(datasets.sans_font(style)), lazy=True) as font:
            assert font["name"].getDebugName(4) == f"FiraGO {style.title()}"
            assert font["name"].getDebugName(5).startswith("Version 1.001")

    def test_no_such_letters(self) -> None:
        with pytest.raises(ValueError, match="got 'thin'"):
            datasets.sans_font("thin")

    def test_scripts(self) -> None:
        assert datasets.script("d3").startswith("// https://d3js.org v5.7.0")
        assert "jQuery v3.6.0" in datasets.script("jquery")[:40]
        assert 'VERSION="3.2.2"' in datasets.script("mathjax")
        with pytest.raises(ValueError, match="expected one of d3, jquery, mathjax, got 'react'"):
            datasets.script("react")

    def test_reveal(self) -> None:
        assert "5.2.1" in datasets.reveal_file("dist/reveal.js")
        assert "{" in datasets.reveal_file("plugin/notes/notes.js")
        with pytest.raises(ValueError, match="no plain file"):
            datasets.reveal_file("dist/react.js")
        with pytest.raises(ValueError, match="expected a path inside"):
            datasets.reveal_file("../../../__init__.py")


class TestReleases:
    @pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
    def test_sizes_are_those_of_the_archives(self, release) -> None:
        assert release.archive.stat().st_size / 1e6 == pytest.approx(release.megabytes, abs=0.05)

    def test_counts_in_descriptions_are_measured(self) -> None:
        described = 0
        for release in RELEASES:
            for loader, what in release.loaders.items():
                function = getattr(datasets, loader, None)
                stated = re.match(r"([\d,]+) ", what)
                if stated and function:
                    items = function() if isinstance(function(), tuple) else all_of(loader)
                    assert int(stated[1].replace(",", "")) == len(items), loader
                    number = re.search(r"([\d,]{2,}) ", function.__doc__)
                    assert number and (number[1] == stated[1] or loader == "wiki"), loader
                    described += 1
        assert described == 12

    def test_values_are_made_once(self) -> None:
        assert datasets.wiki() is datasets.wiki()
        assert datasets.movie_reviews() is datasets.movie_reviews()
