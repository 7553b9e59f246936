"""The riddle of the plateau: what letter models know there, by the fate of the chosen places."""

from lessons.l08_pretraining.experiments import ablation, fates
from lessons.l08_pretraining.experiments.fates import FATES, Asked
from lessons.l08_pretraining.measure import Guesses, letters

from collections.abc import Mapping
from types import EllipsisType

import matplotlib.pyplot as plt
import numpy as np
from jaxtyping import Float
from matplotlib.figure import Figure

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.trials import SETTINGS
from workbook.exercises.tasks import OPEN, task
from workbook.recorded_answers import Sheet, recorded_sheets

Means = Float[np.ndarray, "S 3"]  # for each seed at hidden, exchanged and kept places


def places() -> Asked:
    """Return the held-out places that all letter models with pairs are asked about."""
    tokenizer = letters()
    documents = [[tokenizer.text_ids(s) for s in d] for d in corpus("wiki").validation]
    data = PretrainingData(documents, tokenizer, SETTINGS["max_length"])
    return fates.asked(data, SETTINGS["held_out"])


def sheets() -> dict[int, Sheet]:
    """Return the answers of three seeds at these places, by the number of updates."""
    return {
        fates.CONFIGURATION["stop_at"]: recorded_sheets(fates.KEPT, "plateau"),
        SETTINGS["training"]["steps"]: recorded_sheets(ablation.KEPT, "full"),
    }


def right_where_hidden(asked: Asked, answers: Mapping[int, Sheet]) -> dict[int, list[float]]:
    """Return what each seed guesses right at hidden places, by the number of updates."""
    hidden = asked.shown == asked.mask_id
    return {
        step: (sheet.guess == asked.answers)[:, hidden].double().mean(dim=1).tolist()
        for step, sheet in answers.items()
    }


def draw_fates(found: Mapping[int, Means], guesses: Guesses) -> Figure:
    """Draw the mean loss at the places of each fate: a dot for each seed, a panel for each time.

    Args:
        found: By the number of updates.
        guesses: The loss of one who only knows the frequencies is drawn as a line.
    """
    figure, panels = plt.subplots(len(found), 1, figsize=(6.4, 4), sharex=True)
    for axes, (step, means) in zip(panels, found.items(), strict=True):
        for color, column in enumerate(means.T):
            axes.plot(column, [color] * len(column), f"C{color}o", markersize=9, alpha=0.7)
        line = axes.axvline(guesses.frequencies, color="0.3", linestyle=":")
        axes.set(yticks=range(3), yticklabels=FATES, ylim=(2.6, -0.6))
        axes.set_title(f"update {step:,}", loc="left", fontsize="medium", fontweight="normal")
    panels[0].set_xlim(0, None)
    panels[-1].set_xlabel("held-out loss in nats, a dot for each seed")
    figure.legend([line], ["frequencies alone"], loc="outside lower center")
    title = "On the plateau kept places bring most of the gain"
    figure.suptitle(title, fontweight="bold")
    return figure


def table(means: Means, total: float, guesses: Guesses) -> str:
    """Write the means over seeds below each other, in lines that a phone shows."""
    rows = [*zip(FATES, means.mean(axis=0), strict=True), ("all places", total)]
    rows.append(("frequencies alone", guesses.frequencies))
    return "\n".join(f"{name:18} {loss:.2f} nats" for name, loss in rows)


def gained_elsewhere(means: Means, total: float, guesses: Guesses) -> tuple[float, float]:
    """Return the part of what is gained over the frequencies at places that are not hidden.

    Returns:
        The part counted at the exchanged and the kept places, and what the hidden ones leave. They
        differ a little, because of these places not exactly 80% are hidden.
    """
    hidden, exchanged, kept = guesses.frequencies - means.mean(axis=0)
    gain = guesses.frequencies - total
    return float(0.1 * (exchanged + kept) / gain), float(1 - 0.8 * hidden / gain)


def examine_part(
    part: float | int | EllipsisType, means: Means, total: float, guesses: Guesses
) -> None:
    """Print whether a number is the part that is gained at places that are not hidden."""

    def slip(given: float | int | EllipsisType) -> str:
        if isinstance(given, EllipsisType):
            return OPEN
        low, high = sorted(gained_elsewhere(means, total, guesses))
        gain = guesses.frequencies - total
        if low - 0.03 < given < high + 0.03:
            return ""
        if 1 - high - 0.03 < given < 1 - low + 0.03:
            return "That is the part of the hidden places. The question is about the others."
        if low * gain - 0.01 < given < high * gain + 0.01:
            return "Those are nats. Divide by what is gained at all places together."
        return (
            "At all places together the gain is frequencies - all. Of the places 10% are exchanged "
            "and 10% kept: 0.1 * (frequencies - their loss) each."
        )

    right = "right: about two thirds. The text around brings the rest."
    task(__name__, "free_part", part, None, slip, right)
