"""Exercises of the lesson on ELMo: what each direction predicts, and how the two are joined."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.exercises import Case, Exercise, Misconception

NOTHING = -100  # the target that torch's cross-entropy leaves out


def _both_targets(tokens: Int[Tensor, "B T"]) -> tuple[Tensor, Tensor]:
    """Give the forward and the backward target of each token, -100 where there is none."""
    return _shift(tokens, 1), _shift(tokens, -1)


def _shift(tokens: Tensor, step: int, missing: int | None = NOTHING) -> Tensor:
    """Give the token ``step`` places on; ``missing`` behind the end, or None to wrap around."""
    targets = tokens.roll(-step, dims=1)
    if missing is not None:
        targets[:, -1 if step > 0 else 0] = missing
    return targets


def _target_cases() -> list[Case]:
    def case(rows: int, length: int) -> Case:
        words = torch.randint(3, 50, (rows, length))
        words[:, 0], words[:, -1] = 1, 2
        return Case((words,))

    return [case(1, 5), case(3, 7), case(2, 4)]


both_targets = Exercise(
    name="both_targets",
    reference=_both_targets,
    cases=_target_cases,
    difficulty=2,
    minutes=7,
    misconceptions=(
        Misconception(
            "the backward targets are not shifted",
            "Shift them: the backward state at a token has read that token already, so predicting "
            "it means copying it, and nothing is learned.",
            lambda tokens: (_shift(tokens, 1), tokens.clone()),
        ),
        Misconception(
            "the forward targets are not shifted",
            "Shift them: the forward state at a token has read that token already. Its target is "
            "the next one.",
            lambda tokens: (tokens.clone(), _shift(tokens, -1)),
        ),
        Misconception(
            "the backward model predicts the next token too",
            "Shift the other way: reading from the right, the backward model has just seen the "
            "next token. What it does not know is the one before.",
            lambda tokens: (_shift(tokens, 1), _shift(tokens, 1)),
        ),
        Misconception(
            "the targets wrap around the ends",
            "Put -100 where nothing is left to predict: after the last token comes no first one.",
            lambda tokens: (_shift(tokens, 1, None), _shift(tokens, -1, None)),
        ),
        Misconception(
            "the ends hold 0, which is the word <unk>",
            "Use -100, which the loss leaves out. Id 0 is <unk>, and the model would learn to "
            "predict it after every sentence.",
            lambda tokens: (_shift(tokens, 1, 0), _shift(tokens, -1, 0)),
        ),
        Misconception(
            "the backward targets stand in reading order",
            "Keep the order of the text in both answers: place t holds the target of token t, "
            "from whichever side the model came.",
            lambda tokens: (_shift(tokens, 1), _shift(tokens, -1).flip(1)),
        ),
    ),
)


def _join_directions(
    ahead: Float[Tensor, "B T D"], behind: Float[Tensor, "B T D"], lengths: Int[Tensor, " B"]
) -> Tensor:
    """Give both states of each token side by side, (B, T, 2D), and zeros at the padding."""
    joined = torch.zeros(*ahead.shape[:2], 2 * ahead.shape[2])
    for row, length in enumerate(lengths.tolist()):
        joined[row, :length] = torch.cat([ahead[row, :length], behind[row, :length].flip(0)], 1)
    return joined


def _kept(values: Tensor, lengths: Tensor) -> Tensor:
    """Set the padding to zero."""
    return values * (torch.arange(values.shape[1]) < lengths[:, None])[..., None]


def _turned(values: Tensor, lengths: Tensor) -> Tensor:
    """Reverse each row within its length."""
    rows = zip(values, lengths.tolist(), strict=True)
    return torch.stack([torch.cat([row[:n].flip(0), row[n:]]) for row, n in rows])


def _join_cases() -> list[Case]:
    def case(D: int, *lengths: int) -> Case:
        shape = (len(lengths), max(lengths), D)
        return Case((torch.randn(shape), torch.randn(shape), torch.tensor(lengths)))

    return [case(2, 3, 5, 4), case(3, 6, 2), case(5, 2, 7, 4, 3)]


join_directions = Exercise(
    name="join_directions",
    reference=_join_directions,
    cases=_join_cases,
    difficulty=3,
    minutes=12,
    misconceptions=(
        Misconception(
            "the backward states are not turned back",
            "Turn them round before you join them: the first state that the backward model wrote "
            "belongs to the last token.",
            lambda a, b, n: _kept(torch.cat([a, b], -1), n),
        ),
        Misconception(
            "the whole row is turned round, padding included",
            "Reverse each row within its own length: else a short sentence gets the states of its "
            "padding.",
            lambda a, b, n: _kept(torch.cat([a, b.flip(1)], -1), n),
        ),
        Misconception(
            "the two states are added",
            "Lay them end to end: the result has 2D components, and a task can weigh what came "
            "from the left and what came from the right differently.",
            lambda a, b, n: _kept(a + _turned(b, n), n),
        ),
        Misconception(
            "the backward half stands first",
            "Put the forward state first: a trained layer on top expects each half in its place.",
            lambda a, b, n: _kept(torch.cat([_turned(b, n), a], -1), n),
        ),
        Misconception(
            "the forward states are turned round as well",
            "Leave the forward states alone: they were written in the order of the text.",
            lambda a, b, n: _kept(torch.cat([_turned(a, n), _turned(b, n)], -1), n),
        ),
        Misconception(
            "the padding is not set to zero",
            "Set the places behind each length to 0: what stands there is of no sentence, and the "
            "next step could count it.",
            lambda a, b, n: torch.cat([a, _turned(b, n)], -1),
        ),
        Misconception(
            "the two are joined along the tokens, not the components",
            "Concatenate along the last axis: the number of tokens stays the same, each gets 2D "
            "components.",
            lambda a, b, n: torch.cat([_kept(a, n), _kept(_turned(b, n), n)], 1),
        ),
    ),
)
