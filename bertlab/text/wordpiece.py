"""WordPiece: from text to the pieces a BERT knows, and back.

Three steps: normalize characters, split into words, cut each word into the longest pieces known.
"""

import json
import operator
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Int
from torch import Tensor

from bertlab.files import published, write_atomically
from bertlab.text.characters import character_table
from bertlab.text.tokenizer_folder import SPECIALS, read_tokenizer
from bertlab.text.truncation import truncate

MAX_WORD_LENGTH = 100  # a longer word becomes [UNK]
PREFIX = "##"  # marks a piece that continues a word
CLOSE_UP = (".", "?", "!", ",", "n't", "'m", "'s", "'ve", "'re")  # decoded without a space before
MOST_REMEMBERED = 100_000  # words whose pieces are kept: about 25 MB, whatever texts come


class Batch(NamedTuple):
    """Texts as the model takes them; each tensor is (B, T), padded to the longest text.

    Attributes:
        input_ids: Pieces.
        token_type_ids: 0 for the first text with its [CLS] and [SEP], 1 for the second.
        attention_mask: 1 for pieces, 0 for padding.
    """

    input_ids: Int[Tensor, "B T"]
    token_type_ids: Int[Tensor, "B T"]
    attention_mask: Int[Tensor, "B T"]

    def to(self, device: torch.device | str) -> "Batch":
        """Move all three tensors to a device."""
        return Batch(*(tensor.to(device) for tensor in self))


class Encoded(NamedTuple):
    """One text, or pair of texts, as ids: [CLS] first [SEP] (second [SEP])."""

    input_ids: list[int]
    token_type_ids: list[int]


