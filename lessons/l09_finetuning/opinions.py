"""How strong the opinion of a snippet is: what one person and the classifiers get right of it."""

import html
import io
import json
import tarfile
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray

from bertlab.datasets.fetching.archive import read

ARCHIVE = "additional_resources/hutto_ICWSM_2014.tar.gz"  # of Hutto and Gilbert 2014


FILES = "hutto_ICWSM_2014/movieReviewSnippets_"


STRENGTHS = (0.5, 1, 2)  # distances of a rating from 0


STRENGTH_NAMES = ("below 0.5", "0.5 to 1", "1 to 2", "2 to 4")


class Group(NamedTuple):
    """Texts that people rated about equally clearly.

    Attributes:
        name: How far their ratings are from 0.
        texts: How many there are.
        right: For each method the proportion that it gets right.
    """

    name: str
    texts: int
    right: dict[str, float]


def by_strength(strength: Sequence[float], rights: Mapping[str, np.ndarray]) -> list[Group]:
    """Return how often methods are right, for texts sorted by how clear their rating is.

    Args:
        strength: Of each text, the distance of its mean rating from 0.
        rights: For each method and text 1 if it is right, or the mean of this over seeds.
    """
    places = np.digitize(strength, STRENGTHS)
    return [
        Group(name, int(chosen.sum()), {n: float(one[chosen].mean()) for n, one in rights.items()})
        for number, name in enumerate(STRENGTH_NAMES)
        if (chosen := places == number).any()
    ]


def one_person(texts: Sequence[str]) -> dict[str, float]:
    """Return how often one rater of a snippet agrees with the mean of its other raters.

    Agree: both are above 0, or neither is. Each rating goes to the group of that mean: grouped by
    the mean of all, a rater would have moved the others' mean away from what the group says.

    Args:
        texts: Snippets of movie reviews.

    Returns:
        For each group of ``by_strength`` the proportion of ratings.
    """
    ratings = single_ratings()
    distances, agree = list[float](), list[bool]()
    for text in texts:
        given = np.array(ratings[text])
        others = (given.sum() - given) / (len(given) - 1)
        distances += np.abs(others).tolist()
        agree += ((given > 0) == (others > 0)).tolist()
    groups = by_strength(distances, {"one person": np.array(agree)})
    return {group.name: group.right["one person"] for group in groups}


def add_one_person(groups: Sequence[Group], texts: Sequence[str]) -> None:
    """Add to each group how often one person agrees with the others.

    Args:
        groups: Changed in place.
        texts: Those that were grouped.
    """
    found = one_person(texts)
    for group in groups:
        group.right["one person"] = found[group.name]


def in_words(groups: Sequence[Group]) -> str:
    """Write what each way gets right in each group."""
    lines = []
    for one in groups:
        ways = ", ".join(f"{name} {right:.0%}" for name, right in one.right.items())
        lines.append(f"{one.name} ({one.texts} snippets), {ways}")
    return "; ".join(lines)


def leads_of_one_person(
    texts: Sequence[str],
    strength: Sequence[float],
    right: Float[ndarray, " N"],
    draws: int = 2000,
) -> list[tuple[float, float]]:
    """Return for each group the 95% interval of the lead of one person, in points.

    The texts are drawn again, each with all its ratings and with what a method makes of it.

    Args:
        texts: Snippets of movie reviews; each group has some.
        strength: Of each text, the distance of its mean rating from 0.
        right: For each text 1 if the method is right, or the mean of this over seeds.
        draws: How many times.
    """
    ratings, number = single_ratings(), len(texts)
    agree, rated = np.zeros((2, number, len(STRENGTH_NAMES)))
    for place, text in enumerate(texts):
        given = np.array(ratings[text])
        others = (given.sum() - given) / (len(given) - 1)
        groups = np.digitize(np.abs(others), STRENGTHS)
        np.add.at(agree[place], groups, (given > 0) == (others > 0))
        np.add.at(rated[place], groups, 1)
    own = np.eye(len(STRENGTH_NAMES))[np.digitize(strength, STRENGTHS)]
    drawn = np.random.default_rng(0).multinomial(number, np.full(number, 1 / number), size=draws)
    person = (drawn @ agree) / (drawn @ rated)
    method = (drawn @ (own * right[:, None])) / (drawn @ own)
    low, high = np.percentile(100 * (person - method), [2.5, 97.5], axis=0)
    return list(zip(low.tolist(), high.tolist(), strict=True))


def print_leads(groups: Sequence[Group], ends: Sequence[tuple[float, float]]) -> None:
    """Print a line for each group: the interval of the lead of one person."""
    print("one person above BERT, 95% intervals:")
    for group, (low, high) in zip(groups, ends, strict=True):
        print(f"    {group.name:9s} {low:+5.1f} to {high:+.1f} points")


def print_groups(groups: Sequence[Group]) -> None:
    """Print a line for each method and a column for each group."""
    print(
        f"{'':11s}",
        *(f"{one.name.replace('below', '<').replace(' to ', '-'):>6s}" for one in groups),
    )
    for name in groups[0].right:
        print(f"{name.partition(',')[0]:11s}", *(f"{one.right[name]:6.0%}" for one in groups))


@cache
def single_ratings() -> dict[str, list[int]]:
    """Return for each snippet of a movie review what each of its raters gave, from -4 to 4."""
    with tarfile.open(fileobj=io.BytesIO(read("movie_reviews", ARCHIVE)), mode="r:gz") as archive:
        snippets, given = (
            _rows(archive, FILES + end) for end in ("GroundTruth", "anonDataRatings")
        )
    numbers = {row[0]: json.loads(row[3]) for row in given}
    found: dict[str, list[int]] = {}
    for name, _, text in snippets:
        found.setdefault(html.unescape(html.unescape(text)), numbers[name])
    return found


def _rows(archive: tarfile.TarFile, name: str) -> list[list[str]]:
    content = archive.extractfile(f"{name}.txt")
    if content is None:
        raise ValueError(f"expected the file {name}.txt in {ARCHIVE}, got a folder")
    return [line.split("\t") for line in content.read().decode("utf-8").split("\r\n") if line]
