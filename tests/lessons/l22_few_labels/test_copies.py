"""Copies differ where they should, and both kinds in the same places."""

from random import Random

import torch

from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l22_few_labels.copies import any_of, copies, gap_logits, likely

TEXT = "The plot is thin , but the actors made me laugh until the very end ."


def new_positions(copy: str) -> list[int]:
    """Return where a copy has another word."""
    pairs = enumerate(zip(TEXT.split(), copy.split(), strict=True))
    return [index for index, (old, new) in pairs if old != new]


def marked(words, positions, generator):
    return ["NEW"] * len(positions)


def test_so_many_words_are_new_and_a_generator_decides_where():
    (several,) = copies([TEXT], marked, 3, Random(0))
    assert [len(new_positions(copy)) for copy in several] == [2, 2, 2]  # 15% of 16 words
    assert len({tuple(new_positions(copy)) for copy in several}) > 1
    assert all(TEXT.split()[index].isalpha() for copy in several for index in new_positions(copy))
    assert next(copies([TEXT], marked, 3, Random(0))) == several
    assert len(new_positions(next(copies([TEXT], marked, 1, Random(0), rate=0.5))[0])) == 8
    assert next(copies(["!"], marked, 2, Random(0))) == ["!", "!"]


def test_both_kinds_replace_the_same_words():
    def greedy(words, positions, generator):
        generator.random()  # a fill may draw as often as it likes
        return marked(words, positions, generator)

    several = [TEXT, TEXT]
    assert list(copies(several, marked, 2, Random(1))) == list(
        copies(several, greedy, 2, Random(1))
    )


def test_random_words_are_those_of_the_texts():
    fill = any_of(["a a a b !", "a"])
    new = fill([], [0] * 500, Random(0))
    assert {*new} == {"a", "b"} and 350 < new.count("a") < 450


def test_likely_words_are_the_models_best_but_never_the_old_one():
    tokenizer, model = WordPieceTokenizer.from_folder("minilm"), from_change("minilm-words").eval()
    words = ["The", "film", "was", "very", "good", "."]
    logits = gap_logits(model, tokenizer, ["The film was very [MASK] ."])
    best = {tokenizer.vocabulary[index] for index in logits[0].topk(12).indices}
    fill = likely(model, tokenizer)
    new = {fill(words, [4], Random(seed))[0] for seed in range(12)}
    assert new <= best and "good" not in new and 1 < len(new) <= 5


def test_gaps_of_several_texts_come_in_their_order():
    tokenizer, model = WordPieceTokenizer.from_folder("minilm"), from_change("minilm-words").eval()
    texts = ["[MASK] is the capital of [MASK] .", "The [MASK] barks ."]
    together = gap_logits(model, tokenizer, texts)
    apart = torch.cat([gap_logits(model, tokenizer, [text]) for text in texts])
    assert together.shape == (3, len(tokenizer.vocabulary))
    torch.testing.assert_close(together, apart, atol=1e-4, rtol=1e-4)
