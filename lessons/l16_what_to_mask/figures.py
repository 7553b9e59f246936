"""The figures of the path, each with its number, caption and words."""

from lessons.l16_what_to_mask import diagrams, halves
from lessons.l16_what_to_mask.learners import ARMS, BASE, START

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from workbook.captions import Captioned, figure
from workbook.charts import (
    BASELINE,
    OURS,
    Row,
    draw_differences,
    draw_proportions,
    headed,
    proportion_row,
    proportions_on,
)
from workbook.claims import check
from workbook.fonts.figures import letters_for

OPENING = {  # a text, and where in it a word of two pieces begins
    "English": ("she won the championship in 1994.", 3),
    "Chinese": ("我国的经济发展很快。", 3),
}


NAMES = {  # of the recorded models
    START: "no further training",
    "whole words": "whole words",
    "ERNIE 1.0": "ERNIE 1.0",
    "SpanBERT spans": "spans",
    "SpanBERT": "spans, second loss",
    "MacBERT": "similar words",
}


PAIR = "single characters", "whole words"  # what the path lets go on


def opening() -> Captioned:
    """Show what BERTs guess for the second half of a word, with one half hidden and both."""
    words = [[part for text, _ in OPENING.values() for part in text]]
    with letters_for(["".join(part) for part in words]):
        drawn, panels = plt.subplots(2, 2, figsize=(5.6, 3.9), sharex=True, layout="constrained")
        tops = []
        for row, (name, (text, start)) in zip(panels, OPENING.items(), strict=True):
            language = halves.language(name)
            word = halves.HalfWord(language.tokenizer.text_ids(text), start)
            answer = word.ids[start + 1]
            for axes, both in zip(row, (False, True), strict=True):
                probabilities = halves.probabilities(language, [word], both)[0]
                tops.append(float(probabilities[answer]))
                _guesses(axes, language, probabilities.topk(3), answer)
                axes.set_title(_with_gaps(language, word, both), loc="left", fontsize=11)
        for axes in panels[-1]:
            axes.set_xlabel("probability")
        drawn.canvas.draw()
    check("with the half over 70%, without it under 5%",
          min(tops[::2]) > 0.7 and max(tops[1::2]) < 0.05)  # fmt: skip
    return figure(
        headed(drawn, "Half of a word can give away the other half", free_text=True),
        "16.1",
        "Two examples that we chose, and what small BERTs guess for the last gap; the right answer "
        "is blue. Left, one half is hidden, right, both are. 我国的经济发展很快: *our country's "
        "economy grows fast*; 济 is the second half of *economy*.",
        alt="Four bar charts. With the first half in sight the right second half has a high "
        "probability, in English and in Chinese. With both halves hidden it is not among the "
        "first three guesses, and all bars are short.",
    )


def _guesses(axes: Axes, language: halves.Language, top: Any, answer: int) -> None:
    names = [language.tokenizer.vocabulary[i].removeprefix("##") for i in top.indices.tolist()]
    colors = [OURS if i == answer else "0.7" for i in top.indices.tolist()]
    axes.barh(range(3), top.values.tolist(), color=colors)
    axes.set_yticks(range(3), names, fontsize=12)
    axes.set(xlim=(0, 1), ylim=(2.6, -0.6))


def _with_gaps(language: halves.Language, word: halves.HalfWord, both: bool) -> str:
    """Return the beginning of a text, up to its word, hidden pieces as squares."""
    pieces = [language.tokenizer.vocabulary[i] for i in word.ids[: word.start + 2]]
    pieces[-1] = "##▢"
    if both:
        pieces[-2] = "▢"
    space = " " if language.name == "English" else ""
    text = "".join(p[2:] if p.startswith("##") else space + p for p in pieces).strip()
    return f"{text} ..."


def half_a_word(
    languages: Sequence[halves.Halves], lists: Sequence[Mapping[str, str]]
) -> Captioned:
    """Show how often BERT tells the second half of a word, and how often a list does."""
    rows: dict[str, Row] = {}
    for words, seconds in zip(languages, lists, strict=True):
        number = len(words.words)
        one, both = (int(halves.second_guesses(words, hidden).sum()) for hidden in (False, True))
        listed = int(halves.listed(words, seconds).sum())
        among = int(halves.among_known(words).sum())
        check("with the list's choices BERT is level with it", abs(among - listed) < 0.05 * number)
        check("half a word: over 15% from the half, under 10% without; a list is ahead of BERT",
              one > 0.15 * number and both < 0.1 * number and listed > one)  # fmt: skip
        rows[f"{words.language.name}: BERT, both halves hidden"] = proportion_row(both, number)
        rows[f"{words.language.name}: BERT, the first in sight"] = proportion_row(one, number)
        rows[f"{words.language.name}: BERT, the list's choices"] = proportion_row(among, number)
        rows[f"{words.language.name}: your list"] = proportion_row(listed, number)
    colors = {name: BASELINE for name in rows if "your list" in name}
    drawn = draw_proportions(
        rows, "A list that cannot read knows more halves than BERT", "second halves told",
        colors=colors,
    )  # fmt: skip
    return figure(
        drawn,
        "16.2",
        "500 words of two pieces in each language. *The list's choices*: BERT may only take a "
        "second half that follows this first one in the training text. Bars: 95% intervals.",
        alt="; ".join(f"{name} {row.mean:.0%}" for name, row in rows.items()),
    )


