"""The question: Spearman's rank correlation. It is not graded."""

import numpy as np

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator, cases = np.random.default_rng(0), []
    for number in (3, 7, 40):  # far from evenly spaced
        ratings = generator.normal(size=number) ** 3
        cases.append(Case((np.exp(ratings + generator.normal(size=number)), ratings)))
    return cases


QUESTION = Question(name="rank_correlation", cases=_cases, difficulty=2, minutes=5, graded=False)
