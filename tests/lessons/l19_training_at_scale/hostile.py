"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from types import SimpleNamespace
from unittest.mock import patch

import matplotlib.pyplot as plt

from lessons.l19_training_at_scale import gaps, live


def shown(text: str) -> list[str]:
    """A sentence with gaps, filled in by a model that has learned nothing."""
    draws, trial = [], SimpleNamespace(model=live.small_model())
    with patch.object(gaps, "explore", lambda draw, **_: draws.append(draw)):
        gaps.fill_both(trial, trial)
        drawn = [draw(text) for draw in draws]
    letters = [label.get_text() for one in drawn for label in one.axes[0].texts]
    plt.close("all")
    return [f"letters: {' '.join(letters)}"]  # one alone could be the name of a folder