def whole_words() -> Captioned:
    """Show single characters and whole words that are hidden."""
    return figure(
        diagrams.whole_words(),
        "16.3",
        "Above the sentence *teachers visit Peking University today*, with its words. Below it "
        "what two maskers hide (M is [MASK]).",
        alt="A sentence of eleven characters in six words. Single characters: four are hidden, "
        "each of another word. Whole words: both characters of two words are hidden.",
    )


def spans() -> Captioned:
    """Show a span of words with one draw for all of it."""
    return figure(
        diagrams.spans(),
        "16.4",
        "SpanBERT's three ways to show a span: [MASK] (M), random pieces, the text itself.",
        alt="A sentence, and a span of three words in it, shown three times: all hidden, all "
        "replaced by random characters, or all as it was.",
    )


def similar() -> Captioned:
    """Show words that stand for others."""
    return figure(
        diagrams.similar(),
        "16.5",
        "MacBERT shows no [MASK]: *tonight* and *Guangzhou*. The model has to say that *today* and "
        "*Beijing* stood there.",
        alt="A sentence, and below it the same one with two other words: tonight for today, "
        "and Guangzhou for Beijing.",
    )


def two_clozes(
    clozes: Mapping[str, Mapping[str, tuple[int, int]]],
    models: Mapping[str, Any],
    words: halves.Halves,
) -> Captioned:
    """Show what two models guess in the game of each, and of second halves of words.

    Args:
        clozes: For each game what each model guesses, and of how many.
        models: They also guess second halves.
        words: Of which the second halves are.
    """
    second = {
        name: (int(halves.second_guesses(words, False, model).sum()), len(words.words))
        for name, model in models.items()
    }
    found = {**clozes, "second halves, as in part 1": second}
    drawn, panels = plt.subplots(len(found), 1, figsize=(5.6, 5.6), sharex=True)
    for axes, (way, counts) in zip(panels, found.items(), strict=True):
        rows = {f"practiced {name}": proportion_row(*both) for name, both in counts.items()}
        proportions_on(axes, rows, colors={f"practiced {n}": BASELINE for n in counts if n != way})
        axes.set_title(f"hidden: {way}", loc="left", fontsize=11)
    if tuple(clozes) == PAIR:
        (plain, whole), (also, own), (half, without) = (
            [right / asked for right, asked in counts.values()] for counts in found.values()
        )
        check("each model is best at its own game", plain > whole and own > also)
        check("whole words rely less on half of a word", half > without)
    panels[0].set_xlim(0.1, 0.4)
    panels[-1].set_xlabel("guessed")
    return figure(
        headed(drawn, "Each of your models wins its own game"),
        "16.6",
        "Held-out lines, hidden by your maskers: chosen characters that are not shown as they are. "
        "Blue: what a model practiced. Bars: 95% intervals over what is hidden, of one run.",
        alt="Three panels. With single characters hidden the model that practiced them is ahead "
        "by some points; with whole words hidden the other one is ahead by a little; at second "
        "halves of words, with the first in sight, the first model is ahead.",
    )


def seven_ways(
    f1: Mapping[str, Sequence[float]], intervals: Mapping[str, tuple[float, float, float]]
) -> Captioned:
    """Show by how much the names' F1 of each recorded model differs from that of plain masks.

    Args:
        f1: Of each model, by seeds.
        intervals: The mean difference, and the ends of its interval.
    """
    rows = {}
    for name in (*ARMS, START):
        if name != BASE:
            seeds = tuple(np.subtract(f1[name], f1[BASE]).tolist())
            rows[NAMES[name]] = Row(*intervals[name], seeds)
    check("no masker is ahead of plain masks", all(row.low < 0 for row in rows.values()))
    check("without further training it is behind", rows[NAMES[START]].high < 0)
    drawn = draw_differences(
        rows, "No masker is shown to be ahead", "points of F1, against single characters"
    )
    return figure(
        drawn,
        "16.7",
        "Finding names after 1,000 updates with each masker, all test lines: your intervals of the "
        f"mean difference over seeds. Single characters reach {mean(f1[BASE]):.1%}.",
        alt="; ".join(
            f"{name} {100 * row.mean:+.1f} points, {100 * row.low:+.1f} to {100 * row.high:+.1f}"
            for name, row in rows.items()
        ),
    )
