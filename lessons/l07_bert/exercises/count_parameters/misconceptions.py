"""The misconceptions about ``count_parameters``, each a wrong function with advice."""

from lessons.l07_bert.exercises.count_parameters.reference import count_parameters

from collections.abc import Callable

from workbook.exercises import Misconception


# A slip adds to the right number, or takes away from it. V, D, N, F, P, S as above (N layers).
def _norms(D: int, N: int) -> int:
    return 2 * D * (2 * N + 1)


def _biases(D: int, N: int, F: int) -> int:
    return N * (5 * D + F) + D


def _embeddings(V: int, D: int, P: int, S: int) -> int:
    return (V + P + S) * D


def _off(change: Callable[[int, int, int, int, int, int], int]) -> Callable[..., int]:
    """Count as is right, and add a change."""
    return lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) + change(V, D, N, F, P, S)


def _with(change: Callable[[list[int]], None]) -> Callable[..., int]:
    """Count with other arguments."""

    def wrong(V: int, D: int, N: int, F: int, P: int, S: int) -> int:
        sizes = [V, D, N, F, P, S]
        change(sizes)
        return count_parameters(*sizes)

    return wrong


def _fixed(place: int, value: int) -> Callable[..., int]:
    return _with(lambda sizes: sizes.__setitem__(place, value))


