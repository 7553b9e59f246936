"""The task of the lesson on ELMo: the lines that keep both readers apart, and what goes wrong."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from workbook.exercises.tasks import task

States = Float[Tensor, "B T D"]
Layer = Callable[[nn.Module, nn.Module, States, States, bool], tuple[States, States]]


def our_layer(
    forward_lstm: nn.Module,
    backward_lstm: nn.Module,
    from_left: States,
    from_right: States,
    add: bool,
) -> tuple[States, States]:
    """Return the next states of both readers, each in its own order of reading."""
    new_left, new_right = forward_lstm(from_left)[0], backward_lstm(from_right)[0]
    return (new_left + from_left, new_right + from_right) if add else (new_left, new_right)


class Mistake(NamedTuple):
    """A wrong layer, and the words for it."""

    says: str
    wrong: Layer


def _wrong(
    reads: tuple[str, str] = ("left", "right"),
    lstms: tuple[int, int] = (0, 1),
    adds: tuple[str, str] = ("left", "right"),
    when: str = "asked",
) -> Layer:
    """Return a layer with a step done otherwise; with no argument it is the right one.

    Args:
        reads: Which side each LSTM is given.
        lstms: Which LSTM reads for each result.
        adds: Which side is added to each result.
        when: Whether something is added if it is ``"asked"``, ``"never"`` or ``"always"``.
    """

    def layer(
        forward_lstm: nn.Module,
        backward_lstm: nn.Module,
        from_left: States,
        from_right: States,
        add: bool,
    ) -> tuple[States, States]:
        both, turned = from_left + from_right, from_right.flip(1)
        sides = {"left": from_left, "right": from_right, "both": both, "turned": turned}
        readers = (forward_lstm, backward_lstm)
        adding = {"asked": add, "never": False, "always": True}[when]
        first, second = (
            readers[lstm](sides[read])[0] + adding * sides[added]
            for lstm, read, added in zip(lstms, reads, adds, strict=True)
        )
        return first, second

    return layer


MISTAKES = (
    Mistake(
        "Both LSTMs read the sum of both sides, so the readers meet and the answer leaks. "
        "Give each LSTM its own side alone.",
        _wrong(reads=("both", "both")),
    ),
    Mistake(
        "The backward LSTM reads the forward states. Give it from_right.",
        _wrong(reads=("left", "left")),
    ),
    Mistake(
        "Each LSTM reads the other side. Give from_left to the forward one, and from_right to the "
        "backward one.",
        _wrong(reads=("right", "left")),
    ),
    Mistake(
        "One LSTM reads both sides. Each side has an LSTM of its own.",
        _wrong(lstms=(0, 0)),
    ),
    Mistake(
        "The backward side is turned round. It stands in the order of reading, as its LSTM needs "
        "it.",
        _wrong(reads=("left", "turned")),
    ),
    Mistake(
        "The input is never added. If add_input is true, add to each output its own input.",
        _wrong(when="never"),
    ),
    Mistake(
        "The input is always added. Layer 1 has add_input=False, and then nothing is added.",
        _wrong(when="always"),
    ),
    Mistake(
        "Each output gets the input of the other side, so the readers meet. Add its own.",
        _wrong(adds=("right", "left")),
    ),
    Mistake(
        "The two results are exchanged. Return the forward states first.",
        lambda *given: our_layer(*given)[::-1],
    ),
)


def keeps_apart(function: Layer) -> Layer:
    """Check a student's layer, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    right = "right, and no word reaches the other reader."
    return task(__name__, "next_states", function, our_layer, mistake, right)


@torch.no_grad()
def mistake(function: Layer) -> str:
    """Say what is wrong with a layer; nothing if it is right."""
    ours = [found for add in (False, True) for found in our_layer(*_inputs(), add)]
    theirs: list[Any] = []
    for add in (False, True):
        given = _inputs()
        found = function(*given, add)
        if not isinstance(found, tuple | list) or len(found) != 2:
            return "Return two things: the new states of the forward and of the backward reader."
        if any(isinstance(states, tuple) for states in found):
            return "An LSTM returns a tuple. Its first element holds the states: lstm(x)[0]."
        if not all(isinstance(s, Tensor) and s.shape == given[2].shape for s in found):
            return f"Both results should be tensors of the shape {tuple(given[2].shape)}."
        if any((now != was).any() for now, was in zip(given[2:], _inputs()[2:], strict=True)):
            return "It changes from_left or from_right itself. Leave them as they are."
        theirs += found
    if _same(theirs, ours):
        return ""
    for says, wrong in MISTAKES:
        if _same(theirs, [states for add in (False, True) for states in wrong(*_inputs(), add)]):
            return says
    return _meeting(function) or "The numbers differ from ours, though the readers do not meet."


def _inputs(exchanged: str = "") -> tuple[nn.Module, nn.Module, States, States]:
    """Return two LSTMs and what they read, the last vector of one side exchanged."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        readers = [nn.LSTM(4, 4, batch_first=True) for _ in range(2)]
        from_left, from_right = torch.randn(2, 2, 5, 4)
    for name, side in (("from_left", from_left), ("from_right", from_right)):
        if name == exchanged:
            side[:, -1] += 1
    return readers[0], readers[1], from_left, from_right


def _same(some: Sequence[States], others: Sequence[States]) -> bool:
    return all(one.allclose(other, atol=1e-6) for one, other in zip(some, others, strict=True))


def _meeting(function: Layer) -> str:
    """Exchange the last vector that one reader reads; say if the other reader's states change."""
    before = function(*_inputs(), True)
    for number, exchanged in ((0, "from_right"), (1, "from_left")):
        if not _same([function(*_inputs(exchanged), True)[number]], [before[number]]):
            name = ("forward", "backward")[number]
            return f"The readers meet: if a vector in {exchanged} changes, so do the {name} states."
    return ""
