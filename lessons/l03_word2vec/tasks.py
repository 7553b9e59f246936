"""Three tasks without grades: whom to ask, a step to repair, nearest words. Slips are named."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.before.word2vec.model import descend
from workbook.exercises.tasks import OPEN, task

Rows = Float[Tensor, "V D"]
Errors = list[tuple[int, float]]
DRAWN: tuple[tuple[Any, ...], ...] = (
    (2, 5, [0, 6, 1]),
    (1, 4, [3, 4, 3, 1]),
    (0, 2, [2, 2]),
    (3, 3, []),
)  # noise is the last


def step(model: Any, centers: Int[Tensor, " B"], neighbors: Int[Tensor, " B"], rate: float) -> None:
    """Move the tables of a model by one step of negative sampling for a batch of pairs.

    Args:
        model: Has ``noise``, ``inputs`` and ``outputs``.
        centers: The words that are seen.
        neighbors: The words to guess.
        rate: The learning rate.
    """
    noise = torch.multinomial(model.noise, 5 * len(centers), replacement=True).view(-1, 5)
    asked = torch.cat([neighbors[:, None], noise], dim=1)
    v, u = model.inputs[centers], model.outputs[asked]
    error = torch.einsum("bkd,bd->bk", u, v).sigmoid()
    error[:, 0] -= 1
    error[:, 1:] *= noise != neighbors[:, None]
    step_of_v = torch.einsum("bk,bkd->bd", error, u)
    step_of_u = torch.einsum("bk,bd->bkd", error, v)
    descend(model.inputs, centers, step_of_v, rate)
    descend(model.outputs, asked.flatten(), step_of_u.flatten(0, 1), rate)


def toy_cosines(one_step: Callable[..., None]) -> tuple[float, float]:
    """Train eight words of two groups of four; a word's neighbors are of its own group.

    Returns:
        The mean cosine of two words of one group, and of two words of different groups.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = SimpleNamespace(
            noise=torch.ones(8, dtype=torch.float64) / 8,
            inputs=0.1 * torch.randn(8, 6, dtype=torch.float64),
            outputs=torch.zeros(8, 6, dtype=torch.float64),
        )
        for _ in range(200):
            centers = torch.randint(8, (64,))
            neighbors = centers // 4 * 4 + torch.randint(4, (64,))
            one_step(model, centers, neighbors, 0.5)
    unit = model.inputs / model.inputs.norm(dim=1, keepdim=True)
    cosines, group = unit @ unit.T, torch.arange(8) // 4
    same = group[:, None] == group
    other = ~torch.eye(8, dtype=torch.bool)
    return cosines[same & other].mean().item(), cosines[~same].mean().item()


def repaired(kind: type) -> type:
    """Test the step of a class, say what it does, and return the class with a right one.

    Args:
        kind: The student's class.
    """
    mended = type(kind.__name__, (kind,), {"step": step})
    return task(__name__, "SkipGram", kind, mended, _slip_in_step)


def _slip_in_step(kind: Any) -> str:
    (within, across), wanted = toy_cosines(kind.step), toy_cosines(step)
    print("Eight words of two kinds, 200 steps.")
    print("Mean cosine of two words of")
    print(f"  one kind {within:5.2f}, it should be {wanted[0]:5.2f}")
    print(f"  two kinds {across:4.2f}, it should be {wanted[1]:5.2f}")
    if np.allclose((within, across), wanted, atol=1e-6):
        return ""
    alike = "All vectors point the same way: nothing tells\na neighbor from a noise word.\n"
    return f"{alike if across > 0.5 else ''}A line of step is still missing or wrong."


def errors(inputs: Rows, outputs: Rows, center: int, neighbor: int, noise: Sequence[int]) -> Errors:
    """Return each word that is asked about, with its error: the neighbor first, then the noise.

    Args:
        inputs: The rows v.
        outputs: The rows u.
        center: The word that is seen.
        neighbor: The word that stood beside it; noise equal to it is skipped.
        noise: The words that were drawn.
    """
    asked = [(neighbor, 1.0), *((word, 0.0) for word in noise if word != neighbor)]
    return [
        (word, (outputs[word] @ inputs[center]).sigmoid().item() - label) for word, label in asked
    ]


def asked(given: Callable[..., Any]) -> Callable[..., Any]:
    """Try a student's ``errors``, say what is wrong, and return it or, if wrong, ours.

    Args:
        given: The student's function.
    """
    return task(__name__, "errors", given, errors, _slip_in_errors)


