"""What the lesson on input measures: pieces in a word, unknown tokens, borders, joins by a rule."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from math import log
from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from bertlab.model import BertModel
from bertlab.text import SPECIALS, WordPieceTokenizer
from bertlab.text import wordpiece_training as training

PREFIXES = ("un", "re", "dis", "non", "anti", "over", "inter")
ENDINGS = ("ing", "ed", "ly", "er", "ness", "ment", "less")
FREQUENT = 100  # a pair that occurs so often is not rare in our text
Spelled = Mapping[tuple[str, ...], int]  # words as pieces, with their counts


def spelled(counts: Mapping[str, int]) -> dict[tuple[str, ...], int]:
    """Return counted words, each spelled in single characters."""
    return {tuple(training.spell(word)): count for word, count in counts.items()}


def pieces_per_word(vocabulary: Sequence[str], words: Counter[str]) -> float:
    """Return the mean number of pieces in a word of a text."""
    cutter = WordPieceTokenizer(vocabulary)
    return sum(len(cutter.cut(word)) * n for word, n in words.items()) / words.total()


def unknown(tokenizer: WordPieceTokenizer, texts: Iterable[str]) -> float:
    """Return the proportion of [UNK] among the tokens of some texts."""
    ids = [i for text in texts for i in tokenizer.text_ids(text)]
    return ids.count(tokenizer.unk_id) / len(ids)


def joins_by_quotient(
    words: Spelled, number: int, weighted: bool = False, min_count: int = 1
) -> Iterator[str]:
    """Join the pair with the largest count(ab) / (count(a) * count(b)), again and again.

    Args:
        words: To learn from.
        number: Of joins.
        weighted: Whether the logarithm of the quotient, with counts as proportions, is multiplied
            by count(ab). This is about how much a join raises the likelihood of the text.
        min_count: A pair that occurs less often is not joined.
    """
    known = list(words.items())
    pairs: Counter[tuple[str, str]] = Counter()
    parts: Counter[str] = Counter()
    for pieces, count in known:
        _count(pieces, count, pairs, parts)
    for _ in range(number):
        total = parts.total()
        gains = {}
        for (left, right), count in pairs.items():
            if count < max(min_count, 1):
                continue
            quotient = count / (parts[left] * parts[right])
            gains[left, right] = count * log(quotient * total) if weighted else quotient
        most = max(gains.values())
        best = min(pair for pair, gain in gains.items() if gain == most)
        yield training.joined(*best)
        for place, (pieces, count) in enumerate(known):
            if best[0] in pieces and best in pairwise(pieces):  # only these words change
                merged = tuple(training.join_in(pieces, best))
                known[place] = merged, count
                _count(pieces, -count, pairs, parts)
                _count(merged, count, pairs, parts)


def _count(
    pieces: Sequence[str], count: int, pairs: Counter[tuple[str, str]], parts: Counter[str]
) -> None:
    """Add the pieces of a word, and its pairs of neighbors, to the counts of a text."""
    for piece in pieces:
        parts[piece] += count
    for pair in pairwise(pieces):
        pairs[pair] += count


def compare_rules(
    common: Mapping[str, int], letters: Sequence[str], words: Counter[str], sizes: Sequence[int]
) -> tuple[dict[str, list[str]], dict[str, list[float]]]:
    """Join by several rules; return what was joined, and the pieces in a word of a text.

    Args:
        common: The words to learn from.
        letters: The single characters of the vocabulary.
        words: The words of the text to cut.
        sizes: After how many joins the text is cut.
    """
    number = max(sizes)
    joined = {
        "by count": [training.joined(*pair) for pair in islice(training.joins(common), number)],
        "by likelihood": list(joins_by_quotient(spelled(common), number, weighted=True)),
        "by quotient": list(joins_by_quotient(spelled(common), number)),
        f"by quotient, count ≥ {FREQUENT}": list(
            joins_by_quotient(spelled(common), number, min_count=FREQUENT)
        ),
    }
    means = {}
    for name, pieces in joined.items():
        lists = [(*SPECIALS, *letters, *pieces[:size]) for size in sizes]
        means[name] = [pieces_per_word(each, words) for each in lists]
    return joined, means


class Borders(NamedTuple):
    """How the words with a prefix, or with an ending, are cut.

    Attributes:
        words: Their number.
        hit: The proportion that is cut at the border of the prefix or ending.
        chance: What it would be if the cuts were put anywhere in the word.
        only: The proportion that is cut there and nowhere else.
    """

    words: int
    hit: float
    chance: float
    only: float

    @property
    def margin(self) -> float:
        """Half of the 95% interval of ``hit``."""
        return float(1.96 * (self.hit * (1 - self.hit) / self.words) ** 0.5)


def borders(
    tokenizer: WordPieceTokenizer,
    words: Iterable[str],
    known: Iterable[str],
    prefixes: Sequence[str] = (),
    endings: Sequence[str] = (),
    changed: bool = False,
) -> Borders:
    """Measure how often words of a known word and a prefix or ending are cut between the two.

    Args:
        tokenizer: Cuts the words.
        words: Of a text; those that stay whole are left out.
        known: Words that can have a prefix or an ending.
        prefixes: What may stand before a known word.
        endings: What may stand after a known word.
        changed: Whether the endings are those that change how the known word is written.
    """
    known, words = {word for word in known if len(word) > 3}, list(words)
    found: dict[str, int] = {}
    for prefix in prefixes:
        for word in words:
            if word.startswith(prefix) and word.removeprefix(prefix) in known:
                found[word] = len(prefix)
    for ending in endings:
        for word in words:
            stem = word.removesuffix(ending)
            if stem != word and _changed(stem, known) == changed and (changed or stem in known):
                found[word] = len(word) - len(ending)
    cut = {word: (border, cuts(tokenizer, word)) for word, border in found.items()}
    cut = {word: each for word, each in cut.items() if each[1]}
    return Borders(
        words=len(cut),
        hit=float(np.mean([border in places for border, places in cut.values()])),
        chance=float(np.mean([len(p) / (len(word) - 1) for word, (_, p) in cut.items()])),
        only=float(np.mean([places == [border] for border, places in cut.values()])),
    )


def _changed(stem: str, known: Collection[str]) -> bool:
    """Tell whether a known word is written otherwise before an ending.

    It loses its *e* (*mak|ing*), doubles its last letter (*plugg|ed*) or changes *y* to *i*
    (*happi|ness*).
    """
    if stem in known or len(stem) < 2:
        return False
    double = stem[-1] == stem[-2] and stem[:-1] in known
    return stem + "e" in known or double or (stem[-1] == "i" and stem[:-1] + "y" in known)


def cuts(tokenizer: WordPieceTokenizer, word: str) -> list[int]:
    """Return the places where a word is cut, counted in letters."""
    ends = np.cumsum([len(piece.removeprefix("##")) for piece in tokenizer.tokenize(word)])
    return [int(end) for end in ends[:-1]]


@torch.no_grad()
def without_mask(
    model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str], lengths: Sequence[int]
) -> dict[str, np.ndarray]:
    """Compare the mean vectors of texts alone with those that they get when they are padded.

    Args:
        model: Reads the texts.
        tokenizer: Makes their ids.
        texts: Those that are padded.
        lengths: To which they are padded; no text is longer.

    Returns:
        Cosines, ``"with the mask"`` and ``"without it"``: a row for each text, a column for each
        length.
    """
    rows = [tokenizer.encode(text).input_ids for text in texts]
    alone = [model(torch.tensor([row])).last_hidden_state[0].mean(dim=0) for row in rows]
    found: dict[str, np.ndarray] = {}
    for name in ("with the mask", "without it"):
        columns = []
        for length in lengths:
            ids = torch.tensor([row + [tokenizer.pad_id] * (length - len(row)) for row in rows])
            mask = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in rows])
            hidden = model(ids, attention_mask=mask if name == "with the mask" else None)
            keep = mask.unsqueeze(-1)  # padding is left out of the mean
            padded = (hidden.last_hidden_state * keep).sum(dim=1) / keep.sum(dim=1)
            columns.append(torch.cosine_similarity(torch.stack(alone), padded, dim=1).numpy())
        found[name] = np.stack(columns, axis=1)
    return found


@torch.no_grad()
def different_texts(model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str]) -> float:
    """Return the mean cosine of the mean vectors of two different texts."""
    rows = [tokenizer.encode(text).input_ids for text in texts]
    means = [model(torch.tensor([row])).last_hidden_state[0].mean(dim=0) for row in rows]
    vectors = torch.nn.functional.normalize(torch.stack(means), dim=1)
    cosines = vectors @ vectors.T
    return cosines[~torch.eye(len(texts), dtype=torch.bool)].mean().item()


def library_ids(tokenizer: WordPieceTokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Return the ids that the ``tokenizers`` library gives some texts, with the same vocabulary."""
    library = Tokenizer(models.WordPiece(tokenizer.ids, unk_token="[UNK]"))
    library.add_special_tokens(list(SPECIALS))
    library.normalizer = normalizers.BertNormalizer(lowercase=True)
    library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = ("[SEP]", tokenizer.sep_id), ("[CLS]", tokenizer.cls_id)
    library.post_processor = processors.BertProcessing(*ends)
    return [encoding.ids for encoding in library.encode_batch(list(texts))]
