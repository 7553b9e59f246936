"""Tables and marked texts of the lesson on four tasks."""

from lessons.l10_four_tasks.measure import Answers

import html
from collections.abc import Sequence

from bertlab.datasets.generated.inference_pairs import LABELS, InferencePair
from bertlab.finetuning.tagging import IGNORED

CELL = "background: {}; color: #111; padding: 2px 6px; text-align: center"
MARK = "background: {}; color: #111; padding: 1px 4px; white-space: nowrap"
FIRST, LATER, SPECIAL = "#cfe3f2", "#f3f3f3", "#dddddd"
KINDS = {
    **{"PER": "#fbe3c0", "LOC": "#cfe3f2", "ORG": "#d3ecdf"},
    **{"HAS": "#d3ecdf", "NOT": "#eeeeee"},
}


SEEDS = (
    "<p><small>Dots: three seeds, some on top of each other. Bars: 95% intervals of a row's mean, "
    "from the number of test items (Wilson's formula).</small></p>"
)
F1_BARS = (
    "<p><small>Wilson's formula is for answers that are right or wrong. The F1 of an answer lies "
    "between 0 and 1, so it varies at most as much: these bars are rather too wide.</small></p>"
)


def alignment_table(
    pieces: Sequence[str], words: Sequence[int | None], labels: Sequence[int], names: Sequence[str]
) -> str:
    """Return HTML: each piece, the number of its word, and the label that the loss sees.

    Args:
        pieces: As written in the vocabulary.
        words: The number of each piece's word; None for specials.
        labels: Numbers of tags, or ``IGNORED``.
        names: Of the tags.
    """
    cells = ""
    for piece, word, label in zip(pieces, words, labels, strict=True):
        color = SPECIAL if word is None else LATER if label == IGNORED else FIRST
        tag = "-100" if label == IGNORED else html.escape(names[label])
        number = "&nbsp;" if word is None else f"word {word}"
        style = CELL.format(color)
        cells += f'<div style="{style}">{number}<br>{html.escape(piece)}<br><b>{tag}</b></div>'
    return f'<div style="display: flex; flex-wrap: wrap; gap: 3px">{cells}</div>'


def tagged_text(words: Sequence[str], names: Sequence[tuple[int, int, str]]) -> str:
    """Return HTML: a text with its names marked; ``names`` are as ``read_entities`` finds them.

    Each name stands in a box that is not broken, with its kind at the end.
    """
    opens = {start: (end, kind) for start, end, kind in names}
    text, place = "", 0
    while place < len(words):
        end, kind = opens.get(place, (place + 1, ""))
        inside = "".join(words[place:end])
        shown = html.escape(inside.lstrip())
        if kind:
            style = MARK.format(KINDS.get(kind, LATER))
            small = f'<small style="font-weight: bold">&nbsp;{html.escape(kind)}</small>'
            shown = f'<span style="{style}">{shown}{small}</span>'
        text += " " * (len(inside) - len(inside.lstrip())) + shown
        place = end
    return f"<p>{text}</p>"


def passage_table(passage: str, asked: Sequence[tuple[str, str]]) -> str:
    """Return HTML: a passage with the first answer marked, and questions with their answers.

    Args:
        passage: As a whole.
        asked: Questions and their answers; an empty one if there is none.
    """
    answer = asked[0][1]
    before, _, after = passage.partition(answer)
    mark = f'<span style="{MARK.format(KINDS["HAS"])}">{html.escape(answer)}</span>'
    rows = [(question, found or "(no answer)") for question, found in asked]
    text = f"<p>{html.escape(before)}{mark}{html.escape(after)}</p>"
    return text + small_table(("question", "answer"), rows)


def answers_table(text: str, answers: Answers, tags: Sequence[str]) -> str:
    """Return HTML: a text, and for each task what was asked and what came out."""
    rows = [
        ("sentence", "What kind of thing is it?", answers.kind),
        ("pair", answers.hypothesis, answers.label),
        ("tags", "Which words name a person or a thing?", None),
        ("span", answers.question, answers.span or "(no answer)"),
        ("choice", "What comes next?", answers.ending),
    ]
    cells = "".join(
        f'<tr><th style="text-align: left">{task}</th>'
        f'<td style="text-align: left">{html.escape(asked)}</td>'
        f'<td style="text-align: left">'
        f"{marked(answers.words, answers.tags, tags[0]) if answer is None else html.escape(answer)}"
        "</td></tr>"
        for task, asked, answer in rows
    )
    return f"<p><b>{html.escape(text)}</b></p><table>{cells}</table>"


def marked(words: Sequence[str], tags: Sequence[str], outside: str) -> str:
    """Return HTML: words with a tag for each; those outside are not marked."""
    marks = [(n, n + 1, tag[2:]) for n, tag in enumerate(tags) if tag != outside]
    return tagged_text([word if n == 0 else f" {word}" for n, word in enumerate(words)], marks)


def premises_table(three: Sequence[InferencePair]) -> str:
    """Return HTML: a hypothesis, and under it a premise for each label."""
    rows = "".join(
        f"<tr><th>{LABELS[pair.label]}</th>"
        f'<td style="text-align: left">{html.escape(pair.premise)}</td></tr>'
        for pair in sorted(three, key=lambda pair: pair.label)
    )
    return f"<p><b>{html.escape(three[0].hypothesis)}</b></p><table>{rows}</table>"


def small_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return HTML: a table of texts, the first column to the left."""
    cells = "".join(f'<th style="text-align: left">{html.escape(name)}</th>' for name in header)
    for row in rows:
        inside = "".join(f'<td style="text-align: left">{html.escape(cell)}</td>' for cell in row)
        cells += f"</tr><tr>{inside}"
    return f"<table><tr>{cells}</tr></table>"
