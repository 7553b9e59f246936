"""The tables of the path, and the control at its end."""

from lessons.l16_what_to_mask import halves, judge, live, masking

import html
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from bertlab.datasets import peoples_daily
from bertlab.finetuning.entities import read_entities
from bertlab.finetuning.tagging import TaggedWords, TaggingData, predict_tags
from bertlab.probing.news import tokenizer
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.captions import Captioned, table
from workbook.claims import check
from workbook.widgets import explore, text

SENTENCE = "The playwright lives in Edinburgh and teaches at the university."
GAP = "▢"


def two_maskers(
    word_spans: Callable[[list[str]], list[halves.Word]], hide_words: Callable[..., list[int]]
) -> Captioned:
    """Show an English sentence, five pieces of it hidden, as single pieces and as whole words."""
    pieces = WordPieceTokenizer.from_folder("bert-mini-en")
    cut = [pieces.vocabulary[i] for i in pieces.text_ids(SENTENCE)]
    words, singles = word_spans(cut), [(i, i + 1) for i in range(len(cut))]
    rows = [["nothing", " ".join(cut)]]
    parts = []
    for name, spans in (("single pieces", singles), ("whole words", words)):
        hidden = set(hide_words(spans, masking.shuffled(spans, Random(4)), 5))
        shown = (GAP if i in hidden else piece for i, piece in enumerate(cut))
        rows.append([name, " ".join(shown)])
        parts.append(sum(0 < len(hidden & {*range(*word)}) < word[1] - word[0] for word in words))
    check("single pieces leave parts of words, whole words none", parts[0] > 0 == parts[1])
    return table("16.1", "Five pieces hidden by your function.", ["hidden", "the model sees"], rows)


WORDS = {"北京": "Beijing", "今天": "today", "总理": "premier", "下降": "to fall", "飞机": "plane"}
GLOSSES = {
    "广州": "Guangzhou",
    "今晚": "tonight",
    "上升": "to rise",
    "外长": "foreign minister",
    "波音": "Boeing",
}


def similar_words() -> Captioned:
    """Show the nearest word of some words of the news."""
    pieces, rows = tokenizer().vocabulary, []
    for word, gloss in WORDS.items():
        other = "".join(pieces[i] for i in masking.similar()[tuple(tokenizer().text_ids(word))])
        rows.append([word, gloss, other, GLOSSES[other]])
    check("opposites are neighbors", rows[3][2] == "上升")
    return table(
        "16.2",
        "Words of the news, and the nearest one of the same length in our word2vec.",
        ["word", "in English", "nearest", "in English"],
        rows,
    )


def one_line(masks: Mapping[str, masking.Mask]) -> Captioned:
    """Show what each masker makes of a line of the newspaper."""
    line = peoples_daily().test[1243]
    ids = tokenizer().text_ids(line.text)
    words, start = [], 0
    for word in line.words:
        words.append((start, start + len(word)))
        start += len(word)
    rows = [["nothing", " ".join(line.words)], ["in English", LINE]]
    for name, mask in masks.items():
        shown, positions = mask(ids, words, Random(5))
        check("15% are chosen, or a few less", 0 < len(positions) <= masking.number_to_hide(ids))
        marked = _marked(shown, set(positions))
        rows.append([name, " ".join("".join(marked[start:end]) for start, end in words)])
    check("two similar words are glossed", all(f"*{c}*" in rows[-1][1] for c in "指出本国"))
    caption = (
        "A line of the newspaper. ▢ is [MASK]; characters in italics are shown in place of others. "
        "指出: *to point out*, 本国: *one's own country*."
    )
    return table("16.3", caption, ["masker", "the model sees"], rows)


def _marked(ids: Sequence[int], chosen: set[int]) -> list[str]:
    """Return the characters of a line, gaps for [MASK], other chosen ones in italics."""
    vocabulary, mask_id = tokenizer().vocabulary, tokenizer().mask_id
    shown = []
    for position, piece in enumerate(ids):
        character = GAP if piece == mask_id else vocabulary[piece].removeprefix("##")
        shown.append(f"*{character}*" if position in chosen and piece != mask_id else character)
    return shown


def fair(masks: Mapping[str, masking.Mask], lines: int = 400) -> Captioned:
    """Show how much each masker hides, and how many words show one half beside a hidden one."""
    rows, amounts, parts = [], [], list[float]()
    for name, mask in masks.items():
        chosen_in_all = pieces = touched = in_part = seen = runs = 0
        for number in range(lines):
            ids, words = live.news("validation", number)
            shown, positions = mask(ids, words, Random(number))
            chosen = set(positions)
            pieces, chosen_in_all = pieces + len(ids), chosen_in_all + len(chosen)
            seen += sum(piece == tokenizer().mask_id for piece in shown)
            for word in words:
                touched += not chosen.isdisjoint(range(*word))
                gaps = [shown[i] == tokenizer().mask_id for i in range(*word)]
                in_sight = [shown[i] == ids[i] for i in range(*word)]
                in_part += any(gaps) and any(in_sight)
            runs += sum(position - 1 not in chosen for position in chosen)
        amounts.append(chosen_in_all / pieces)
        row = [name, f"{amounts[-1]:.1%}", f"{seen / chosen_in_all:.0%}"]
        rows.append([*row, f"{in_part / touched:.0%}", f"{chosen_in_all / runs:.2f}"])
        parts.append(in_part / touched)
    check("all choose nearly as many", max(amounts) - min(amounts) < 0.01)
    check("halves beside gaps: most for single characters, some for whole words, none for spans",
          parts[0] > 0.4 > 0.2 > parts[1] > 0.05 > parts[2] == parts[3] == 0)  # fmt: skip
    columns = ["masker", "chosen", "of them [MASK]", "half in sight", "in a row"]
    caption = (
        f"What your maskers do to {lines} lines. *Half in sight*: of the words with a chosen "
        "character, those that show [MASK] beside a character as it was. *In a row*: chosen "
        "characters without a gap between them, on average."
    )
    return table("16.4", caption, columns, rows)


LINE = (  # word by word
    "Clinton, gives, state of the nation, address, to stress, to achieve, budget, balance, "
    "to watch, East Asia, finance, situation"
)
KINDS = {"PER": "person", "LOC": "place", "ORG": "organization"}
COLORS = {"PER": "#fbe3c0", "LOC": "#cfe5f6", "ORG": "#d3efdf"}
START_TEXT = "江泽民主席今天在北京会见了克林顿总统。"


def find_names(tagger: Any) -> None:
    """Let a reader type a text, and mark the names that a tagger finds in it."""

    def found(text: str) -> str:
        characters = tuple(text.strip())
        if not characters:
            return "Type a Chinese sentence."
        given = TaggedWords(characters, ("O",) * len(characters))
        tags = predict_tags(tagger, TaggingData([given], tokenizer(), judge.MAX_LENGTH))[0]
        return marked_names(characters, tags)

    explore(found, alt="A sentence whose names are marked.", text=text(START_TEXT, label="text"))


def marked_names(characters: Sequence[str], tags: Sequence[str]) -> str:
    """Return HTML: a text with its names in color, and what each is."""
    shown = [html.escape(character) for character in characters]
    for start, end, kind in read_entities(tags):
        style = f"background: {COLORS[kind]}; color: #111; padding: 2px 4px"
        shown[start] = f'<span style="{style}">{shown[start]}'
        shown[end - 1] += f" <small>{KINDS[kind]}</small></span>"
    return f'<p style="font-size: 1.2em">{"".join(shown)}</p>'
