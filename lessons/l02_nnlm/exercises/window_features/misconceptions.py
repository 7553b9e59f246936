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
        "sums over another axis: that of the components or of the batch",
        "Nothing is summed: keep every number, and join the axes of places and components.",
        lambda windows, embedding: embedding[windows].sum(dim=2),
        variants=(
            lambda windows, embedding: embedding[windows].mean(dim=2),
            lambda windows, embedding: embedding[windows].sum(dim=0),
            lambda windows, embedding: embedding[windows].mean(dim=0),
        ),
    ),
    Misconception(
        "the largest number of each component is kept, not all of them",
        "Concatenate the vectors: a maximum over the places is the same for every order of the "
        "words.",
        lambda windows, embedding: embedding[windows].amax(dim=1),
    ),
    Misconception(
        "the vectors of the window stand in reverse order",
        "Begin with the oldest word: each place of the window has its own weights in the next "
        "layer, and the windows run from the oldest word to the newest.",
        lambda windows, embedding: embedding[windows.flip(1)].flatten(1),
    ),
    Misconception(
        "the numbers of each window stand in reverse order",
        "Keep each vector as the table has it, the oldest word's first: a flip of the whole row "
        "turns the components around, too.",
        lambda windows, embedding: embedding[windows].flatten(1).flip(1),
        variants=(lambda windows, embedding: embedding[windows].flip(2).flatten(1),),
    ),
    Misconception(
        "the components are interleaved",
        "Keep each vector in one piece: first all of the oldest word, then all of the next. "
        "Here a transpose came before the reshape.",
        lambda windows, embedding: embedding[windows].transpose(1, 2).flatten(1),
        variants=(lambda windows, embedding: embedding.T[:, windows].permute(1, 0, 2).flatten(1),),
    ),
    Misconception(
        "a row holds words of several windows",
        "Look up the windows as they are, (B, T), and join the last two axes: a reshape after a "
        "transpose of batch and places cuts the rows in the wrong places.",
        lambda windows, embedding: embedding[windows.T].reshape(len(windows), -1),
        variants=(
            lambda windows, embedding: (
                embedding[windows].permute(2, 0, 1).reshape(len(windows), -1)
            ),
            lambda windows, embedding: (
                embedding[windows].permute(2, 1, 0).reshape(len(windows), -1)
            ),
        ),
    ),
    Misconception(
        "the windows of the batch are mixed into one long list",
        "Keep axis 0, the batch, and flatten only the axes of places and components: flatten(1).",
        lambda windows, embedding: embedding[windows].flatten(0, 1),
        variants=(
            lambda windows, embedding: embedding[windows].flatten(),
            lambda windows, embedding: embedding[windows.T].flatten(0, 1),
            lambda windows, embedding: embedding[windows].reshape(1, -1),
            lambda windows, embedding: embedding[windows.T].flatten(),
        ),
    ),
    Misconception(
        "the places and components still stand on two axes",
        "Join the last two axes: the tanh layer multiplies one long vector per window.",
        lambda windows, embedding: embedding[windows],
        variants=(
            lambda windows, embedding: embedding[windows.T],
            lambda windows, embedding: embedding[windows].transpose(1, 2),
            lambda windows, embedding: embedding[windows].flatten(1)[:, None],
        ),
    ),
    Misconception(
        "the batch comes second",
        "Lay the vectors of a window along a row: (B, T * m), one row for each window.",
        lambda windows, embedding: embedding[windows].flatten(1).T,
        variants=(lambda windows, embedding: embedding[windows.T].transpose(1, 2).flatten(0, 1),),
    ),
    Misconception(
        "only one word of each window is looked up",
        "Look up every word of the window, and lay all the vectors end to end.",
        lambda windows, embedding: embedding[windows[:, -1]],
        variants=(lambda windows, embedding: embedding[windows[:, 0]],),
    ),
    Misconception(
        "the rows of the table are counted from 1",
        "Use the ids as they are: id 0 is row 0 of the table.",
        lambda windows, embedding: embedding[windows - 1].flatten(1),
        variants=(lambda windows, embedding: embedding[windows + 1].flatten(1),),
    ),
    Misconception(
        "the one-hot vectors are laid end to end, without the matrix C",
        "Multiply by C, or look the rows up: one-hot vectors are as long as the vocabulary, "
        "and any two words are equally far apart.",
        lambda windows, embedding: one_hot(windows, len(embedding)).to(embedding.dtype).flatten(1),
        variants=(lambda windows, embedding: one_hot(windows, len(embedding)).flatten(1),),
    ),
)
