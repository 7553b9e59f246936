"""What the lesson on fine-tuning measures, before anything is drawn."""

from lessons.l09_finetuning.baselines import lexicon_sum

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.datasets import RatedText
from bertlab.finetuning import LabelledTexts, logits_of
from bertlab.finetuning.classifier import Classifier
from bertlab.finetuning.own_texts import OwnTexts
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.claims import mean_sd
from workbook.recorded_answers import recorded_logits
from workbook.records import RUNS, recorded

# What the field calls the recorded changes. With a star, something was chosen that the standard did
# not have: an epoch, on the texts that it is scored on, or a rate.
SHOWN = {
    "stopped early": "early stopping*",
    "5 dropout samples": "multi-sample dropout",
    "valence beside": "auxiliary task",
    "features beside": "extra features",
    "slower layers below": "layer-wise rates",
    "low rank 16": "LoRA, rank 16*",
}


class Reading(NamedTuple):
    """What a word list and a model say of a text.

    Attributes:
        text: The text.
        label: 1 if people rated it above 0.
        word_list: The sum of its words' ratings.
        model: The model's probability of a favorable text.
    """

    text: str
    label: int
    word_list: float
    model: float


class Change(NamedTuple):
    """By how many points a change moves a score.

    Attributes:
        seeds: For each seed.
        low: The lower end of the 95% interval of their mean, over texts drawn again.
        high: The upper end.
    """

    seeds: list[float]
    low: float
    high: float


def percent(scores: Sequence[float]) -> str:
    """Write one score, or the mean and standard deviation of several: ``"41.2 ± 0.3%"``."""
    points = [100 * score for score in scores]
    return f"{mean_sd(points)}%" if len(points) > 1 else f"{scores[0]:.1%}"


def favorable(
    model: Classifier, tokenizer: WordPieceTokenizer, texts: Sequence[str]
) -> Float[Tensor, " N"]:
    """Return the probability of a favorable text that a model gives to each text."""
    data = LabelledTexts(list(texts), [0] * len(texts), tokenizer, max_length=64)
    return logits_of(model, data).softmax(dim=1)[:, 1]


def readings(
    starts: Sequence[str],
    reviews: Sequence[RatedText],
    lexicon: Mapping[str, float],
    model: Classifier,
    tokenizer: WordPieceTokenizer,
) -> list[Reading]:
    """Return what a word list and a model say of the reviews that begin as given."""
    found = [next(r for r in reviews if r.text.startswith(start)) for start in starts]
    chances = favorable(model, tokenizer, [r.text for r in found]).tolist()
    return [
        Reading(r.text, r.label, lexicon_sum(r.text, lexicon), chance)
        for r, chance in zip(found, chances, strict=True)
    ]


def print_table(
    mine: OwnTexts,
    models: Mapping[str, Classifier],
    lexicon: Mapping[str, float],
    tokenizer: WordPieceTokenizer,
) -> None:
    """Print the labels, and what models and a word list say of texts: a mark where one is wrong.

    Args:
        mine: Texts of the classes *negative* and *positive*, in this order.
        models: By name; each gives the probability of *positive*.
        lexicon: The word list.
        tokenizer: That of the models.
    """
    columns = {name: favorable(model, tokenizer, mine.texts) for name, model in models.items()}
    print("  ".join(["label   ", *(f"{name:>10s}" for name in columns), "words  text"]))
    sums = [0] * (len(columns) + 1)
    for place, (text, label) in enumerate(zip(mine.texts, mine.labels, strict=True)):
        cells = []
        for chances in columns.values():
            chance = chances[place].item()
            cells.append(f"{chance:9.3f}{' ' if (chance > 0.5) == label else '*'}")
        total = lexicon_sum(text, lexicon)
        mark = " " if (total > 0) == label else "*"
        print("  ".join([mine.names[label], *cells, f"{total:+4.1f}{mark}", text]))
        sums = [n + ("*" not in cell) for n, cell in zip(sums, [*cells, mark], strict=True)]
    right = [f"{name} {number}" for name, number in zip([*columns, "word list"], sums, strict=True)]
    print(f"right, of {len(mine.texts)}: " + ", ".join(right))
    print("* wrong: above 0.5, or above 0, counts as positive")


