"""The misconceptions about ``count_parameters``, each a wrong function with advice."""

from lessons.l07_bert.exercises.count_parameters.reference import count_parameters

from workbook.exercises import Misconception


# A slip adds to the right number, or takes away from it. V, D, N, F, P, S as above (N layers).
def _norms(D: int, N: int) -> int:
    return 2 * D * (2 * N + 1)


def _biases(D: int, N: int, F: int) -> int:
    return N * (5 * D + F) + D


def _embeddings(V: int, D: int, P: int, S: int) -> int:
    return (V + P + S) * D


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
        "the LayerNorms are left out",
        "A LayerNorm has 2 D parameters, weight and bias: one behind the embeddings and two in "
        "each layer.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - _norms(D, N),
        variants=(
            lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - 4 * D * N,
            lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - 2 * D,
        ),
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
        "the output of the attention has no dense layer",
        "A layer has four D x D maps: query, key, value, and the one that mixes the heads.",
        lambda V, D, N, F, P, S: count_parameters(V, D, N, F, P, S) - N * (D * D + D),
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
