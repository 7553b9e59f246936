"""Spelling: characters taken for others that sound alike, found and mended."""

from bertlab.spelling.homophones import Homophones
from bertlab.spelling.scoring import SpellingScores, count, score
from bertlab.spelling.soft_masked import SoftMaskedBert

__all__ = ["Homophones", "SoftMaskedBert", "SpellingScores", "count", "score"]
