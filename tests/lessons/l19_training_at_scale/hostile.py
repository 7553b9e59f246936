"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from types import SimpleNamespace
from unittest.mock import patch

from lessons.l19_training_at_scale import figures, live


def shown(text: str) -> list[str]:
    """A sentence with gaps, filled in by a model that has learned nothing."""
    draws, trial = [], SimpleNamespace(model=live.small_model())
    with patch.object(figures, "explore", lambda draw, **_: draws.append(draw)):
        figures.fill_both(trial, trial)
        return [label.get_text() for draw in draws for label in draw(text).axes[0].texts]
