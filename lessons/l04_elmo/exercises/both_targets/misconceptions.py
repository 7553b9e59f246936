"""The misconceptions about ``both_targets``, each a wrong function with advice."""

from lessons.l04_elmo.exercises.both_targets.reference import NOTHING, shift

from torch import Tensor

from workbook.exercises import Misconception


def _blank(tokens: Tensor, *places: int, by: int = NOTHING) -> Tensor:
    """Put -100 at some places of each row."""
    blank = tokens.clone()
    blank[:, list(places)] = by
    return blank


def _other_rows(tokens: Tensor, step: int) -> Tensor:
    """Shift the rows of the batch, not the tokens."""
    targets = tokens.roll(-step, dims=0)
    targets[-1 if step > 0 else 0] = NOTHING
    return targets


def _far(tokens: Tensor, step: int) -> Tensor:
    """Shift by two places."""
    return _blank(shift(tokens, step), 0 if step > 0 else -1).roll(-step, dims=1)


MISCONCEPTIONS = (
    Misconception(
        "the backward targets are not shifted",
        "Shift them: the backward state at a token has read that token already, so predicting "
        "it means copying it, and nothing is learned.",
        lambda tokens: (shift(tokens, 1), tokens.clone()),
        variants=(
            lambda tokens: (shift(tokens, 1), _blank(tokens, 0)),
            lambda tokens: (shift(tokens, 1), _blank(tokens, -1)),
        ),
    ),
    Misconception(
        "the forward targets are not shifted",
        "Shift them: the forward state at a token has read that token already. Its target is "
        "the next one.",
        lambda tokens: (tokens.clone(), shift(tokens, -1)),
        variants=(
            lambda tokens: (_blank(tokens, -1), shift(tokens, -1)),
            lambda tokens: (_blank(tokens, 0), shift(tokens, -1)),
        ),
    ),
    Misconception(
        "the backward model predicts the next token too",
        "Shift the other way: reading from the right, the backward model has just seen the "
        "next token. What it does not know is the one before.",
        lambda tokens: (shift(tokens, 1), shift(tokens, 1)),
    ),
    Misconception(
        "the two directions are exchanged",
        "Return the forward targets first: the forward model has read the token and all before "
        "it, so its target is the next token. The backward model's is the one before.",
        lambda tokens: (shift(tokens, -1), shift(tokens, 1)),
    ),
    Misconception(
        "the targets wrap around the ends",
        "Put -100 where nothing is left to predict: after the last token comes no first one.",
        lambda tokens: (shift(tokens, 1, None), shift(tokens, -1, None)),
        variants=(
            lambda tokens: (tokens.roll(-1), tokens.roll(1)),
            lambda tokens: (shift(tokens, 1, None), shift(tokens, -1)),
            lambda tokens: (shift(tokens, 1), shift(tokens, -1, None)),
        ),
    ),
    Misconception(
        "the ends hold 0, which is the word <unk>",
        "Use -100, which the loss leaves out. Id 0 is <unk>, and the model would learn to "
        "predict it after every sentence.",
        lambda tokens: (shift(tokens, 1, 0), shift(tokens, -1, 0)),
    ),
    Misconception(
        "the backward targets stand in reading order",
        "Keep the order of the text in both answers: place t holds the target of token t, "
        "from whichever side the model came.",
        lambda tokens: (shift(tokens, 1), shift(tokens, -1).flip(1)),
        variants=(
            lambda tokens: (shift(tokens, 1), tokens.flip(1)),
            lambda tokens: (shift(tokens, 1), shift(tokens.flip(1), -1)),
        ),
    ),
    Misconception(
        "the targets are not shifted in either direction",
        "Shift both: at each token the forward target is the next one, the backward target the "
        "one before. Whoever predicts a token that was read has only to copy it.",
        lambda tokens: (_blank(tokens, -1), _blank(tokens, 0)),
        variants=(
            lambda tokens: (tokens.clone(), tokens.clone()),
            lambda tokens: (_blank(tokens, 0), _blank(tokens, -1)),
            lambda tokens: (_blank(tokens, 0, -1), _blank(tokens, 0, -1)),
        ),
    ),
    Misconception(
        "</s> and <s> are never a target",
        "They are predicted, too: the forward model says with </s> that the sentence ends here, "
        "the backward one with <s> that it began.",
        lambda tokens: (_blank(shift(tokens, 1), -2), _blank(shift(tokens, -1), 1)),
        variants=(
            lambda tokens: (_blank(shift(tokens, 1), -2), shift(tokens, -1)),
            lambda tokens: (shift(tokens, 1), _blank(shift(tokens, -1), 1)),
        ),
    ),
    Misconception(
        "<s> and </s> predict nothing",
        "Only where the sentence is over is nothing left: at <s> the forward model predicts the "
        "first word, at </s> the backward model the last.",
        lambda tokens: (_blank(shift(tokens, 1), 0), _blank(shift(tokens, -1), -1)),
        variants=(
            lambda tokens: (_blank(shift(tokens, 1), 0, -2), _blank(shift(tokens, -1), 1, -1)),
        ),
    ),
    Misconception(
        "the rows of the batch are shifted, not the tokens",
        "The axes are (B, T): leave the first one alone, with a colon before the slice. Another "
        "row is another sentence.",
        lambda tokens: (_other_rows(tokens, 1), _other_rows(tokens, -1)),
        variants=(
            lambda tokens: (tokens.roll(-1, dims=0), tokens.roll(1, dims=0)),
            lambda tokens: (
                _blank(tokens.roll(-1, dims=0), -1),
                _blank(tokens.roll(1, dims=0), 0),
            ),
        ),
    ),
    Misconception(
        "the targets are one token shorter than the text",
        "Keep the shape (B, T): put -100 in the place that has no target.",
        lambda tokens: (tokens[:, 1:], tokens[:, :-1]),
        variants=(lambda tokens: (tokens[:, 1:], tokens[:, :-1].flip(1)),),
    ),
    Misconception(
        "-100 stands at the wrong end, or at both",
        "The forward model has nothing to predict after the last token, the backward one "
        "nothing before the first: each row has one -100.",
        lambda tokens: (_blank(shift(tokens, 1, None), 0), _blank(shift(tokens, -1, None), -1)),
        variants=(
            lambda tokens: (_blank(shift(tokens, 1), 0), _blank(shift(tokens, -1), 0)),
            lambda tokens: (_blank(shift(tokens, 1), -1), _blank(shift(tokens, -1), 0, -1)),
        ),
    ),
    Misconception(
        "the ends keep the token that stands there",
        "Overwrite them with -100: at its last token a model has nothing to predict, least of all "
        "the token itself.",
        lambda tokens: (
            shift(tokens, 1).where(shift(tokens, 1) != NOTHING, tokens),
            shift(tokens, -1).where(shift(tokens, -1) != NOTHING, tokens),
        ),
    ),
    Misconception(
        "the ends hold another number than -100",
        "The loss leaves out -100 and no other number: it is the default of its ignore_index.",
        lambda tokens: (shift(tokens, 1, -1), shift(tokens, -1, -1)),
        variants=(
            lambda tokens: (shift(tokens, 1, 100), shift(tokens, -1, 100)),
            lambda tokens: (shift(tokens, 1, 1), shift(tokens, -1, 1)),
        ),
    ),
    Misconception(
        "the forward model predicts the token before, too",
        "Shift the other way: reading from the left, the forward model has just seen the token "
        "before. What it does not know is the next one.",
        lambda tokens: (shift(tokens, -1), shift(tokens, -1)),
    ),
    Misconception(
        "the targets are shifted by two tokens",
        "The target is the very next token, or the one just before: shift by one place.",
        lambda tokens: (_far(tokens, 1), _far(tokens, -1)),
        variants=(
            lambda tokens: (_far(tokens, 1), shift(tokens, -1)),
            lambda tokens: (shift(tokens, 1), _far(tokens, -1)),
        ),
    ),
)
