"""Two small programs that students complete: what is wrong with them is said, not graded."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from types import SimpleNamespace
from typing import Any

import numpy as np

from bertlab.predecessors.ngrams.ngram import NgramModel
from workbook.exercises.tasks import OPEN, task

Write = Callable[[Any, int], list[str]]
BestOrder = Callable[[list[str]], list[str]]
SHUFFLED = ["he was cat a .", "the the of city name .", "in war the"]


def our_write(model: Any, seed: int) -> list[str]:
    """Let the counts of a model write a sentence: one word after the other, until ``</s>``."""
    generator = random.Random(seed)
    history = ("<s>",) * (model.order - 1)
    words: list[str] = []
    while len(words) < 300:
        followed = model.after[history]
        word = generator.choices(list(followed), weights=followed.values())[0]
        if word == "</s>":
            break
        words.append(word)
        history = (*history, word)[1:]
    return words


def checked_write(write: Write) -> Write:
    """Say what a student's sampling loop does; return it if it is right, and else ours."""
    return task(__name__, "write", write, our_write, slip_in_write)


def slip_in_write(write: Write) -> str:
    """Name the slip in a sampling loop; nothing if it has none."""
    before, follows = ("<s>", "<s>"), ["<s>", "<s>", "a", "b", "c", "</s>"]
    one_way = {
        tuple(follows[i : i + 2]): Counter({follows[i + 2]: 3}) for i in range(len(follows) - 2)
    }
    try:
        words = write(SimpleNamespace(order=3, after=one_way), 0)
    except KeyError as error:
        lost = error.args[0]
        if lost is ... or (isinstance(lost, tuple) and ... in lost):
            return OPEN
        return (
            f"After {before} came 'a', and then it asks for the history {lost!r}. A history of "
            "order 3 is a tuple of the last two words, <s> among them."
        )
    if not words or ... in words:
        return OPEN
    if "</s>" in words:
        return "It writes the end of the sentence, </s>, as a word."
    if words != ["a", "b", "c"]:
        return f"The counts allow the sentence a b c only, and it writes {' '.join(words[:6])} ..."
    return _slip_in_drawing(write)


def _slip_in_drawing(write: Write) -> str:
    end = Counter({"</s>": 1})
    after = {("<s>",): Counter(rare=1, often=9), ("rare",): end, ("often",): end}
    model = SimpleNamespace(order=2, after=after)
    found = np.mean([write(model, seed) == ["often"] for seed in range(400)])
    if found in (0, 1):
        return "Every seed draws the same word. A next word has to be drawn, not chosen."
    if abs(found - 0.9) > 0.07:
        return (
            f"A word that followed 9 times in 10 is drawn in {found:.0%} of the sentences. "
            "Its count has to be its weight."
        )
    return ""


def totals(model: NgramModel, orders: Sequence[Sequence[str]]) -> np.ndarray:
    """Return the logarithm of the probability of each order of the same words."""
    encoded = [model.vocabulary.encode(words) for words in orders]
    return np.log(model.probabilities(encoded)).reshape(len(orders), -1).sum(axis=1)


def checked_best_order(best_order: BestOrder, model: NgramModel) -> BestOrder:
    """Say what a student's ``best_order`` does; return it if it is right, and else ours."""

    def ours(words: list[str]) -> list[str]:
        orders = sorted(set(permutations(words)))
        return list(orders[int(totals(model, orders).argmax())])

    def slip(theirs: BestOrder) -> str:
        return next(filter(None, (_slip_in_order(theirs, line, model) for line in SHUFFLED)), "")

    return task(__name__, "best_order", best_order, ours, slip)


def shuffled_and_ordered(best_order: BestOrder, sentences: Sequence[str]) -> list[str]:
    """Shuffle the words of each sentence, put them in order, and print all three."""
    found = []
    for number, line in enumerate(sentences):
        words = line.split()
        random.Random(number).shuffle(words)
        found.append(" ".join(best_order(list(words))))
        print(f"\nshuffled   {' '.join(words)}\nwritten    {line}\nordered    {found[-1]}")
    return found


def _slip_in_order(best_order: BestOrder, line: str, model: NgramModel) -> str:
    words = line.split()
    found = best_order(list(words))
    if found is None:
        return OPEN
    if not isinstance(found, list | tuple):
        return f"Expected a list of words, got {found!r}."
    if sorted(map(str, found)) != sorted(words):
        return (
            f"From {line!r} it makes {found!r}. Each word has to be used as often as it is there."
        )
    orders = sorted(set(permutations(words)))
    sums = totals(model, orders)
    (mine,) = totals(model, [found])
    if np.isclose(mine, sums.min()):
        return "This is the least probable order. Of logarithms too, the largest is wanted."
    if mine < sums.max() - 1e-6:
        return (
            f"From {line!r} it makes {' '.join(found)!r} ({mine:.1f}); "
            f"another order has {sums.max():.1f}. Does it try all of them?"
        )
    return ""
