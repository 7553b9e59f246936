"""The tables of the path, and the control at its end."""

from lessons.l16_what_to_mask import halves, judge, live, masking

import html
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from bertlab.datasets import pinyin
from bertlab.finetuning.entities import read_entities
from bertlab.finetuning.tagging import TaggedWords, TaggingData, predict_tags
from bertlab.probing.news import tokenizer
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.captions import Captioned, table
from workbook.claims import check
from workbook.widgets import explore, text

SENTENCE = "The playwright lives in Edinburgh and teaches at the university."
GAP, SAME = "▢", "·"


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


LINE = {  # its words, and what they mean
    "克林顿": "Clinton",
    "发表": "gives",
    "国情": "state of the nation",
    "咨文": "address",
    "强调": "stresses",
    "实现": "to achieve",
    "预算": "budget",
    "平衡": "balance",
    "关注": "watches",
    "东亚": "East Asia",
    "金融": "finance",
    "形势": "situation",
}
INSTEAD = {"指出": "points out", "本国": "one's own country"}


DRAWS = {"single characters": 10}  # a draw that hides no word as a whole by accident


def one_line(masks: Mapping[str, masking.Mask]) -> Captioned:
    """Show what each masker makes of a line of the newspaper, word by word."""
    ids = tokenizer().text_ids("".join(LINE))
    ends = [*accumulate(map(len, LINE))]
    words = list(zip([0, *ends], ends, strict=False))
    columns = [list(LINE), list(LINE.values())]
    for name, mask in masks.items():
        shown, positions = mask(ids, words, Random(DRAWS.get(name, 5)))
        check("15% are chosen, or a few less", 0 < len(positions) <= masking.number_to_hide(ids))
        columns.append([_marked(shown[start:end], ids[start:end]) for start, end in words])
    glossed = [word for column in columns[2:] for word in column if "(" in word]
    check("each similar word has a gloss", len(glossed) == len(INSTEAD))
    caption = (
        "A line of the newspaper. ▢ is [MASK], and a dot the word itself; italics: another word."
    )
    return table("16.3", caption, ["word", "in English", *masks], zip(*columns, strict=True))


def _marked(shown: Sequence[int], ids: Sequence[int]) -> str:
    """Return what is shown of a word: a dot for itself, gaps for [MASK], another with a gloss."""
    if list(shown) == list(ids):
        return SAME
    vocabulary, mask_id = tokenizer().vocabulary, tokenizer().mask_id
    word = "".join(GAP if i == mask_id else vocabulary[i].removeprefix("##") for i in shown)
    return word if mask_id in shown else f"*{word}* ({INSTEAD.get(word, 'random')})"


def fair(masks: Mapping[str, masking.Mask], lines: int = 400) -> Captioned:
    """Show how much each masker hides, and how many words show one half beside a hidden one."""
    rows, amounts, parts = [], [], list[float]()
    for name, mask in masks.items():
        chosen_in_all = pieces = touched = in_part = seen = 0
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
        amounts.append(chosen_in_all / pieces)
        row = [name, f"{amounts[-1]:.1%}", f"{seen / chosen_in_all:.0%}"]
        rows.append([*row, f"{in_part / touched:.0%}"])
        parts.append(in_part / touched)
    check("all choose nearly as many", max(amounts) - min(amounts) < 0.01)
    check("halves beside gaps: most for single characters, some for whole words, none for spans",
          parts[0] > 0.4 > 0.2 > parts[1] > 0.05 > parts[2] == parts[3] == 0)  # fmt: skip
    columns = ["masker", "chosen", "of them [MASK]", "half in sight"]
    caption = (
        f"{lines} lines. *Half in sight*: of the words with a chosen character, those that show "
        "[MASK] beside a character as it was."
    )
    return table("16.4", caption, columns, rows)


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


@cache
def _sounds() -> dict[str, str]:
    """Return for each character a syllable: its own, or the one that it has in a word."""
    entries = sorted(pinyin(), key=lambda entry: len(entry.text))
    found: dict[str, str] = {}
    for entry in entries:
        for character, syllable in zip(entry.text, entry.syllables, strict=True):
            found.setdefault(character, syllable)
    return found


def marked_names(characters: Sequence[str], tags: Sequence[str]) -> str:
    """Return HTML: a text with its names in color, what each is, and how it sounds."""
    shown = [html.escape(character) for character in characters]
    for start, end, kind in read_entities(tags):
        style = f"background: {COLORS[kind]}; color: #111; padding: 2px 4px"
        sounds = " ".join(_sounds().get(each, "?") for each in characters[start:end])
        shown[start] = f'<span style="{style}">{shown[start]}'
        shown[end - 1] += f" <small>{KINDS[kind]}: {sounds}</small></span>"
    return f'<p style="font-size: 1.2em; line-height: 1.8">{"".join(shown)}</p>'
