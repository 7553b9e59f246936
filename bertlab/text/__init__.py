"""From text to ids, and back to places in the text.

``characters`` cleans a text and splits it into words; ``wordpiece`` cuts words into pieces of a
vocabulary and packs one text or two with [CLS] and [SEP]; ``tokenizer_folder`` reads such a
vocabulary and its settings, ``wordpiece_training`` learns one. ``truncation`` shortens what is too
long, ``documents`` cuts and joins what is much too long, and ``offsets`` says which characters of
the text a piece came from.
"""

from bertlab.text.truncation import truncate
from bertlab.text.wordpiece import SPECIALS, Encoded, WordPieceTokenizer

__all__ = ["SPECIALS", "Encoded", "WordPieceTokenizer", "truncate"]
