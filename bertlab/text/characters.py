"""Characters: what BERT's tokenizers do to each of them before they look for words."""

import unicodedata
from functools import cache

# Ideographs are words by themselves. The fifth range begins at 2B920, not at 2B820 where the block
# does: the released tokenizers have it so, and equal ids matter more here.
IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class CharacterTable(dict):
    """What becomes of a character, by code point, worked out when it is first met.

    Each character is treated by itself, whatever stands beside it, so a table is all it takes:
    ``text.translate(table).split()`` normalizes a text and splits it into words.
    """

    def __init__(self, lowercase: bool, strip_accents: bool) -> None:
        self.lowercase, self.strip_accents = lowercase, strip_accents

    def __missing__(self, code: int) -> str:
        self[code] = result = self._normalize(chr(code))
        return result

    def _normalize(self, character: str) -> str:
        category = unicodedata.category(character)
        if character in "\t\n\r" or category in ("Zs", "Zl", "Zp"):
            return " "
        if character == "\ufffd" or category in ("Cc", "Cf", "Co", "Cs"):
            return ""  # controls, invisible marks and private use; a decoding error's placeholder
        if any(low <= ord(character) <= high for low, high in IDEOGRAPHS):
            return f" {self._fold(character)} "
        return "".join(f" {c} " if is_punctuation(c) else c for c in self._fold(character))

    def _fold(self, character: str) -> str:
        """Lower-case and without accents, unless they matter."""
        if self.strip_accents:
            decomposed = unicodedata.normalize("NFD", character)
            character = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
        return "".join(c.lower() for c in character) if self.lowercase else character


@cache
def character_table(lowercase: bool, strip_accents: bool | None = None) -> CharacterTable:
    """Return the table that all tokenizers share which fold alike; it grows as they read."""
    return CharacterTable(lowercase, lowercase if strip_accents is None else strip_accents)


def is_punctuation(character: str) -> bool:
    """Say whether BERT splits at a character: all ASCII symbols, and Unicode's punctuation."""
    ascii_symbol = character.isascii() and character.isprintable() and not character.isalnum()
    return (ascii_symbol and character != " ") or unicodedata.category(character)[0] == "P"