def gain(
    right: Float[Tensor, "S N"],
    base: Float[Tensor, "#S N"],
    draws: int = 2000,
    level: float = 95.0,
) -> Change:
    """Return by how many points one method is above another on the same texts.

    Args:
        right: For each seed and text, 1 if it is right.
        base: The same of the method that it is compared with.
        draws: How many times the texts are drawn again, with replacement.
        level: Of the interval, per cent.
    """
    points = 100 * (right - base)
    each = points.mean(dim=0).numpy()  # of each text
    again = np.random.default_rng(0).integers(len(each), size=(draws, len(each)))
    ends = np.percentile(each[again].mean(axis=1), [50 - level / 2, 50 + level / 2])
    low, high = np.round(ends, 9)  # an end at 0 is 0 on every processor
    return Change(points.mean(dim=1).tolist(), float(low), float(high))


def same_labels(guesses: Sequence[int], labels: Sequence[int]) -> Float[Tensor, "1 N"]:
    """Return 1 where a method without seeds guesses the label, else 0, as ``gain`` takes it."""
    return torch.from_numpy(np.asarray(guesses) == np.asarray(labels)).double()[None]


def print_gain(name: str, change: Change) -> None:
    """Print a mean gain and its interval."""
    print(f"{name}: {np.mean(change.seeds):+.1f} points")
    print(f"    95% interval {change.low:.1f} to {change.high:.1f}")


def luck_of_seeds(labels: Sequence[int]) -> float:
    """Print by how many points the standard recipe's seeds scatter; return what a gain has of it.

    It is the standard error of the gain between two means of as many seeds.

    Args:
        labels: Of the validation texts.
    """
    scores = 100 * is_right(kept("finetuning_knobs", "standard"), labels).mean(dim=1)
    spread = scores.std().item()
    luck = spread * (2 / len(scores)) ** 0.5
    print(f"standard recipe: s = {spread:.1f} points")
    print(f"from {len(scores)} seeds alone: {luck:.1f} points")
    return luck


def unpaired(
    right: Float[Tensor, " N"], base: Float[Tensor, " N"], draws: int = 2000
) -> tuple[float, float]:
    """Return the 95% interval that a gain would have if each method had read texts of its own.

    Args:
        right: For each text, 1 if the method is right.
        base: The same of the method that it is compared with.
        draws: How many times texts are drawn again for each of the two.
    """
    random = np.random.default_rng(1)
    means = [
        one.numpy()[random.integers(len(one), size=(draws, len(one)))].mean(axis=1)
        for one in (right, base)
    ]
    low, high = np.percentile(100 * (means[0] - means[1]), [2.5, 97.5])
    return float(low), float(high)


def is_right(logits: Float[Tensor, "S N C"], labels: Sequence[int]) -> Float[Tensor, "S N"]:
    """Return 1 where the largest logit is that of the right class, else 0."""
    return (logits.argmax(dim=-1) == torch.tensor(labels)).double()


def kept(experiment: str, run: str) -> Float[Tensor, "S N C"]:
    """Return the logits that an experiment keeps of one of its runs."""
    return recorded_logits(RUNS / f"{experiment}.safetensors", run)


def changes(labels: Sequence[int], level: float = 95.0) -> dict[str, Change]:
    """Return what each recorded change of the recipe brings on validation, the best first.

    Args:
        labels: Of the validation texts.
        level: Of the intervals, per cent.
    """
    standard = is_right(kept("finetuning_knobs", "standard"), labels)
    found = {
        SHOWN.get(name, name): gain(is_right(kept(experiment, name), labels), standard, level=level)
        for experiment in ("finetuning_knobs", "finetuning_poolings")
        for name in recorded(experiment)["results"]["runs"]
        if name != "standard"
    }
    return dict(sorted(found.items(), key=lambda one: -sum(one[1].seeds)))