def _slip_in_errors(given: Callable[..., Any]) -> str:
    tables = torch.randn(2, 7, 4, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    for drawn in DRAWN:
        found = given(*tables.clone(), *drawn)
        if found is None or found is ...:
            return OPEN
        wanted = errors(*tables, *drawn)
        words = [int(word) for word, _ in found]
        if words != [word for word, _ in wanted]:
            return _slip_in_words(words, [word for word, _ in wanted])
        numbers, right = ([float(error) for _, error in pairs] for pairs in (found, wanted))
        if not np.allclose(numbers, right, atol=1e-6):
            return _slip_in_numbers(numbers, right, tables, drawn)
    return ""


def _slip_in_words(words: list[int], wanted: list[int]) -> str:
    if sorted(words) == sorted(wanted):
        return "The order is: the neighbor first, then the noise as it was drawn."
    if wanted[0] in words[1:]:
        return "A noise word that is the neighbor is skipped, each time it is drawn."
    if set(words) == set(wanted):
        return "A word that is drawn twice is asked twice."
    return f"For neighbor {wanted[0]}, the words should be {wanted}; they are {words}."


def _slip_in_numbers(
    numbers: list[float], right: list[float], tables: Tensor, drawn: tuple[int, int, list[int]]
) -> str:
    labels = np.array([1.0] + [0.0] * (len(right) - 1))
    chances = np.array(right) + labels
    scores = np.log(chances / (1 - chances))
    exchanged = [error for _, error in errors(tables[1], tables[0], *drawn)]
    for advice, slip in {
        "The word that is seen has its row in inputs, the words asked about in outputs.": exchanged,
        "These are probabilities: the neighbor has label 1, so 1 is taken from its own.": chances,
        "The error is the probability minus the label; here it is the other way round.": -chances
        + labels,
        "The sigmoid is missing: a score is no probability yet.": scores - labels,
        "The labels are exchanged: 1 is for the neighbor, 0 for noise.": chances - 1 + labels,
    }.items():
        if np.allclose(numbers, slip, atol=1e-6):
            return advice
    return "The error of a word is the sigmoid of its score minus its label."


def nearest_words(words: Sequence[str], vectors: Rows, word: str, number: int) -> list[str]:
    """Return the words whose rows have the largest cosine with a word's row, without the word.

    Args:
        words: The vocabulary.
        vectors: A row for each.
        word: Whose neighbors are looked for.
        number: How many.
    """
    unit = vectors / vectors.norm(dim=1, keepdim=True)
    here = list(words).index(word)
    order = (unit @ unit[here]).argsort(descending=True).tolist()
    return [words[place] for place in order if place != here][:number]


def near(given: Callable[..., Any]) -> Callable[..., Any]:
    """Try a student's ``nearest_words``, say what is wrong, and return it or, if wrong, ours.

    Args:
        given: The student's function.
    """
    return task(__name__, "nearest_words", given, nearest_words, _slip_in_nearest)


def _slip_in_nearest(given: Callable[..., Any]) -> str:
    """Ask for words of a table in which every slip gives another answer."""
    vectors = torch.randn(9, 3, generator=torch.Generator().manual_seed(4)).double()
    vectors *= torch.linspace(0.2, 3, 9).double()[:, None]
    words = tuple("abcdefghi")
    for word, number in (("b", 3), ("g", 4), ("d", 8)):
        found = given(words, vectors.clone(), word, number)
        if found is None or found is ...:
            return OPEN
        if list(found) != (right := nearest_words(words, vectors, word, number)):
            return _slip_in_list(list(found), right, (words, vectors, word))
    return ""


def _slip_in_list(found: list[Any], right: list[str], asked: tuple[Any, ...]) -> str:
    words, vectors, word = asked
    if not all(isinstance(one, str) for one in found):
        return "The list should hold words: words[i] is the word of row i."
    if word in found:
        return f"{word!r} is nearest to itself: leave it out."
    if len(found) != len(right):
        return f"Asked for {len(right)} words, it returns {len(found)}."
    far = nearest_words(words, vectors, word, len(words))[::-1]
    if found == far[: len(found)]:
        return "These are the farthest words: the largest cosine comes first."
    scores = vectors @ vectors[words.index(word)]
    products = [words[i] for i in scores.argsort(descending=True).tolist() if words[i] != word]
    if found == products[: len(found)]:
        return "These have the largest dot products: long rows win. Divide each row by its length."
    return f"For {word!r} it should be {', '.join(right)}; it is {', '.join(found)}."
