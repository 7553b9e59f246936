"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

import numpy as np

from bertlab.pretraining.generation import Candidate
from bertlab.pretraining.masking import Masked
from lessons.l08_pretraining import gaps as filling
from lessons.l08_pretraining import tables


def shown(text: str) -> list[str]:
    masked = Masked(np.array([0, 1]), np.array([1]), np.array([0]))
    gaps = [[Candidate(text, 0, 0.5)]]
    return [tables.mask_table(masked, [text, "[MASK]"]), filling.gap_table(text, gaps)]
