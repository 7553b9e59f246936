"""Exercises of the lesson on neural language models: vectors side by side, and scores."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import one_hot

from bertlab.exercises import Case, Exercise, Misconception

# ---------------------------------------------------------------------------------- window_features


def _window_features(
    windows: Int[Tensor, "B T"], embedding: Float[Tensor, "V M"]
) -> Float[Tensor, "B TM"]:
    """Return the vectors of each window's words, laid end to end."""
    return embedding[windows].flatten(1)


def _feature_cases() -> list[Case]:
    return [
        Case((torch.tensor([[1, 4, 2], [4, 0, 5]]), torch.randn(7, 4))),
        Case((torch.randint(0, 9, (5, 2)), torch.randn(9, 3))),
    ]


window_features = Exercise(
    name="window_features",
    reference=_window_features,
    cases=_feature_cases,
    difficulty=1,
    minutes=5,
    misconceptions=(
        Misconception(
            "the vectors are added, not laid end to end",
            "Concatenate them: a sum is the same for every order of the words, and it cannot tell "
            "'dog bites man' from 'man bites dog'.",
            lambda windows, embedding: embedding[windows].sum(dim=1),
        ),
        Misconception(
            "the vectors are averaged, not laid end to end",
            "Concatenate them: a mean is the same for every order of the words. CBOW, in the next "
            "lesson, gives up the order on purpose.",
            lambda windows, embedding: embedding[windows].mean(dim=1),
        ),
        Misconception(
            "the vectors of the window stand in reverse order",
            "Begin with the oldest word: each place of the window has its own weights in the next "
            "layer, and the windows run from the oldest word to the newest.",
            lambda windows, embedding: embedding[windows.flip(1)].flatten(1),
        ),
        Misconception(
            "the components are interleaved",
            "Keep each vector in one piece: first all of the oldest word, then all of the next. "
            "Here a transpose came before the reshape.",
            lambda windows, embedding: embedding[windows].transpose(1, 2).flatten(1),
        ),
        Misconception(
            "the windows of the batch are mixed into one long list",
            "Keep axis 0, the batch, and flatten only the axes of places and components: "
            "flatten(1).",
            lambda windows, embedding: embedding[windows].flatten(0, 1),
            variants=(lambda windows, embedding: embedding[windows].flatten(),),
        ),
        Misconception(
            "the places and components still stand on two axes",
            "Join the last two axes: the tanh layer multiplies one long vector per window.",
            lambda windows, embedding: embedding[windows],
        ),
        Misconception(
            "the one-hot vectors are laid end to end, without the matrix C",
            "Multiply by C, or look the rows up: one-hot vectors are as long as the vocabulary, "
            "and any two words are equally far apart.",
            lambda windows, embedding: (
                one_hot(windows, len(embedding)).to(embedding.dtype).flatten(1)
            ),
        ),
    ),
)

# --------------------------------------------------------------------------------- next_word_scores


def _next_word_scores(
    features: Float[Tensor, "B N"],
    hidden_weight: Float[Tensor, "D N"],
    hidden_bias: Float[Tensor, " D"],
    output_weight: Float[Tensor, "V D"],
    output_bias: Float[Tensor, " V"],
    direct_weight: Float[Tensor, "V N"],
) -> Float[Tensor, "B V"]:
    """Return y = b + W x + U tanh(d + H x) for each row x of the features."""
    hidden = torch.tanh(hidden_bias + features @ hidden_weight.T)
    return output_bias + features @ direct_weight.T + hidden @ output_weight.T


def _score_cases() -> list[Case]:
    def case(B: int, N: int, D: int, V: int) -> Case:
        shapes = (B, N), (D, N), (D,), (V, D), (V,), (V, N)
        return Case(tuple(torch.randn(shape) / 2 for shape in shapes))

    return [case(2, 6, 3, 5), case(4, 3, 5, 7)]


next_word_scores = Exercise(
    name="next_word_scores",
    reference=_next_word_scores,
    cases=_score_cases,
    difficulty=2,
    minutes=8,
    tolerance=1e-5,
    misconceptions=(
        Misconception(
            "the tanh is missing",
            "Put tanh around d + Hx: without it, two linear maps in a row are one linear map, and "
            "the words of a window cannot work together.",
            lambda x, h, d, u, b, w: b + x @ w.T + (d + x @ h.T) @ u.T,
        ),
        Misconception(
            "the tanh goes over the scores as well",
            "Leave the scores as they are: squeezed into (-1, 1), no word could be more than "
            "exp(2), about 7 times, as likely as another.",
            lambda x, h, d, u, b, w: torch.tanh(b + x @ w.T + torch.tanh(d + x @ h.T) @ u.T),
        ),
        Misconception(
            "the bias d is added after the tanh",
            "Add d inside: it decides where on the curve of tanh a unit works. After the tanh it "
            "only shifts all scores by a constant that b can hold.",
            lambda x, h, d, u, b, w: b + x @ w.T + (d + torch.tanh(x @ h.T)) @ u.T,
        ),
        Misconception(
            "the bias d of the tanh layer is missing",
            "Add d before the tanh: without it every unit is 0 for features of 0.",
            lambda x, h, d, u, b, w: b + x @ w.T + torch.tanh(x @ h.T) @ u.T,
        ),
        Misconception(
            "the bias b of the scores is missing",
            "Add b: it lets a word be frequent whatever stands before it. Without a context to "
            "read, b alone is the unigram model.",
            lambda x, h, d, u, b, w: x @ w.T + torch.tanh(d + x @ h.T) @ u.T,
        ),
        Misconception(
            "the direct connections W are left out",
            "Add Wx: here the features reach the scores on two ways, through the tanh layer and "
            "past it.",
            lambda x, h, d, u, b, w: b + torch.tanh(d + x @ h.T) @ u.T,
        ),
        Misconception(
            "the result is already a distribution",
            "Return the scores, before the softmax: the loss applies it (cross_entropy does), and "
            "twice would flatten the distribution.",
            lambda x, h, d, u, b, w: (b + x @ w.T + torch.tanh(d + x @ h.T) @ u.T).softmax(dim=-1),
            variants=(
                lambda x, h, d, u, b, w: (b + x @ w.T + torch.tanh(d + x @ h.T) @ u.T).log_softmax(
                    dim=-1
                ),
            ),
        ),
    ),
)