MISCONCEPTIONS = (
    Misconception(
        "the biases are left out",
        "Every dense layer has a bias as long as its output: in a layer four of D, one of F "
        "and one of D again, and one of D in the pooler.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - _biases(D, N, F),
        variants=(
            lambda V, D, N, F, P, S: (
                count_parameters(V, D, N, F, P, S) - _biases(D, N, F) - _norms(D, N) // 2
            ),
        ),
    ),
    Misconception(
        "the biases of one part are left out",
        "Every dense layer has a bias as long as its output: the four of the attention, both of "
        "the feed-forward network, and the pooler.",
        _off(lambda V, D, N, F, P, S: -D),
        variants=(
            _off(lambda V, D, N, F, P, S: -N * (F + D)),
            _off(lambda V, D, N, F, P, S: -N * F),
            _off(lambda V, D, N, F, P, S: -N * D),
            _off(lambda V, D, N, F, P, S: -N * 3 * D),
            _off(lambda V, D, N, F, P, S: -N * (F + 5 * D)),
        ),
    ),
    Misconception(
        "both biases of the feed-forward network are taken to have one length",
        "A bias is as long as the output of its layer: F in the first, D in the second.",
        _off(lambda V, D, N, F, P, S: N * (F - D)),
        variants=(_off(lambda V, D, N, F, P, S: N * (D - F)),),
    ),
    Misconception(
        "a size is a fixed number, not the argument",
        "Use the argument: other models have other sizes, and the formula holds for them, too. The "
        "2 in the table stands for type_vocab_size.",
        _fixed(5, 2),
        variants=(_fixed(0, 30522), _fixed(1, 768), _fixed(2, 12), _fixed(3, 3072), _fixed(4, 512)),
    ),
    Misconception(
        "the feed-forward size is taken as 4 D",
        "Use intermediate_size: it is 4 D in the published models, but need not be.",
        _with(lambda sizes: sizes.__setitem__(3, 4 * sizes[1])),
    ),
    Misconception(
        "every layer has a pooler",
        "There is one pooler, on top of the last layer.",
        _off(lambda V, D, N, F, P, S: (N - 1) * (D * D + D)),
        variants=(_off(lambda V, D, N, F, P, S: N * (D * D + D)),),
    ),
    Misconception(
        "only one layer is counted",
        "Multiply what a layer holds by num_layers: no two layers share their weights.",
        _fixed(2, 1),
    ),
    Misconception(
        "LayerNorms are counted that are not there",
        "There is one behind the embeddings and two in each layer, with 2 D parameters each, and "
        "none besides.",
        _off(lambda V, D, N, F, P, S: 2 * D),
        variants=(
            _off(lambda V, D, N, F, P, S: 4 * D),
            _off(lambda V, D, N, F, P, S: 2 * D * N),
            _off(lambda V, D, N, F, P, S: 4 * D * N),
        ),
    ),
    Misconception(
        "a LayerNorm has one vector, not two",
        "It has a weight and a bias, D numbers each.",
        _off(lambda V, D, N, F, P, S: -_norms(D, N) // 2),
    ),
    Misconception(
        "a task's head is counted",
        "Stop at the pooler: the heads for masked words and for the next sentence are no part of "
        "this count.",
        _off(lambda V, D, N, F, P, S: 2 * D + 2),
        variants=(
            _off(lambda V, D, N, F, P, S: D * D + 3 * D + V),
            _off(lambda V, D, N, F, P, S: D * D + 3 * D + V + 2 * D + 2),
        ),
    ),
    Misconception(
        "positions and token types are left out",
        "There are three tables: words, positions and token types, with rows of D.",
        _off(lambda V, D, N, F, P, S: -(P + S) * D),
    ),
    Misconception(
        "the LayerNorms are left out",
        "A LayerNorm has 2 D parameters, weight and bias: one behind the embeddings and two in "
        "each layer.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - _norms(D, N),
    ),
    Misconception(
        "the LayerNorm behind the embeddings is left out",
        "The three tables are added and normalized before the first layer, with a weight and a "
        "bias of D numbers each.",
        _off(lambda V, D, N, F, P, S: -2 * D),
    ),
    Misconception(
        "4 D numbers are missing in each layer",
        "A layer has two LayerNorms of 2 D numbers each, and its attention four biases of D: "
        "either is 4 D. Which of them did you leave out?",
        _off(lambda V, D, N, F, P, S: -4 * D * N),
    ),
    Misconception(
        "a layer has only one LayerNorm",
        "There are two in a layer: one behind the attention, one behind the feed-forward network.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - 2 * D * N,
    ),
    Misconception(
        "the pooler is left out",
        "On top sits the pooler, a dense layer from D to D with bias; it is in the file, and "
        "in the 109.5 million of BERT-base.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - D * D - D,
    ),
    Misconception(
        "the embeddings are counted once per layer",
        "The tables are used once, below the first layer; only the encoder layers repeat.",
        lambda V, D, N, F, P, S: (
            count_parameters(V, D, N, F, P, S) + (N - 1) * (_embeddings(V, D, P, S) + 2 * D)
        ),
        variants=(
            lambda V, D, N, F, P, S: (
                count_parameters(V, D, N, F, P, S) + (N - 1) * _embeddings(V, D, P, S)
            ),
        ),
    ),
    Misconception(
        "the positions are left out",
        "Position embeddings are a trained table of max_positions rows in BERT, not a formula.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - P * D,
    ),
    Misconception(
        "the token types are left out",
        "The token type table has type_vocab_size rows of D: small, but in the file.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - S * D,
    ),
    Misconception(
        "the dense layer behind the attention is not counted",
        "A layer has four D x D maps: query, key, value, and the one that mixes the heads.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - N * (D * D + D),
        variants=(_off(lambda V, D, N, F, P, S: -N * D * D),),
    ),
    Misconception(
        "the attention has only one or two maps",
        "A layer has four D x D maps: query, key, value, and the one that mixes the heads.",
        _off(lambda V, D, N, F, P, S: -3 * N * (D * D + D)),
        variants=(_off(lambda V, D, N, F, P, S: -2 * N * (D * D + D)),),
    ),
    Misconception(
        "every head has matrices of its own, as large as D x D",
        "The heads share the three D x D maps: each works on D / H of their outputs, so the "
        "number of heads does not enter.",
        lambda V, D, N, F, P, S: (
            count_parameters(V, D, N, F, P, S) + (12 - 1) * N * 3 * (D * D + D)
        ),
        variants=tuple(
            lambda V, D, N, F, P, S, extra=extra: (
                count_parameters(V, D, N, F, P, S) + extra(D) * N * (D * D + D)
            )
            for extra in (
                lambda D: (12 - 1) * 4,
                lambda D: (D // 64 - 1) * 3,
                lambda D: (D // 64 - 1) * 4,
            )
        ),
    ),
    Misconception(
        "the feed-forward network has one matrix",
        "It has two: from D to F and back from F to D, each with a bias.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - N * (D * F + D),
        variants=(lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - N * (D * F + F),),
    ),
    Misconception(
        "the word embeddings are counted a second time, as the output layer",
        "The masked-word head reuses the word table (tied weights), and heads are not part of "
        "this count.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) + V * D,
        variants=(lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) + V * D + V,),
    ),
)
