"""The misconceptions about ``perplexity``, each a wrong function with advice."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any

from workbook.exercises import Misconception

Lists = Sequence[Sequence[float]]


def _apart_from_zeros(probabilities: Lists) -> bool:
    """Answer a probability of 0 as the exercise asks for."""
    return any(p == 0 for sentence in probabilities for p in sentence)


def _never(probabilities: Lists) -> bool:
    """Leave it to the logarithm, which raises an error."""
    return False


def _mean_log(probabilities: Lists, log: Callable[[float], float], number: int) -> float:
    return sum(map(log, chain(*probabilities))) / number


def _size(probabilities: Lists) -> int:
    return sum(map(len, probabilities))


def _measured(
    probabilities: Lists,
    *,
    infinite: Callable[[Lists], bool] = _apart_from_zeros,
    text: Callable[[Lists], Lists] = lambda probabilities: probabilities,
    log: Callable[[float], float] = math.log,
    number: Callable[[Lists], int] = _size,
    average: Callable[[Lists, Callable[[float], float], int], float] = _mean_log,
    finish: Callable[[float], float] = lambda mean: math.exp(-mean),
) -> float:
    if infinite(probabilities):
        return math.inf
    chosen = text(probabilities)
    return finish(average(chosen, log, number(chosen)))


def _slip(
    name: str, advice: str, *forms: dict[str, Any], more: tuple[Any, ...] = ()
) -> Misconception:
    """Make a slip of one or more forms, with ``math.inf`` for a 0 and with an error there."""
    zeros: tuple[dict[str, Any], ...] = {}, {"infinite": _never}
    first, *others = (partial(_measured, **form, **zero) for form in forms for zero in zeros)
    return Misconception(name, advice, first, variants=(*others, *more))


def _by_product(
    probabilities: Lists,
    power: Callable[[float, int], float] = lambda product, number: product ** (-1 / number),
    zero: float | None = None,
) -> float:
    flat = [*chain(*probabilities)]
    product = math.prod(flat)
    if product == 0 and zero is not None:
        return zero
    return power(product, len(flat))


def _unless_0(rule: Callable[[Lists], float]) -> Callable[[Lists], float]:
    return lambda probabilities: (
        math.inf if _apart_from_zeros(probabilities) else rule(probabilities)
    )


def _log_of_product(product: float, number: int) -> float:
    return math.exp(-math.log(product) / number)


def _products(*powers: Callable[[float, int], float]) -> tuple[Callable[[Lists], float], ...]:
    """Multiply, with an error, with infinity and with infinity for a 0 only."""
    rules = [partial(_by_product, power=power) for power in powers]
    infinite = [partial(_by_product, power=power, zero=math.inf) for power in powers]
    return (*infinite, *rules, *map(_unless_0, rules))


def _without_zeros(probabilities: Lists) -> Lists:
    return [[p for p in sentence if p > 0] for sentence in probabilities]


def _floored(least: float) -> Callable[[Lists], float]:
    return partial(_measured, infinite=_never, log=lambda p: math.log(max(p, least)))


def _mean_of_sentences(probabilities: Lists, log: Callable[[float], float], number: int) -> float:
    return sum(_mean_log([s], log, len(s)) for s in probabilities) / len(probabilities)


def _mean_of_perplexities(
    probabilities: Lists, log: Callable[[float], float], number: int
) -> float:
    return sum(math.exp(-_mean_log([s], log, len(s))) for s in probabilities) / len(probabilities)


def _same(value: float) -> float:
    return value


_FLOORS = (
    1e-12,
    *(10.0**-n for n in (5, 6, 7, 8, 9, 10, 15, 16, 20, 30, 100, 300)),
    2.0**-52,
    2.0**-1022,
)
MISCONCEPTIONS = (
    _slip(
        "one divided by the mean of the probabilities",
        "Average the logarithms, not the probabilities: a text's probability is a product, and "
        "one word the model finds impossible makes the whole text impossible.",
        {"log": _same, "finish": lambda mean: 1 / mean},
    ),
    _slip(
        "the mean of the inverse probabilities",
        "Average the logarithms and take exp at the end: the mean of 1 / p is the arithmetic "
        "mean, which a few rare words dominate.",
        {"log": lambda p: 1 / p, "finish": _same},
    ),
    _slip(
        "divided by the number of sentences",
        "Divide by the number of predictions: perplexity is per word, or else long sentences "
        "would count as hard ones.",
        {"number": len},
    ),
    _slip(
        "the sum of the logarithms is not divided",
        "Divide the sum by the number of predictions before exp: otherwise it is the inverse of "
        "the whole text's probability, which grows with every word.",
        {"number": lambda probabilities: 1},
        more=(partial(_by_product, power=lambda product, number: 1 / product),),
    ),
    _slip(
        "a mean over sentences",
        "Put all predictions together first: a mean over sentences gives a word in a short "
        "sentence more say than one in a long sentence.",
        {"average": _mean_of_perplexities, "finish": _same},
        {"average": _mean_of_sentences},
    ),
    Misconception(
        "one perplexity for each sentence, not one for the text",
        "Put the predictions of all sentences together: one number for the whole text.",
        lambda probabilities: [_measured([sentence]) for sentence in probabilities],
    ),
    _slip(
        "only one of the sentences is measured",
        "Sum over all sentences: start the sum once, before the loop, and return after it.",
        {"text": lambda probabilities: probabilities[-1:]},
        {"text": lambda probabilities: probabilities[:1]},
    ),
    _slip(
        "two bases are mixed",
        "Use one base: exp goes with the natural logarithm, 2 ** with log2. In either base the "
        "perplexity is the same.",
        {"log": math.log2},
        {"finish": lambda mean: 2**-mean},
        {"log": math.log10},
        {"finish": lambda mean: 10**-mean},
        {"log": math.log10, "finish": lambda mean: 2**-mean},
    ),
    _slip(
        "<s> is counted among the predictions",
        "Divide by the number of probabilities you were given: <s> is never predicted, and "
        "counting it makes the model look better than it is.",
        {"number": lambda probabilities: _size(probabilities) + len(probabilities)},
    ),
    _slip(
        "the </s> of each sentence is not counted among the predictions",
        "Divide by the number of probabilities you were given: </s> is predicted like a word, and "
        "its probability is in the sum.",
        {"number": lambda probabilities: _size(probabilities) - len(probabilities)},
    ),
    _slip(
        "the minus sign is missing",
        "Logarithms of probabilities are negative: without the minus you get the inverse, the "
        "geometric mean of the probabilities.",
        {"finish": math.exp},
        more=_products(lambda product, number: product ** (1 / number)),
    ),
    _slip(
        "the cross-entropy is returned",
        "Take exp of the mean at the end: the mean itself is the cross-entropy, in nats.",
        {"finish": lambda mean: -mean},
    ),
    _slip(
        "the mean of the logarithms is returned, without minus and exp",
        "Take exp of minus that mean: a mean of logarithms is below 0, and a perplexity is at "
        "least 1.",
        {"finish": _same},
    ),
    _slip(
        "the cross-entropy in bits is returned",
        "Take 2 ** of the mean at the end, as the logarithm is that of base 2: the mean itself is "
        "the cross-entropy, in bits.",
        {"log": math.log2, "finish": lambda mean: -mean},
    ),
    Misconception(
        "probabilities of 0 are left out",
        "A 0 makes the perplexity infinite: leaving it out rewards a model for calling a word "
        "that occurs impossible.",
        partial(_measured, infinite=_never, text=_without_zeros),
        variants=(
            partial(_measured, infinite=_never, log=lambda p: math.log(p) if p else 0.0),
            lambda probabilities: _measured([s for s in probabilities if 0 not in s]),
        ),
    ),
    Misconception(
        "a probability of 0 gives 0 or NaN, not infinity",
        "Return math.inf there: the model found impossible what happened.",
        lambda lists: 0.0 if _apart_from_zeros(lists) else _measured(lists),
        variants=(lambda lists: math.nan if _apart_from_zeros(lists) else _measured(lists),),
    ),
    Misconception(
        "a tiny number stands in for a probability of 0",
        "Return math.inf where a probability is 0: with a floor the result depends on which "
        "number you chose.",
        _floored(_FLOORS[0]),
        variants=tuple(map(_floored, _FLOORS[1:])),
    ),
    Misconception(
        "a probability of 0 raises an error instead of giving infinity",
        "Ask for a 0 before the logarithm: math.log(0) raises an error, and the perplexity is "
        "math.inf.",
        partial(_measured, infinite=_never),
    ),
    Misconception(
        "the product of all probabilities underflows",
        "Add logarithms instead of multiplying: the product of a few hundred probabilities is "
        "smaller than the smallest float and becomes 0.",
        partial(_by_product, zero=math.inf),
        variants=_products(lambda product, number: product ** (-1 / number), _log_of_product),
    ),
    Misconception(
        "the power, or exp, comes before the division",
        "Divide the exponent by N. In x ** -1 / N it needs brackets, (-1 / N): ** binds tighter "
        "than /.",
        partial(_by_product, power=lambda product, number: product**-1 / number),
        variants=(partial(_by_product, power=lambda product, number: product**1 / number),),
    ),
)
