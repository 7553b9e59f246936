"""Word vectors of the news, and for each word the nearest ones of its length: MacBERT's stand-ins.

Skip-gram with negative sampling on the training lines, in the words of the corpus. Of two windows,
2 and 5 words, the one was taken whose neighbors have more often the part of speech of the word (in
the training lines, with a seed that is not recorded): words that can stand for each other are
wanted, not words of one topic. Budget: 5 minutes of one core.
"""

from lessons.l16_what_to_mask.similar_words import similar_words

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from bertlab.datasets import peoples_daily
from bertlab.predecessors.word2vec.model import Training, Word2Vec
from bertlab.predecessors.word2vec.objectives import NegativeSampling
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.experiments import one_thread

NAME = "bert-mini-zh"

CONFIGURATION: dict[str, Any] = {
    "lines": None,  # all of the training split
    "training": {"vector_size": 100, "window": 2, "min_count": 8, "epochs": 5, "seed": 0},
    "num_negatives": 5,
    "neighbors": 3,
}
SLICE: dict[str, Any] = {
    "lines": 200,
    "training": {"vector_size": 8, "window": 2, "min_count": 8, "epochs": 1, "seed": 0},
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train word vectors, on one thread, and look up neighbors.

    Returns:
        ``similar``: for each word its neighbors, nearest first, with spaces between. ``same_tag``:
        the proportion of first neighbors that have the word's most frequent part of speech.
        ``known``: the proportion of the text's words that are in the table.
    """
    with one_thread():
        lines = peoples_daily().train[: configuration["lines"]]
        training = Training(**configuration["training"])
        model = Word2Vec(objective=NegativeSampling(configuration["num_negatives"]))
        model.training = training
        model.fit([line.words for line in lines])
        tokenizer = WordPieceTokenizer.from_folder(NAME)
        table = similar_words(model.vectors_, tokenizer, configuration["neighbors"])
    tags = most_frequent_tags(lines)
    same = [tags[word] == tags[others[0]] for word, others in table.items()]
    known = sum(word in table for line in lines for word in line.words)
    return {
        "similar": {word: " ".join(others) for word, others in table.items()},
        "same_tag": round(sum(same) / len(same), 4),
        "known": round(known / sum(len(line.words) for line in lines), 4),
    }


def most_frequent_tags(lines: Any) -> dict[str, str]:
    """Return the part of speech that each word has most often."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        for word, tag in zip(line.words, line.tags, strict=True):
            counts[word][tag] += 1
    return {word: found.most_common(1)[0][0] for word, found in counts.items()}


def table_of(results: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the recorded table: for each word its neighbors, nearest first."""
    return {word: others.split(" ") for word, others in results["similar"].items()}
