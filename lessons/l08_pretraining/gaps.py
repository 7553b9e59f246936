"""Further: models that fill gaps, to play with."""

from lessons.l08_pretraining.long_runs import LONG_RUNS

import html
from collections.abc import Mapping, Sequence

from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.generation import Candidate, MaskedModel, fill_mask
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.exercises.tasks import task
from workbook.path import choose, explore, text

Experts = Mapping[str, tuple[MaskedModel, WordPieceTokenizer]]
ROW = "display: flex; flex-wrap: wrap; gap: 3px 14px"  # on a phone the guesses go on below


def experts() -> Experts:
    """Return three models that fill gaps, with their tokenizers."""
    folder, load = WordPieceTokenizer.from_folder, BertForPreTraining.from_pretrained
    guesser = {"minilm-words": (from_change("minilm-words"), folder("minilm"))}
    return guesser | {name: (load(name), folder(name)) for name in LONG_RUNS}


def play(models: Experts) -> None:
    """Let a reader write a sentence with gaps, and show what a model fills in."""

    def draw(model: str, sentence: str) -> str:
        return gap_table(sentence, fill_mask(*models[model], sentence))

    alt = "A table: for each gap of a sentence the likeliest pieces with their probabilities."
    ship = text("The ship sank in the Atlantic [MASK].", label="text")
    explore(draw, alt=alt, model=choose(list(models)), sentence=ship)


def gap_table(sentence: str, gaps: Sequence[Sequence[Candidate]]) -> str:
    """Return HTML: for each [MASK] of a sentence its likeliest pieces."""
    rows = ""
    for number, gap in enumerate(gaps, start=1):
        guesses = "".join(
            f"<span>{html.escape(c.piece)}&nbsp;{c.probability:.0%}</span>" for c in gap
        )
        rows += f'<div style="{ROW}"><b>gap {number}</b>{guesses}</div>'
    return f"<p>{html.escape(sentence)}</p>{rows}"


def compare_ends(
    model: MaskedModel, tokenizer: WordPieceTokenizer, start: str, ends: Sequence[str]
) -> None:
    """Print what a model fills into a sentence with several ends, and whether the ends decide."""

    def slip(theirs: Sequence[str]) -> str:
        gaps = [fill_mask(model, tokenizer, f"{start} {end}", top=3)[0] for end in theirs]
        for end, gap in zip(theirs, gaps, strict=True):
            print(f"... {end} {', '.join(candidate.piece for candidate in gap)}")
        if len(theirs) < 2:
            return "Give two ends."
        if {end.strip(" .") for end in theirs} == {"and went in", "and began to read"}:
            return "Those are the ends of the first page: find some of your own."
        alike = len({gap[0].piece for gap in gaps}) < len(gaps)
        return "The first guess is the same: try other ends." if alike else ""

    task(__name__, "ends", ends, None, slip, "right: the right side decides.")
