"""Maskers: which tokens are hidden together, and what is shown in their place.

BERT chooses single tokens (``Masker``). Later models choose whole units of a text: words
(Cui et al. 2019), names (ERNIE), runs of words (SpanBERT, MacBERT). All of them hide the same
proportion of the tokens, so that they can be compared.

Leaves out: who says what a word is. Units come with the text, see ``corpora.sentence_units``.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool, Int

from bertlab.pretraining.masking import (
    KEEP_RATE,
    MASK_RATE,
    RANDOM_RATE,
    Masked,
    Span,
    Unit,
    apart,
    choose_spans,
    geometric,
    mask_tokens,
    number_to_mask,
)
from bertlab.text.wordpiece import WordPieceTokenizer

CORRUPTION_UNITS = ("token", "word", "span")


class Masker:
    """Chooses single tokens, each corrupted by itself: BERT's way (Devlin et al. 2019).

    Other ways derive from it: they choose other tokens, as many of them.

    Args:
        tokenizer: Names the specials and the pieces a random one is drawn from.
        rate: The proportion of the tokens to choose.

    Raises:
        ValueError: If the rate is not between 0 and 1.
    """

    def __init__(self, tokenizer: WordPieceTokenizer, rate: float = MASK_RATE) -> None:
        if not 0 < rate < 1:
            raise ValueError(f"expected a rate between 0 and 1, got {rate}")
        self.rate = rate
        self.mask_id = tokenizer.mask_id
        specials = [tokenizer.pad_id, tokenizer.cls_id, tokenizer.sep_id, tokenizer.mask_id]
        pieces = np.arange(len(tokenizer.vocabulary))
        self.replacements = np.setdiff1d(pieces, [*specials, tokenizer.unk_id])

    def __call__(
        self,
        ids: Int[np.ndarray, " T"],
        maskable: Bool[np.ndarray, " T"],
        units: Sequence[Unit],
        generator: np.random.Generator,
    ) -> Masked:
        """Mask 15% of the tokens of a sequence, or what the rate says.

        Args:
            ids: The sequence, (T,).
            maskable: Where a token may be chosen: not at specials and padding, (T,).
            units: The words and names of the sequence, which single tokens have no need of. A token
                without a word is a word by itself.
            generator: Source of the choices.

        Raises:
            ValueError: If no token may be chosen, shapes differ, or a unit lies outside of the
                tokens that may be chosen or upon another of its kind.
        """
        return mask_tokens(ids, maskable, self.mask_id, self.replacements, generator, self.rate)


class SpanMasker(Masker):
    """Whole words, or spans of some words next to each other.

    Args:
        tokenizer: See ``Masker``.
        lengths: The probability that a span has 1, 2, 3 ... words. (1,) hides single words.
        corruption_unit: What is corrupted alike, that is, shown as [MASK], as random pieces, or as
            it is: ``"token"`` draws for each token, ``"word"`` for each word, ``"span"`` for each
            span.
        first: A kind of unit, such as ``"name"``, that is chosen before all others.
        rate: See ``Masker``.

    Raises:
        ValueError: If the lengths are no probabilities, the unit is none of the three, or the rate
            is not between 0 and 1.
    """

    def __init__(
        self,
        tokenizer: WordPieceTokenizer,
        lengths: Sequence[float] = (1.0,),
        corruption_unit: str = "token",
        first: str | None = None,
        rate: float = MASK_RATE,
    ) -> None:
        super().__init__(tokenizer, rate)
        if not len(lengths) or min(lengths) < 0 or abs(sum(lengths) - 1) > 1e-9:
            raise ValueError(f"lengths must be probabilities that add up to 1, got {lengths}")
        if corruption_unit not in CORRUPTION_UNITS:
            known = ", ".join(CORRUPTION_UNITS)
            raise ValueError(f"corruption_unit must be among {known}, got {corruption_unit!r}")
        self.lengths, self.corruption_unit, self.first = tuple(lengths), corruption_unit, first

    def __call__(
        self,
        ids: Int[np.ndarray, " T"],
        maskable: Bool[np.ndarray, " T"],
        units: Sequence[Unit],
        generator: np.random.Generator,
    ) -> Masked:
        """Mask whole units until enough tokens are chosen; one that no longer fits is skipped.

        So fewer are chosen only where every unit that is left is too long.
        """
        if ids.shape != maskable.shape:
            raise ValueError(
                f"expected {len(ids)} flags of what may be masked, got {len(maskable)}"
            )
        number, words = number_to_mask(maskable, self.rate), apart(units, maskable, "word")
        spans: list[Span] = []
        if self.first is not None:
            spans = choose_spans(apart(units, maskable, self.first), number, (1.0,), generator)
            taken = {position for span in spans for unit in span for position in range(*unit[:2])}
            number -= len(taken)
            words = [word for word in words if taken.isdisjoint(range(word.start, word.end))]
        spans += choose_spans(words, number, self.lengths, generator)
        shown = ids.copy()
        for together in self._corrupted_alike(spans):
            shown[together] = self._corrupted(ids[together], generator)
        positions = np.array(sorted(p for span in spans for u in span for p in range(*u[:2])), int)
        return Masked(shown, positions, ids[positions])

    def _corrupted_alike(self, spans: list[Span]) -> list[slice]:
        """Return the runs of tokens that are corrupted in the same way."""
        if self.corruption_unit == "span":
            return [slice(span[0].start, span[-1].end) for span in spans]
        words = [unit for span in spans for unit in span]
        if self.corruption_unit == "word":
            return [slice(word.start, word.end) for word in words]
        return [slice(i, i + 1) for word in words for i in range(word.start, word.end)]

    def _corrupted(self, hidden: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        """Return what is shown: 80% hidden, 10% random, 10% as it is."""
        which = generator.random()
        if which < RANDOM_RATE:
            return self._random(hidden, generator)
        return hidden if which < RANDOM_RATE + KEEP_RATE else self._hide(hidden, generator)

    def _random(self, hidden: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        return generator.choice(self.replacements, len(hidden))

    def _hide(self, hidden: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        return np.full(len(hidden), self.mask_id)


def span_bert(tokenizer: WordPieceTokenizer) -> SpanMasker:
    """Return SpanBERT's masker: spans of up to 10 words, corrupted as one (Joshi et al. 2020)."""
    return SpanMasker(tokenizer, geometric(0.2, 10), corruption_unit="span")


def ernie_stages(tokenizer: WordPieceTokenizer) -> tuple[Masker, ...]:
    """Return ERNIE 1.0's three maskers, in their order: tokens, words, names first and then words.

    Source: Sun et al. 2019, section 3.2. Phrases are the words of the text here.
    """
    return Masker(tokenizer), SpanMasker(tokenizer), SpanMasker(tokenizer, first="name")
