"""Exercise of the fine-tuning lesson: the lower a layer, the lower its learning rate."""

from collections.abc import Callable
from functools import partial

from bertlab.exercises.definition import Case, Exercise, Misconception


def _layer_rates(num_layers: int, highest: float, decay: float) -> list[float]:
    """Return the learning rates of the embeddings, of each layer and of the head.

    Args:
        num_layers: Of the encoder.
        highest: The rate of the head, and of the last layer, which lies right below it.
        decay: Each step further down, from the last layer to the first one and on to the
            embeddings, multiplies the rate by this.

    Returns:
        The num_layers + 2 rates from the bottom to the top: embeddings, first layer, ..., last
        layer, head.
    """
    return [*(highest * decay**steps for steps in range(num_layers, -1, -1)), highest]


def _cases() -> list[Case]:
    return [Case((3, 4.0, 0.5)), Case((6, 2.0, 0.9)), Case((2, 5.0, 0.8))]


# --- the slips: steps below the last layer, and what they make of the rate ------------------------


def _rates(
    num_layers: int,
    highest: float,
    decay: float,
    *,
    embeddings: Callable[[int], int] = lambda num_layers: num_layers,
    layer: Callable[[int], int] = lambda below: below,
    head: int = 0,
    rate: Callable[[int, float, int], float] = lambda steps, decay, num_layers: decay**steps,
    order: Callable[[list[float]], list[float]] = list,
) -> list[float]:
    steps = [
        embeddings(num_layers),
        *(layer(num_layers - 1 - number) for number in range(num_layers)),
        head,
    ]
    return order([highest * rate(s, decay, num_layers) for s in steps])


layer_rates = Exercise(
    name="layer_rates",
    reference=_layer_rates,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the embeddings have the highest rate",
            "List the embeddings first, with the lowest rate. What the lower layers know serves "
            "all tasks; the head is new and has everything to learn.",
            partial(_rates, order=lambda rates: rates[::-1]),
        ),
        Misconception(
            "the rates grow from the head to the embeddings",
            "Multiply by decay for each step down; divided by it, the rates grow, above that of "
            "the head.",
            partial(_rates, rate=lambda steps, decay, num_layers: decay**-steps),
        ),
        Misconception(
            "the last layer learns slower than the head",
            "Start to multiply below the last layer: it has the full rate, like the head. Where to "
            "start is a convention; this one is that of Sun et al. 2019.",
            partial(
                _rates,
                embeddings=lambda num_layers: num_layers + 1,
                layer=lambda below: below + 1,
            ),
        ),
        Misconception(
            "the highest rate is decayed already",
            "Append a rate first and multiply then: the head and the last layer have the highest "
            "rate itself.",
            partial(
                _rates,
                embeddings=lambda num_layers: num_layers + 1,
                layer=lambda below: below + 1,
                head=1,
            ),
            variants=(
                partial(
                    _rates,
                    embeddings=lambda num_layers: num_layers + 2,
                    layer=lambda below: below + 2,
                    head=1,
                ),
            ),
        ),
        Misconception(
            "the embeddings have the rate of the first layer",
            "They are one step further down: highest * decay ** num_layers.",
            partial(_rates, embeddings=lambda num_layers: num_layers - 1),
        ),
        Misconception(
            "the first layer has the highest rate of the layers",
            "Layer 0 is the lowest, num_layers - 1 steps below the last one: what it knows serves "
            "all tasks, and it should change least.",
            lambda num_layers, highest, decay: [
                highest * decay**num_layers,
                *(highest * decay**number for number in range(num_layers)),
                highest,
            ],
        ),
        Misconception(
            "the rates fall along a straight line",
            "Each step multiplies by decay. Subtracting the same amount each time brings the lower "
            "layers to 0 or below.",
            partial(_rates, rate=lambda steps, decay, num_layers: 1 - steps * (1 - decay)),
            variants=(
                partial(_rates, rate=lambda steps, decay, num_layers: 1 - steps / (num_layers + 1)),
            ),
        ),
        Misconception(
            "the steps multiply the decay",
            "Raise decay to the number of steps, decay ** steps: decay * steps grows with the "
            "distance from the top.",
            partial(
                _rates,
                rate=lambda steps, decay, num_layers: decay * steps if steps else 1.0,
            ),
            variants=(partial(_rates, rate=lambda steps, decay, num_layers: decay * steps),),
        ),
        Misconception(
            "the whole encoder has one rate",
            "That is two rates, one for the head and one below it. Here the rate falls from "
            "layer to layer.",
            partial(_rates, embeddings=lambda num_layers: 1, layer=lambda below: 1),
        ),
        Misconception(
            "the embeddings are left out",
            "Begin with the embeddings: they are trained as well, and hold half of the weights of "
            "a small BERT.",
            partial(_rates, order=lambda rates: rates[1:]),
        ),
        Misconception(
            "the head is left out",
            "End with the head: without a rate it would stay at its random weights.",
            partial(_rates, order=lambda rates: rates[:-1]),
        ),
    ),
    difficulty=2,
    minutes=5,
)
