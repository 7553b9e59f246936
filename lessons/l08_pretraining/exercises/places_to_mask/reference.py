"""The reference of ``places_to_mask``: it stands in until the student is right."""

import numpy as np


def places_to_mask(num_tokens: int, number: int, seed: int, epoch: int, example: int) -> list[int]:
    """Draw the places of an example that are masked in an epoch.

    Args:
        num_tokens: The places are drawn from 0 to ``num_tokens`` - 1, each at most once.
        number: How many to draw, from 0 to ``num_tokens``, with ``Generator.choice``.
        seed: Of the run.
        epoch: Another epoch gives other places: dynamic masking.
        example: Its number in the data set; another example gives other places.

    Returns:
        The places, rising. They depend on the arguments alone, through
        ``np.random.default_rng([seed, epoch, example])``.
    """
    generator = np.random.default_rng([seed, epoch, example])
    return sorted(generator.choice(num_tokens, number, replace=False).tolist())