class WordPieceTokenizer:
    """Turns texts into ids of word pieces, exactly as the published BERT tokenizers do.

    Args:
        vocabulary: The pieces; a piece's id is its index.
        lowercase: Whether case is removed, as in the *uncased* models.
        strip_accents: Whether accents are; None: as case is.

    Raises:
        ValueError: If a special piece is missing or a piece stands there twice.
    """

    def __init__(
        self, vocabulary: Sequence[str], lowercase: bool = True, strip_accents: bool | None = None
    ) -> None:
        self.vocabulary = tuple(vocabulary)
        self.lowercase, self.strip_accents = lowercase, strip_accents
        self.ids = {piece: i for i, piece in enumerate(self.vocabulary)}
        if len(self.ids) != len(self.vocabulary):
            twice = next(p for i, p in enumerate(self.vocabulary) if self.ids[p] != i)
            raise ValueError(f"each piece may stand in the vocabulary once, got {twice!r} twice")
        missing = [special for special in SPECIALS if special not in self.ids]
        if missing:
            raise ValueError(f"the vocabulary must hold {', '.join(SPECIALS)}; missing {missing}")
        self.pad_id, self.unk_id, self.cls_id, self.sep_id, self.mask_id = (
            self.ids[special] for special in SPECIALS
        )
        self.characters = character_table(lowercase, strip_accents)
        self._special = re.compile("(" + "|".join(map(re.escape, SPECIALS)) + ")")
        self._cache: dict[str, list[int]] = {special: [self.ids[special]] for special in SPECIALS}

    @classmethod
    def from_folder(cls, folder: str | Path, lowercase: bool | None = None) -> "WordPieceTokenizer":
        """Read the vocabulary and the settings; see ``bertlab.text.tokenizer_folder``.

        Args:
            folder: A folder, or a name that ``bertlab.model.pretrained.find_folder`` knows.
            lowercase: Overrides the folder's own setting (without one: True).

        Raises:
            FileNotFoundError: If there is no vocabulary.
            ValueError: If the files ask for another way of splitting than BERT's.
        """
        return cls(*read_tokenizer(folder, lowercase))

    def save(self, folder: str | Path) -> None:
        """Write vocab.txt and tokenizer_config.json, as ``transformers`` reads them."""
        settings = {"tokenizer_class": "BertTokenizer", "do_lower_case": self.lowercase}
        settings["model_max_length"] = 512
        if self.strip_accents is not None:
            settings["strip_accents"] = self.strip_accents
        pieces = "\n".join(self.vocabulary) + "\n"
        with published(Path(folder)) as prepared:
            write_atomically(prepared / "vocab.txt", pieces.encode())
            write_atomically(prepared / "tokenizer_config.json", json.dumps(settings).encode())

    def words(self, text: str) -> list[str]:
        """Normalize a text and split it at spaces, punctuation and ideographs.

        Raises:
            ValueError: If it is no string.
        """
        if not isinstance(text, str):
            raise ValueError(f"expected a text (str), got {type(text).__name__}")
        if "[" not in text:
            return text.translate(self.characters).split()
        words: list[str] = []
        for part in self._special.split(text):  # [MASK] and its like stay whole
            words += [part] if part in SPECIALS else part.translate(self.characters).split()
        return words

    def cut(self, word: str) -> list[int]:
        """Cut one word: the longest piece that fits, then the longest that continues it."""
        if len(word) > MAX_WORD_LENGTH:
            return [self.unk_id]
        pieces, start = [], 0
        while start < len(word):
            prefix = PREFIX if start else ""
            for end in range(len(word), start, -1):
                piece = self.ids.get(prefix + word[start:end])
                if piece is not None:
                    break
            else:
                return [self.unk_id]  # one unknown part makes the whole word unknown
            pieces.append(piece)
            start = end
        return pieces

    def text_ids(self, text: str) -> list[int]:
        """Return the ids of a text, without [CLS] and [SEP]."""
        ids: list[int] = []
        for word in self.words(text):
            pieces = self._cache.get(word)
            if pieces is None:
                pieces = self.cut(word)
                if len(self._cache) < MOST_REMEMBERED:
                    self._cache[word] = pieces
            ids += pieces
        return ids

    def tokenize(self, text: str) -> list[str]:
        """Return the pieces of a text, without [CLS] and [SEP]."""
        return [self.vocabulary[i] for i in self.text_ids(text)]

    def encode(self, text: str, pair: str | None = None, max_length: int | None = None) -> Encoded:
        """Encode a text, or two, with [CLS] and [SEP].

        Args:
            text: The (first) text.
            pair: The second text, if there is one.
            max_length: Longest result, specials included; the longer text loses its end first.

        Raises:
            ValueError: If a text is no string, or ``max_length`` cannot hold the specials.
        """
        first = self.text_ids(text)
        second = None if pair is None else self.text_ids(pair)
        if max_length is not None:
            first, second = truncate(first, second, max_length)
        ids = [self.cls_id, *first, self.sep_id]
        types = [0] * len(ids)
        if second is not None:
            ids += [*second, self.sep_id]
            types += [1] * (len(second) + 1)
        return Encoded(ids, types)

    def batch(
        self,
        texts: Sequence[str],
        pairs: Sequence[str] | None = None,
        max_length: int | None = 512,
    ) -> Batch:
        """Encode several texts (or pairs) and pad them to the longest.

        Args:
            texts: The (first) texts.
            pairs: The second texts, as many as first ones; None for single texts.
            max_length: Longest result, specials included; longer texts lose their end. None keeps
                all, and a model refuses what is longer than its table of positions.

        Returns:
            Three tensors (B, T), T the length of the longest text.

        Raises:
            ValueError: If there are no texts, a str is given for a list, or the numbers differ.
        """
        if isinstance(texts, str) or isinstance(pairs, str):
            raise ValueError("expected a list of texts, got one str; put it in a list")
        if not len(texts):
            raise ValueError("expected at least one text, got none")
        if pairs is not None and len(pairs) != len(texts):
            raise ValueError(f"expected as many pairs as texts ({len(texts)}), got {len(pairs)}")
        seconds: Iterable[str | None] = [None] * len(texts) if pairs is None else pairs
        encoded = [self.encode(a, b, max_length) for a, b in zip(texts, seconds, strict=True)]
        return self.pad(encoded)

    def decode(self, ids: Iterable[int], skip_specials: bool = True) -> str:
        """Turn ids back into text: pieces joined, spaces as English wants them before . ? ! and ,.

        The text is the normalized one: case, accents and runs of spaces do not come back.

        Raises:
            ValueError: If an id is not in the vocabulary.
        """
        text = ""
        for i in ids:
            try:
                number = operator.index(i)  # also of a tensor with one integer
            except TypeError as error:
                raise ValueError(f"ids must be integers, got {i!r}") from error
            if not 0 <= number < len(self.vocabulary):
                raise ValueError(f"ids must be in [0, {len(self.vocabulary)}), got {number}")
            piece = self.vocabulary[number]
            if skip_specials and piece in SPECIALS:
                continue
            if not text or piece.startswith(CLOSE_UP):
                text += piece
            else:
                text += piece.removeprefix(PREFIX) if piece.startswith(PREFIX) else f" {piece}"
        return text

    def pad(self, encoded: Sequence[Encoded]) -> Batch:
        """Lay encoded texts side by side, padded at the end to the longest.

        Raises:
            ValueError: If there are none.
        """
        if not encoded:
            raise ValueError("expected at least one encoded text, got none")
        T = max(len(one.input_ids) for one in encoded)
        ids = torch.full((len(encoded), T), self.pad_id)  # (B, T)
        types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
        for row, one in enumerate(encoded):
            length = len(one.input_ids)
            ids[row, :length] = torch.tensor(one.input_ids)
            types[row, :length] = torch.tensor(one.token_type_ids)
            mask[row, :length] = 1
        return Batch(ids, types, mask)
