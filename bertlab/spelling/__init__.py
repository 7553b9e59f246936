"""Spelling: characters taken for others that sound alike, found and mended."""

from bertlab.spelling.homophones import Homophones, SpellingBatch, SpellingData
from bertlab.spelling.scoring import SpellingScores, count, score
from bertlab.spelling.soft_masked import CorrectionObjective, SoftMaskedBert, SoftMaskedObjective

__all__ = [
    "CorrectionObjective",
    "Homophones",
    "SoftMaskedBert",
    "SoftMaskedObjective",
    "SpellingBatch",
    "SpellingData",
    "SpellingScores",
    "count",
    "score",
]
