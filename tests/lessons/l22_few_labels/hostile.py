"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from unittest.mock import patch

import torch

from lessons.l22_few_labels import controls, live


class Silent:
    """Takes any pattern, and knows nothing."""

    def ask(self, pattern, words):
        return self


def shown(text: str) -> list[str]:
    """A picture for a review and one for a pattern, whatever the text is; no model reads it."""
    draws = []
    with (
        patch.object(controls, "explore", lambda draw, **_: draws.append(draw)),
        patch.object(live, "scores_of", lambda model, texts: torch.zeros(len(texts), 2)),
    ):
        controls.ask({"cloze": Silent()})
        controls.own_pattern(Silent(), ["fine"], torch.tensor([1]))
        review, pattern = draws
        drawn = review(text), pattern(text, "good", "bad")
        return [str(one.get_suptitle()) for one in drawn]
