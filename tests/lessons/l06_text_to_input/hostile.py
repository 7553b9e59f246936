"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l06_text_to_input import figures


def shown(text: str) -> list[str]:
    tokenizer = WordPieceTokenizer([*SPECIALS, "a", "b"])
    tokenizer.vocabulary = (*SPECIALS, text, f"##{text}")
    return [figures.token_cards(tokenizer, "a b"), figures.token_cards(tokenizer, text)]
