"""Checks of ungraded tasks: a step, a direction taken out or put in, a cut to mend."""

from lessons.l02_nnlm.measure import Text, Texts, first_pass

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.before.nnlm.model import WindowNetwork
from workbook.exercises.tasks import OPEN, task

Step = Callable[[nn.Module, Tensor, Tensor, torch.optim.Optimizer], Any]
Cut = Callable[[Int[Tensor, " N"]], Text]
Train = Callable[[nn.Module, torch.optim.Optimizer, Text], Sequence[float]]
Without = Callable[[Tensor, Tensor], Any]
PutIn = Callable[[Tensor, Tensor, float], Any]
Groups = Sequence[Sequence[str]]
SMALL = 9, 2, 3, 4  # V, T, m and D of the networks that checks try


def our_step(
    network: nn.Module, windows: Tensor, targets: Tensor, optimizer: torch.optim.Optimizer
) -> float:
    """Make a step on one batch; return the loss before it."""
    loss = cross_entropy(network(windows), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def completed_step(step: Step) -> Step:
    """Try a student's training step; return it if it is right, and ours if not."""
    right = "right: the network trains with your step."
    return task(__name__, "your_step", step, our_step, _slip_in_step, right)


def _slip_in_step(step: Step) -> str:
    """Say what is wrong with a training step, by what it does to a small network."""
    (given, theirs), (wanted, ours) = _two_steps(step), _two_steps(our_step)
    if given[0] is None:
        return OPEN
    if not isinstance(given[0], float):
        return "Return the loss as a number: loss.item(). A tensor keeps its graph in memory."
    if _close(theirs[1], theirs[0]):
        return "No weight has changed. Is there a gradient, and does the optimizer step?"
    if not torch.allclose(torch.tensor(given[0]), torch.tensor(wanted[0]), atol=1e-5):
        return "The loss is another one: cross_entropy takes the scores, and makes the softmax."
    if not _close(theirs[1], ours[1]):
        return "The first step is another than ours. In which order do the lines stand?"
    if not _close(theirs[2], ours[2]):
        return "The second step is wrong: the gradient of the first batch is still in it."
    return ""


def _two_steps(step: Step) -> tuple[list[Any], list[list[Tensor]]]:
    """Return what two steps give, and the weights before, between and after them."""
    with torch.random.fork_rng():
        torch.manual_seed(0)
        network = WindowNetwork(*SMALL)
        batches = [(torch.randint(9, (5, 2)), torch.randint(9, (5,))) for _ in range(2)]
    optimizer = torch.optim.SGD(network.parameters(), lr=0.5)
    weights, given = [_copies(network)], []
    for windows, targets in batches:
        given.append(step(network, windows, targets, optimizer))
        weights.append(_copies(network))
    return given, weights


def _copies(network: nn.Module) -> list[Tensor]:
    return [weight.detach().clone() for weight in network.parameters()]


def _close(some: Sequence[Tensor], others: Sequence[Tensor]) -> bool:
    return all(torch.allclose(one, two, atol=1e-5) for one, two in zip(some, others, strict=True))


def our_direction(row: Float[Tensor, " m"], others: Float[Tensor, "n m"]) -> Float[Tensor, " m"]:
    """Return what remains of a row without its part along the mean of others."""
    common = nn.functional.normalize(others.mean(dim=0), dim=0)
    return row - (row @ common) * common


def completed_direction(without_direction: Without) -> Without:
    """Try a student's function that takes a direction away; return it if right, ours if not."""
    right = "right: what remains has no part along the others."
    given = without_direction
    return task(__name__, "without_direction", given, our_direction, _slip_in_direction, right)


def _slip_in_direction(given: Without) -> str:
    """Say what is wrong with a function that takes a direction away."""
    row, others = torch.tensor([3.0, 4.0, 1.0]), torch.tensor([[2.0, 1.0, 0.0], [4.0, 0.0, 1.0]])
    copies = row.clone(), others.clone()
    said = given(row, others)
    if said is None:
        return OPEN
    if not (torch.equal(row, copies[0]) and torch.equal(others, copies[1])):
        return "The arguments have changed: make a new row."
    if not isinstance(said, Tensor) or said.shape != row.shape:
        return f"Return a row of the same length: a tensor of shape {tuple(row.shape)}."
    mean = others.mean(dim=0)
    wanted, length = our_direction(row, others), mean.norm()
    slips = {
        "This is the part that was to be taken away; return what remains.": row - wanted,
        "The mean itself is subtracted. How long is the part of this row along it?": row - mean,
        "All of u is subtracted, whatever the row is. How long is its part?": row - mean / length,
        "Give u the length 1: divide the mean by its own length.": row - (row @ mean) * mean,
        "Divide by the length in both places where u stands.": row - (row @ mean) * mean / length,
        "The part along u is added, not subtracted.": 2 * row - wanted,
    }
    if torch.allclose(said, wanted, atol=1e-4):
        return ""
    near = [slip for slip, wrong in slips.items() if torch.allclose(said, wrong, atol=1e-4)]
    return near[0] if near else "What remains is another row. Try u = (1, 0) and the row (3, 4)."


def our_addition(
    row: Float[Tensor, " m"], others: Float[Tensor, "n m"], length: float
) -> Float[Tensor, " m"]:
    """Return a row plus a piece of some length along the mean of others."""
    return row + length * nn.functional.normalize(others.mean(dim=0), dim=0)


def completed_addition(put_in: PutIn) -> PutIn:
    """Try a student's function that puts a direction in; return it if right, ours if not."""
    return task(__name__, "put_in", put_in, our_addition, _slip_in_addition)


def _slip_in_addition(given: PutIn) -> str:
    """Say what is wrong with a function that puts a direction in."""
    row, others = torch.tensor([3.0, 4.0, 1.0]), torch.tensor([[2.0, 1.0, 0.0], [4.0, 0.0, 1.0]])
    copies = row.clone(), others.clone()
    said, wanted = given(row, others, 0.5), our_addition(row, others, 0.5)
    if said is None:
        return OPEN
    if not (torch.equal(row, copies[0]) and torch.equal(others, copies[1])):
        return "The arguments have changed: make a new row."
    if not isinstance(said, Tensor) or said.shape != row.shape:
        return f"Return a row of the same length: a tensor of shape {tuple(row.shape)}."
    if torch.allclose(said, wanted, atol=1e-4):
        return ""
    if torch.allclose(said, wanted - row, atol=1e-4):
        return "This is the piece alone; add it to the row."
    if torch.allclose(said, row + 0.5 * others.mean(dim=0), atol=1e-4):
        return "The piece is not as long as it should be: give u the length 1 first."
    return "The row is another one. How far is it from the old row, and in which direction?"


def completed_controls(groups: Groups, ours: Groups, tested: Sequence[str]) -> Groups:
    """Judge a student's groups of words as a control; return them if they are one, ours if not.

    Args:
        groups: The student's.
        ours: Fair ones.
        tested: The words whose direction is tested.
    """
    slip = partial(_slip_in_controls, tested=tested)
    return task(__name__, "controls", groups, ours, slip, "a fair control.")


def _slip_in_controls(groups: Groups, tested: Sequence[str]) -> str:
    """Say why groups of words are no control for a group that is tested."""
    if not groups:
        return OPEN
    if any(set(group) & {*tested, "eight", "<num>"} for group in groups):
        return "A group holds a number word, so it holds a part of what is tested."
    if any(len(set(group)) != len(tested) for group in groups):
        return f"Each group needs {len(tested)} different words, as many as the tested one has."
    if len({frozenset(group) for group in groups}) < 20:
        return "Fewer than 20 groups cannot tell what is usual. Draw them at random."
    return ""


def examine_cut(
    cut: Cut,
    train: Train,
    make: Callable[[], nn.Module],
    text: Int[Tensor, " N"],
    new: Int[Tensor, " N"],
) -> None:
    """Train for one pass on a text as a student cuts it, and print how good that seems.

    Args:
        cut: Makes windows of 4 words, and the word after each, of a row of ids.
        train: Trains a network for one pass on a text; returns the losses.
        make: Returns a network.
        text: What it is trained on.
        new: What it is judged on, cut in the same way.
    """

    def slip(theirs: Cut) -> str:
        said = _slip_in_cut(theirs)
        if "as many" not in said:
            seen, unseen = theirs(text), theirs(new)
            one_pass = partial(_swapped, train, seen)
            result = first_pass(one_pass, make, 0, Texts(unseen, unseen, unseen))
            print(f"validation perplexity, rounded to tens: {round(result.validation.all, -1):.0f}")
        return said

    task(__name__, "cut", cut, None, slip, "right: each window is followed by its next word.")


def _swapped(
    train: Train, text: Text, network: nn.Module, optimizer: torch.optim.Optimizer
) -> Sequence[float]:
    return train(network, optimizer, text)


def _slip_in_cut(cut: Cut) -> str:
    """Say whether windows are followed by the next word, judged by a row 0, 1, 2, ..."""
    windows, following = cut(torch.arange(10))
    if len(windows) != len(following):
        return f"There must be as many windows as next words: {len(windows)}, {len(following)}."
    right = windows.shape[1:] == (4,) and torch.equal(windows[:, -1] + 1, following)
    if right and len(windows) == 6 and torch.equal(windows, torch.arange(10).unfold(0, 4, 1)[:-1]):
        return ""
    return "The result is not to be trusted: a function does not do what its docstring says."
