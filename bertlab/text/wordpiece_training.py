"""Training a WordPiece vocabulary: begin with characters, then join the commonest neighbors.

Which pair is joined next? Here the one that occurs most often, as in the ``WordPieceTrainer`` of
the ``tokenizers`` library. Google never released the code that made BERT's vocabularies. The paper
behind it (Schuster and Nakajima 2012) joins the pair that raises the likelihood of the training
text most, and that is often retold as ``count(ab) / (count(a) * count(b))``. We count for two
reasons: there is a library to check against, and the quotient favors pairs of rare pieces, which
save few pieces when a text is encoded.

Only training joins pairs. Encoding (``WordPieceTokenizer.cut``) never replays the joins: it looks
for the longest piece that fits.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from bertlab.text.wordpiece import MAX_WORD_LENGTH, PREFIX, SPECIALS, WordPieceTokenizer

Pair = tuple[str, str]


def train_wordpiece(
    texts: Iterable[str], vocab_size: int, lowercase: bool = True, min_count: int = 2
) -> tuple[str, ...]:
    """Learn a vocabulary for ``WordPieceTokenizer(vocabulary, lowercase)``.

    The special pieces come first, then the alphabet of the texts in the order of the code points
    (characters that begin a word, then ``##`` and those that continue one), then joined pieces in
    the order in which they were found. Pairs of equal count are taken in alphabetical order, so
    equal texts give equal vocabularies. Every word of the texts can be encoded without [UNK],
    except words of more than 100 characters, which ``WordPieceTokenizer`` does not cut.

    A Chinese character is a word by itself, so Chinese text has no pairs: its vocabulary is its
    characters.

    Args:
        texts: The training texts. Their order does not matter.
        vocab_size: Number of pieces, specials included. The result has fewer if no pair is left
            that occurs ``min_count`` times.
        lowercase: Whether case and accents are removed first.
        min_count: A pair that occurs less often is not joined.

    Returns:
        The pieces; a piece's id is its index.

    Raises:
        ValueError: If there are no words, a text is no string, ``vocab_size`` has no room for the
            specials and the alphabet, or ``min_count`` is below 1.
    """
    _check_min_count(min_count)
    counts = word_counts(texts, lowercase)
    vocabulary = dict.fromkeys([*SPECIALS, *sorted(alphabet(counts), key=_continuing_last)])
    if vocab_size < len(vocabulary):
        raise ValueError(
            f"the {len(SPECIALS)} specials and the {len(vocabulary) - len(SPECIALS)} characters of "
            f"the texts need a vocab_size of at least {len(vocabulary)}, got {vocab_size}"
        )
    for first, second in joins(counts, min_count):
        if len(vocabulary) == vocab_size:
            break
        vocabulary[joined(first, second)] = None
    return tuple(vocabulary)


def character_vocabulary(
    texts: Iterable[str],
    vocab_size: int | None = None,
    min_count: int = 1,
    lowercase: bool = True,
) -> tuple[str, ...]:
    """Make a vocabulary without joined pieces: the specials, then characters by falling count.

    This suits Chinese, where a character is a word. Of words in letters or digits, such as *BBC*
    or *1998*, the first character is listed as it is and the others with ``##``, each with its own
    count. Equal counts stand in the order of the code points.

    Args:
        texts: The texts to count in. Their order does not matter.
        vocab_size: Most pieces to keep, specials included; None keeps all.
        min_count: A character that occurs less often is left out and becomes [UNK].
        lowercase: Whether case and accents are removed first.

    Returns:
        The pieces; a piece's id is its index.

    Raises:
        ValueError: If there are no words, a text is no string, ``vocab_size`` has no room for one
            character beside the specials, or ``min_count`` is below 1.
    """
    _check_min_count(min_count)
    if vocab_size is not None and vocab_size <= len(SPECIALS):
        raise ValueError(
            f"the specials and one character need a vocab_size of at least {len(SPECIALS) + 1}, "
            f"got {vocab_size}"
        )
    counts = alphabet(word_counts(texts, lowercase))
    kept = sorted(
        (piece for piece, count in counts.items() if count >= min_count),
        key=lambda piece: (-counts[piece], _continuing_last(piece)),
    )
    return (*SPECIALS, *kept)[:vocab_size]


def word_counts(texts: Iterable[str], lowercase: bool = True) -> Counter[str]:
    """Count the words of some texts as BERT splits them, without specials and over-long words.

    Raises:
        ValueError: If a text is no string, all is one string, or there are no words.
    """
    if isinstance(texts, str):
        raise ValueError("expected several texts, got one str; put it in a list")
    if not isinstance(texts, Iterable):
        raise ValueError(f"expected several texts, got {type(texts).__name__}")
    splitter = WordPieceTokenizer(SPECIALS, lowercase)
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(splitter.words(text))
    for word in [w for w in counts if w in SPECIALS or len(w) > MAX_WORD_LENGTH]:
        del counts[word]
    if not counts:
        raise ValueError("expected texts with at least one word to learn from, got none")
    return counts


def spell(word: str) -> list[str]:
    """Write a word in single characters, all but the first marked: ``cat`` -> c, ##a, ##t."""
    return [word[0], *(PREFIX + character for character in word[1:])]


def joined(first: str, second: str) -> str:
    """Join two neighbors: ``##a`` and ``##t`` give ``##at``."""
    return first + second.removeprefix(PREFIX)


def alphabet(counts: Mapping[str, int]) -> Counter[str]:
    """Count the single characters, with and without ``##``, that spell some counted words."""
    characters: Counter[str] = Counter()
    for word, count in counts.items():
        for piece in spell(word):
            characters[piece] += count
    return characters


def joins(counts: Mapping[str, int], min_count: int = 2) -> Iterator[Pair]:
    """Yield the pairs to join, one after the other, as long as one occurs ``min_count`` times.

    The slow way counts all pairs anew after each join. But a join changes only the words that hold
    the pair, so this keeps, for each pair, its count and the words where it was seen. A heap holds
    the pairs by falling count. Its entries are not corrected when a count changes: each is compared
    with the true count when it comes up.

    Args:
        counts: How often each word occurs.
        min_count: Where to stop.
    """
    words = [(spell(word), count) for word, count in counts.items()]
    pair_counts: Counter[Pair] = Counter()
    indices: dict[Pair, set[int]] = defaultdict(set)
    for index, (pieces, count) in enumerate(words):
        for pair in pairwise(pieces):
            pair_counts[pair] += count
            indices[pair].add(index)
    heap = [(-count, pair) for pair, count in pair_counts.items()]
    heapq.heapify(heap)
    while heap:
        stored, pair = heapq.heappop(heap)
        if -stored != pair_counts[pair]:
            _push(heap, pair, pair_counts[pair])  # out of date: back to where it belongs
            continue
        if -stored < min_count:
            return
        yield pair
        piece, grown = joined(*pair), set()
        for index in indices.pop(pair):
            pieces, count = words[index]
            merged = join_in(pieces, pair)
            words[index] = merged, count
            for old in pairwise(pieces):
                pair_counts[old] -= count
            for new in pairwise(merged):
                pair_counts[new] += count
                if piece in new:  # only pairs with the joined piece can have become more frequent
                    indices[new].add(index)
                    grown.add(new)
        for changed in grown:
            _push(heap, changed, pair_counts[changed])


def join_in(pieces: Sequence[str], pair: Pair) -> list[str]:
    """Join a pair wherever it stands in a word, from left to right."""
    merged: list[str] = []
    i = 0
    while i < len(pieces):
        if tuple(pieces[i : i + 2]) == pair:
            merged.append(joined(*pair))
            i += 2
        else:
            merged.append(pieces[i])
            i += 1
    return merged


def _push(heap: list[tuple[int, Pair]], pair: Pair, count: int) -> None:
    """Enter a pair with its present count; one that is gone is forgotten."""
    if count > 0:
        heapq.heappush(heap, (-count, pair))


def _continuing_last(piece: str) -> tuple[bool, str]:
    """Sort key: what begins a word before what continues one, each by code point."""
    return len(piece) > 1, piece


def _check_min_count(min_count: int) -> None:
    if min_count < 1:
        raise ValueError(f"min_count must be at least 1, got {min_count}")
