"""Pictures of the lesson on input: a text's tokens as a row of cards, in HTML.

HTML rather than a figure, since it shows every script that the reader's browser has letters for.
"""

import html

from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

FIRST, SECOND, SPECIAL, UNKNOWN = "#cfe6f7", "#fbe3c0", "#e4e4e4", "#f6c7c7"
ROW = "display: flex; flex-wrap: wrap; gap: 4px; font-family: monospace; font-size: 14px"
CARD = "padding: 3px 6px; border-radius: 4px; text-align: center; color: #111; background: "


def token_cards(
    tokenizer: WordPieceTokenizer, text: str, pair: str | None = None, most: int = 60
) -> str:
    """Draw the tokens of a text, or of a pair, as cards: piece, id, type, position.

    Args:
        tokenizer: Cuts the text.
        text: The (first) text.
        pair: The second text, if there is one.
        most: How many cards to draw; what follows is counted in a line below.

    Returns:
        HTML. Blue is type 0, orange type 1, gray a special piece, red [UNK].
    """
    encoded = tokenizer.encode(text, pair)
    cards = ""
    rows = zip(encoded.input_ids[:most], encoded.token_type_ids, strict=False)
    for position, (i, kind) in enumerate(rows):
        piece = tokenizer.vocabulary[i]
        color = SECOND if kind else FIRST
        if piece in SPECIALS:
            color = UNKNOWN if piece == "[UNK]" else SPECIAL
        cards += (
            f'<div style="{CARD}{color}"><b>{html.escape(piece)}</b><br>{i}'
            f"<br><small>type {kind}, at {position}</small></div>"
        )
    left = len(encoded.input_ids) - most
    rest = f"<p>and {left} more</p>" if left > 0 else ""
    return f'<div style="{ROW}">{cards}</div>{rest}'
