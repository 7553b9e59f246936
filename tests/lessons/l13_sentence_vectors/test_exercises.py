"""Lesson 13's exercises, by other means."""

import torch
from torch.nn.functional import cosine_similarity

from lessons.l13_sentence_vectors import exercises
from tests.exercise_checks import loaded

ours = loaded(exercises)


def test_the_reference_is_what_a_singular_value_decomposition_gives():
    for case in ours.whitened_cosines.cases():
        fitted, *_, dims = case.args
        mean = fitted.mean(dim=0)
        _, spread, directions = torch.linalg.svd(fitted - mean, full_matrices=False)
        left, right = ((x - mean) @ (directions[:dims].T / spread[:dims]) for x in case.args[1:3])
        expected = cosine_similarity(left[:, None], right[None], dim=-1)
        torch.testing.assert_close(ours.whitened_cosines.reference(*case.args), expected)
