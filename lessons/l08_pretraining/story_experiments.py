"""Further experiments with the tiny language: what is seen and not hidden, and what is written."""

from lessons.l08_pretraining import live, stories, visible
from lessons.l08_pretraining.experiments import approach

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean

from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.generation import gibbs_sample
from workbook.captions import Captioned, table
from workbook.claims import check

Berts = Sequence[BertForPreTraining]


@cache
def story_berts(always_mask: bool = False) -> Berts:
    """Return three BERTs that have learned the 32 stories as on the path.

    Args:
        always_mask: Whether each chosen word becomes [MASK].
    """
    told, models = stories.language(), []
    batch_of = approach.batches(told)

    def masked(seed: int, step: int) -> live.Batch:
        shown, types, ids, chosen, labels = batch_of(seed, step)
        shown = ids.masked_fill(chosen, told.tokenizer.mask_id) if always_mask else shown
        return shown, types, ids, chosen, labels

    for seed in range(3):
        models.append(stories.new_model(told, seed))
        approach.pretrain(models[seed], masked, seed, approach.Plan(250, 250, 25, 4e-3))
    return models


def nothing_is_hidden() -> Captioned:
    """Show what two kinds of BERT, and untrained ones, say of words that they see."""
    told = stories.language()
    kinds: Mapping[str, Berts] = {
        "three corruptions": story_berts(),
        "[MASK] alone": story_berts(always_mask=True),
        "untrained": [stories.new_model(told, seed) for seed in range(3, 6)],
    }
    measures = (
        lambda model: stories.filled(model, told, stories.gaps()),
        lambda model: visible.words_named(model, told),
        lambda model: visible.words_read(model, told),
    )
    found = {kind: [[f(m) for m in models] for f in measures] for kind, models in kinds.items()}
    (filled, named, _), (also, fewer, _), _ = found.values()
    check("both kinds fill the gaps", min(*filled, *also) >= 7)
    check("each seed with three corruptions names over 85%, each with [MASK] alone fewer",
          min(named) > 0.85 > max(fewer))  # fmt: skip
    check("with [MASK] alone they name under 75% on average", fmean(fewer) < 0.75)
    check("a new layer reads 90%", min(min(read) for *_, read in found.values()) >= 0.9)
    rows = [
        [kind, _range(filled), *(_range(x, percent=True) for x in (named, read))]
        for kind, (filled, named, read) in found.items()
    ]
    columns = ["chosen words", "gaps filled, of 8", "visible words named", "read by a new layer"]
    caption = "What three seeds of each kind say of words that they see."
    return table("8.13", caption, columns, rows)


def _range(values: Sequence[float], percent: bool = False) -> str:
    low, high = (f"{x:.0%}" if percent else f"{x}" for x in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def writes() -> Captioned:
    """Show how many sentences that three BERTs write are correct, and how many of these new."""
    told = stories.language()
    decode = told.tokenizer.decode
    read, left = (
        {decode(ids) for ids in stories.first_sentences(part, told)} for part in stories.plots()
    )
    rows, found = [], []
    for seed, model in enumerate(story_berts()):
        lines = [
            gibbs_sample(model, told.tokenizer, "[MASK] " * length, sweeps=6, seed=number)[-1]
            for length in (8, 9)
            for number in range(20)
        ]
        correct, new = (sum(line in part for line in lines) for part in (read | left, left))
        found.append((correct, new))
        rows.append([seed, f"*{lines[0]}*", correct, new])
    check("a fifth or more is correct, and few of them are new",
          min(correct for correct, _ in found) >= 8 and all(2 * n < c for c, n in found)
          and sum(n for _, n in found) >= 1)  # fmt: skip
    caption = "Sentences that your BERTs write: of 40 each, correct ones and new ones."
    return table("8.14", caption, ["seed", "the first", "correct", "new"], rows)
