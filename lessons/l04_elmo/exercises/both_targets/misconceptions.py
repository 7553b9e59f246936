"""The misconceptions about ``both_targets``, each a wrong function with advice."""

from lessons.l04_elmo.exercises.both_targets.reference import shift

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the backward targets are not shifted",
        "Shift them: the backward state at a token has read that token already, so predicting "
        "it means copying it, and nothing is learned.",
        lambda tokens: (shift(tokens, 1), tokens.clone()),
    ),
    Misconception(
        "the forward targets are not shifted",
        "Shift them: the forward state at a token has read that token already. Its target is "
        "the next one.",
        lambda tokens: (tokens.clone(), shift(tokens, -1)),
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
    ),
)
