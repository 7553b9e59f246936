"""Patterns and verbalizers: a text becomes a cloze, and words in its gap speak for labels.

Source: Schick and Schütze 2021, arXiv 2001.07676 (PET), section 3; slots: Liu et al. 2021, arXiv
2103.10385 (P-tuning).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.text.tokenizer_folder import SPECIALS
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer

TEXT, GAP = "{}", "[MASK]"
SLOT = re.compile(r"\[(\d+)\]")

Verbalizer = Mapping[str, Sequence[str]]  # label -> words that speak for it


class Pattern:
    """A text with a gap beside it.

    A slot is the id of [PAD], in a position that is not hidden: no text has that.

    Args:
        template: ``{}`` is the text, ``[MASK]`` the gap; slots are ``[1]``, ``[2]`` ... in their
            order.
        tokenizer: Cuts texts and template.

    Raises:
        ValueError: If the template lacks text or gap or has one of them twice, has another special
            piece or an unknown word, or its slots are not numbered 1, 2 ... from left to right.
    """

    def __init__(self, template: str, tokenizer: WordPieceTokenizer) -> None:
        for part in (TEXT, GAP):
            if template.count(part) != 1:
                raise ValueError(f"expected {part} once, got {template.count(part)} in {template}")
        self.template, self.tokenizer = template, tokenizer
        numbers = [int(number) for number in SLOT.findall(template)]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"expected slots [1], [2] ... in their order, got {template!r}")
        self.num_slots = len(numbers)
        self.before, self.after = (self._ids(part) for part in template.split(TEXT))

    def _ids(self, part: str) -> list[int]:
        """Return the ids of one side of the template."""
        tokenizer, ids = self.tokenizer, list[int]()
        for index, between in enumerate(SLOT.split(part)):
            if index % 2:  # the number of a slot
                ids.append(tokenizer.pad_id)
                continue
            pieces = tokenizer.text_ids(between)
            if refused := {tokenizer.vocabulary[i] for i in pieces} & {*SPECIALS} - {GAP}:
                raise ValueError(f"expected known words, got {refused} for {between!r}")
            ids += pieces
        return ids

    def encode(self, text: str, max_length: int | None = None) -> Encoded:
        """Return a text in its pattern; where it is too long, the text loses its end.

        Args:
            text: The text.
            max_length: Longest result, specials included.

        Raises:
            ValueError: If the text has a special piece as [MASK], or the pattern alone is too long.
        """
        tokenizer, pieces = self.tokenizer, self.tokenizer.text_ids(text)
        if {tokenizer.mask_id, tokenizer.pad_id} & {*pieces}:
            raise ValueError(f"expected a text without {GAP} and [PAD], got {text!r}")
        if max_length is not None:
            room = max_length - len(self.before) - len(self.after) - 2
            if room < 1:
                raise ValueError(
                    f"expected a max_length of {max_length - room + 1} or more for the pattern "
                    f"{self.template!r} and a piece of text, got {max_length}"
                )
            pieces = pieces[:room]
        ids = [tokenizer.cls_id, *self.before, *pieces, *self.after, tokenizer.sep_id]
        return Encoded(ids, [0] * len(ids))


class ClozeTexts(LabelledTexts):
    """Labelled texts, each in a pattern.

    Args:
        texts: The texts.
        labels: The class of each, from 0.
        pattern: Where they are put.
        options: As for ``LabelledTexts``: ``num_classes``, ``max_length`` ...

    Raises:
        ValueError: As ``LabelledTexts`` and ``Pattern.encode`` do, or if there are second texts.
    """

    def __init__(
        self, texts: Sequence[str], labels: Sequence[int], pattern: Pattern, **options: Any
    ) -> None:
        super().__init__(texts, labels, pattern.tokenizer, **options)
        if options.get("pairs") is not None:
            raise ValueError(f"a pattern takes one text, got second ones: {options['pairs'][:1]}")
        self.pattern = pattern
        self.encoded = [pattern.encode(text, self.max_length) for text in texts]
        self.lengths = np.array([len(one.input_ids) for one in self.encoded])


def verbalizer_ids(verbalizer: Verbalizer, tokenizer: WordPieceTokenizer) -> list[list[int]]:
    """Return the ids of each label's words.

    Raises:
        ValueError: If there are fewer than two labels, one has no word, a word is not one piece of
            the vocabulary, or a word has two labels.
    """
    if len(verbalizer) < 2 or not all(verbalizer.values()):
        raise ValueError(f"expected two labels or more with words for each, got {verbalizer}")
    ids = []
    for label, words in verbalizer.items():
        pieces = [tokenizer.text_ids(word) for word in words]
        for word, one in zip(words, pieces, strict=True):
            if len(one) != 1 or tokenizer.vocabulary[one[0]] in SPECIALS:
                names = [tokenizer.vocabulary[i] for i in one]
                raise ValueError(f"{label}: expected a word of one piece, got {word!r}: {names}")
        ids.append([one[0] for one in pieces])
    together = [i for some in ids for i in some]
    if len(set(together)) != len(together):
        raise ValueError(f"expected each word once, got {dict(verbalizer)}")
    return ids
