"""Where the model with five heads fails: against a rule, on a wording, in its confidence."""

from lessons.l10_four_tasks.figures import headline
from lessons.l10_four_tasks.one_encoder import first_pieces
from lessons.l10_four_tasks.scenes import words_of
from lessons.l10_four_tasks.stories import TAGS, Story

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure
from torch import nn

from bertlab.text.wordpiece import WordPieceTokenizer

NAMES = {
    "sentence": "class of the text",
    "pair": "class of a pair",
    "tags": "tags: all of a text",
    "span": "span: both ends",
    "choice": "choice",
}


class Failure(NamedTuple):
    """A text with at least one wrong tag.

    Attributes:
        words: Of the text.
        said: The model's tag of each.
        right: The right one.
    """

    words: list[str]
    said: list[str]
    right: list[str]

    def wrong(self) -> list[str]:
        """Return the words that have a wrong tag."""
        tagged = zip(self.words, self.said, self.right, strict=True)
        return [word for word, said, right in tagged if said != right]


@torch.no_grad()
def said_tags(
    model: nn.Module, tokenizer: WordPieceTokenizer, stories: Sequence[Story]
) -> list[tuple[int, ...]]:
    """Return for each story the number of the tag that a model gives each of its words."""
    logits = model("tags", *tokenizer.batch([one.text for one in stories]))
    return [
        tuple(found[place] for place, _ in first_pieces(one.text, tokenizer))
        for one, found in zip(stories, logits.argmax(dim=-1).tolist(), strict=True)
    ]


def failures(stories: Sequence[Story], said: Sequence[tuple[int, ...]]) -> list[Failure]:
    """Return the texts of which not all tags are right."""
    return [
        Failure(words_of(one.text), [TAGS[tag] for tag in tags], [TAGS[tag] for tag in one.tags])
        for one, tags in zip(stories, said, strict=True)
        if tags != one.tags
    ]


@torch.no_grad()
def kind_confidence(
    model: nn.Module, tokenizer: WordPieceTokenizer, stories: Sequence[Story]
) -> tuple[float, float]:
    """Return the mean probability of the kind that a model names, and how often it is right."""
    logits = model("sentence", *tokenizer.batch([one.text for one in stories]))
    surest = logits.softmax(dim=-1).max(dim=-1)
    right = surest.indices == torch.tensor([one.kind for one in stories])
    return float(surest.values.mean()), float(right.float().mean())


def draw_heads(
    rule: Mapping[str, Mapping[str, float]],
    model: Mapping[str, Mapping[str, float]],
    guesses: Mapping[str, float],
    title: str,
) -> Figure:
    """Draw for each part what a rule and a model get right with each head.

    Args:
        rule: For each part, for each head a proportion.
        model: Likewise, and perhaps of more parts.
        guesses: What guessing reaches, for each head.
        title: What the picture shows.
    """
    figure, panels = plt.subplots(len(rule), 1, figsize=(5.6, 5.2), sharex=True)
    look: dict[str, Any] = {"linestyle": "none", "markersize": 9}
    rows = range(len(guesses))
    for axes, part in zip(panels, rule, strict=True):
        ways = [[100 * found[head] for head in guesses] for found in (rule[part], model[part])]
        axes.hlines(rows, *ways, color="0.6", linewidth=2, zorder=1)
        axes.plot(ways[0], rows, "s", color="k", mfc="white", label="rule of places", **look)
        axes.plot(ways[1], rows, "o", color="C0", label="our model", **look)
        guessed = [100 * guess for guess in guesses.values()]
        axes.plot(guessed, rows, "|", color="0.4", label="guessing", **look)
        for height, both in enumerate(zip(*ways, strict=True)):
            words = "{:.0f} | {:.0f}".format(*both)
            axes.annotate(
                words,
                (1.02, height),
                xycoords=axes.get_yaxis_transform(),
                va="center",
                fontsize=11,
                annotation_clip=False,
            )
        axes.set(ylim=(len(guesses) - 0.5, -0.5), xlim=(-4, 104))
        axes.set_yticks(rows, [NAMES[head] for head in guesses], fontsize=11)
        axes.set_title(f"{part}, per cent right (right: rule | model)", loc="left", fontsize=11)
    panels[-1].legend(loc="upper center", bbox_to_anchor=(0.4, -0.15), ncols=3, columnspacing=1)
    headline(figure, title)
    return figure
