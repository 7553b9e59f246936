"""Tokens as cards in HTML rather than in a figure: a browser has letters for every script."""

import html
from collections.abc import Mapping, Sequence

import numpy as np
from IPython.display import HTML
from numpy.typing import NDArray

from bertlab.text.wordpiece import WordPieceTokenizer

FIRST, UNKNOWN = "#cfe6f7", "#f6c7c7"
ROW = "display: flex; flex-wrap: wrap; gap: 4px; font-family: monospace; font-size: 14px"
CHINESE = {  # texts, and what they mean
    "今天天气很好": "fine weather today",
    "１９９８年": "1998 in wide digits",
    "1998年": "1998 in ordinary digits",
}
CARD = "padding: 3px 6px; border-radius: 4px; text-align: center; color: #111; background: "


def token_cards(tokenizer: WordPieceTokenizer, text: str, most: int = 60) -> str:
    """Draw the pieces of a text as cards, below the text: each with its id.

    Args:
        tokenizer: Cuts the text.
        text: What is typed.
        most: How many cards to draw; what follows is counted in a line below.

    Returns:
        HTML; [UNK] is red.
    """
    cards = ""
    ids = tokenizer.text_ids(text)
    for i in ids[:most]:
        piece = tokenizer.vocabulary[i]
        color = UNKNOWN if piece == "[UNK]" else FIRST
        cards += (
            f'<div style="{CARD}{color}"><b>{html.escape(piece)}</b><br><small>{i}</small></div>'
        )
    rest = f"<p>and {len(ids) - most} more</p>" if len(ids) > most else ""
    return f'<p>{html.escape(text)}</p><div style="{ROW}">{cards}</div>{rest}'


def what_arrives(tokenizer: WordPieceTokenizer, texts: Sequence[tuple[str, str]]) -> HTML:
    """Show texts, each with the pieces that a BERT reads in its place.

    Args:
        tokenizer: Cuts the texts.
        texts: What is written, and a gloss in English (``""`` if it needs none).
    """
    return rows_of_cards([(text, gloss, tokenizer.tokenize(text)) for text, gloss in texts])


def rows_of_cards(rows: Sequence[tuple[str, str, Sequence[str]]]) -> HTML:
    """Show texts, each with a gloss (``""`` for none) and some pieces of it as cards."""
    page = ""
    for text, gloss, pieces in rows:
        cards = ""
        for piece in pieces:
            color = UNKNOWN if piece == "[UNK]" else FIRST
            cards += f'<div style="{CARD}{color}">{html.escape(piece)}</div>'
        meaning = f"<br><small>{html.escape(gloss)}</small>" if gloss else ""
        page += (
            '<div style="margin: 0.6em 0"><div style="margin-bottom: 3px">'
            f'<b>{html.escape(text)}</b>{meaning}</div><div style="{ROW}">{cards}</div></div>'
        )
    return HTML(page)


def fits_in_words(lengths: Mapping[str, NDArray[np.int64]], limits: Sequence[int]) -> str:
    """Write how many texts some limits keep whole, and how many scores a head then computes.

    Args:
        lengths: The tokens of each text, for some collections.
        limits: Numbers of tokens.
    """
    lines = ["kept whole in so many tokens", "".join(f"{limit:8}" for limit in limits)]
    for name, values in lengths.items():
        lines.append(f"{name} (longest: {max(values):,})")
        lines.append("".join(f"{np.mean(values <= limit):8.1%}" for limit in limits))
    lines += ["scores in a head", "".join(f"{limit**2:8,}" for limit in limits)]
    return "\n".join(lines)


def chosen_replies(message: str, replies: Sequence[str], cosines: Sequence[Sequence[float]]) -> str:
    """Show which reply is chosen to a message with each emoji.

    Args:
        message: Without its emoji.
        replies: To 😍 and to 😡.
        cosines: For each emoji, those of the message with the two replies.

    Returns:
        HTML; the chosen reply has a color.
    """
    page = ""
    for emoji, values in zip("😍😡", cosines, strict=True):
        page += f"<p><b>{html.escape(message)} {emoji}</b></p>"
        for reply, value in zip(replies, values, strict=True):
            color = FIRST if value == max(values) else "#eee"
            page += f'<div style="{CARD}{color}; margin: 3px 0; text-align: left">'
            page += f"{value:.2f}&ensp;{html.escape(reply)}</div>"
    return page
