"""The misconceptions about ``window_features``, each a wrong function with advice."""

from torch.nn.functional import one_hot

from workbook.exercises import Misconception

MISCONCEPTIONS = (
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
        "Keep axis 0, the batch, and flatten only the axes of places and components: flatten(1).",
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
        lambda windows, embedding: one_hot(windows, len(embedding)).to(embedding.dtype).flatten(1),
    ),
)
