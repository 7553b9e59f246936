"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l06_text_to_input import cards


def shown(text: str) -> list[str]:
    tokenizer = WordPieceTokenizer([*SPECIALS, "a", "b"])
    tokenizer.vocabulary = (*SPECIALS, text, f"##{text}")
    return [
        cards.token_cards(tokenizer, "a b"),
        cards.token_cards(tokenizer, text),
        cards.chosen_replies(text, [text, text], [[0.1, 0.2], [0.2, 0.1]]),
    ]
