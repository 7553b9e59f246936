"""The misconceptions about ``negative_sampling_step``, each a wrong function with advice."""

from lessons.l03_word2vec.exercises.negative_sampling_step.slips import (
    Form,
    all_but_one,
    all_noise,
    averaged,
    every_row,
    in_turn,
    made,
    mixed,
    moved_elsewhere,
    noise_averaged,
    not_the_center,
    one_table,
    right_words,
    softmax,
    step,
    until_the_neighbor,
)

from functools import partial

from torch.nn.functional import cosine_similarity, logsigmoid

from workbook.exercises import Misconception


def _slip(name: str, advice: str, *forms: Form) -> Misconception:
    first, *more = map(made, forms)
    return Misconception(name, advice, first, tuple(more))


MISCONCEPTIONS = (
    _slip(
        "one table plays both roles",
        "The center is looked up in inputs, neighbor and noise in outputs.",
        one_table,
        lambda inputs, outputs, *given: one_table(outputs, inputs, *given)[::-1],
        {"read": lambda inputs, outputs: (inputs, inputs)},
        {"read": lambda inputs, outputs: (outputs, outputs)},
    ),
    _slip(
        "the two tables are exchanged",
        "The center is the word that is seen, so its row is in inputs. Neighbor and noise are "
        "guessed, so theirs are in outputs.",
        lambda inputs, outputs, *given: step(outputs, inputs, *given)[::-1],
        {"read": lambda inputs, outputs: (outputs, inputs)},
    ),
    _slip(
        "the noise words are pulled closer too",
        "The label of a noise word is 0, so its error is sigmoid(score): it is pushed away.",
        {"error": lambda score, label: score.sigmoid() - 1},
        {"error": lambda score, label: (2 * label - 1) * (score.sigmoid() - label)},
    ),
    _slip(
        "the neighbor is pushed away like the noise",
        "The label of the neighbor is 1, so its error is sigmoid(score) - 1: it is pulled closer.",
        {"error": lambda score, label: score.sigmoid()},
        {"error": lambda score, label: (score.sigmoid() - label).abs()},
    ),
    _slip(
        "the labels are exchanged: the neighbor has 0 and the noise has 1",
        "Exchanged, they drive words apart that stand together: 1 is for the real neighbor.",
        {"error": lambda score, label: score.sigmoid() - (1 - label)},
    ),
    _slip(
        "the error of a noise word is sigmoid(-score)",
        "That stands in the loss. The derivative of -log sigmoid(-score) is sigmoid(score).",
        {"error": lambda score, label: (-score).sigmoid() * (1 - 2 * label)},
    ),
    _slip(
        "the sigmoid is missing",
        "Take the sigmoid of the score: the error is a probability less the label.",
        {"error": lambda score, label: score - label},
        {"error": lambda score, label: score.tanh() - label},
        {"error": lambda score, label: score.exp() - label},
    ),
    _slip(
        "the loss stands where its derivative belongs",
        "Take the derivative of the loss by the score: it is sigmoid(score) less the label.",
        {"error": lambda score, label: -logsigmoid((2 * label - 1) * score)},
        {"error": lambda score, label: (1 - 2 * label) * -logsigmoid((2 * label - 1) * score)},
    ),
    _slip(
        "the derivative of the sigmoid is multiplied in",
        "With a logarithm in the loss it cancels. It would stay with a squared error.",
        {"error": lambda s, label: (s.sigmoid() - label) * s.sigmoid() * (1 - s.sigmoid())},
    ),
    _slip(
        "the neighbor is pushed away when it is drawn as noise",
        "Skip noise words that are the neighbor: one row would be told yes and no in one step.",
        {"asked": all_noise(lambda word, neighbor: 0.0)},
    ),
    _slip(
        "the neighbor is pulled once more each time it is drawn as noise",
        "Skip noise words that are the neighbor: it takes part once, whatever was drawn.",
        {"asked": all_noise(lambda word, neighbor: float(word == neighbor))},
    ),
    _slip(
        "of several draws of the neighbor only one is skipped",
        "Skip every noise word that is the neighbor: list.remove takes away the first one only.",
        {"asked": all_but_one},
    ),
    _slip(
        "the noise ends where the neighbor is drawn",
        "Skip that word alone and go on with the next: continue, not break.",
        {"asked": until_the_neighbor},
    ),
    _slip(
        "noise words equal to the center are skipped",
        "It is the neighbor that must not be pushed away. The center may be noise: its row "
        "in outputs is another vector than its row in inputs.",
        {"asked": lambda c, n, noise: right_words(c, n, [word for word in noise if word != c])},
        {"asked": not_the_center},
    ),
    _slip(
        "the noise takes no part",
        "Each noise word takes part with label 0. Without them every score grows for ever.",
        {"asked": lambda *words: right_words(*words)[:1]},
    ),
    _slip(
        "the neighbor takes no part",
        "The neighbor takes part with label 1: without it nothing is drawn together.",
        {"asked": lambda *words: right_words(*words)[1:]},
    ),
    _slip(
        "the step goes up the gradient",
        "Subtract rate times the gradient: the error is probability minus label.",
        {"rated": lambda rate: -rate},
    ),
    _slip(
        "one of the two tables goes up the gradient",
        "Both tables move against their gradients, so subtract in both.",
        {"push": lambda u, v, label, number: -v},
        {"pull": lambda u, v, label, number: -u},
    ),
    _slip(
        "one of the two tables does not move",
        "Both tables learn: the rows of neighbor and noise in outputs, the center's in inputs.",
        {"push": lambda u, v, label, number: 0 * v},
        {"pull": lambda u, v, label, number: 0 * u},
    ),
    _slip(
        "the noise moves one of the two tables only",
        "Each word moves its own row of outputs and adds its part to the step of the center.",
        {"pull": lambda u, v, label, number: label * u},
        {"push": lambda u, v, label, number: label * v},
    ),
    _slip(
        "a row moves along itself",
        "The derivative of a dot product by one vector is the other vector: a row of outputs "
        "moves along the center's, and the center's along the rows of outputs.",
        {"push": lambda u, v, label, number: u},
        {"pull": lambda u, v, label, number: v},
        {"push": lambda u, v, label, number: u, "pull": lambda u, v, label, number: v},
    ),
    _slip(
        "a move goes to the wrong table",
        "The center's row moves in inputs, the rows of neighbor and noise in outputs.",
        *(moved_elsewhere(*to) for to in ("oi", "ii", "oo")),
    ),
    _slip(
        "every row of a table moves",
        "Only the rows of the words that take part move: put the word's index on the left side.",
        every_row(False, True),
        every_row(True, False),
        every_row(True, True),
    ),
    _slip(
        "the outputs have moved before the input reads them",
        "Compute all gradients from the old tables, then move: the input needs the old outputs.",
        in_turn("outputs", scores_again=False),
        in_turn("outputs", scores_again=True),
        {"again": "u"},
        {"again": "u", "first": "u"},
    ),
    _slip(
        "the input has moved before the outputs read it",
        "Compute all gradients from the old tables, then move: the outputs need the old input.",
        in_turn("inputs", scores_again=False),
        in_turn("inputs", scores_again=True),
        {"again": "v"},
        {"again": "v", "first": "v"},
    ),
    _slip(
        "the tables are read again after they have moved",
        "Read every score and every vector from the old tables, and write to the new ones. "
        "This is one step for all words together, not a step for each.",
        *({"again": "UVuv", "first": first} for first in ("", "u", "v")),
        *({"again": "uv", "first": first} for first in ("", "u", "v")),
        *({"again": again} for again in ("Uu", "Vv", "UV", "U", "V")),
        {"again": "Uu", "first": "u"},
        {"again": "Vv", "first": "v"},
        mixed({}, {"again": "U"}),
        mixed({"again": "V"}, {}),
    ),
    _slip(
        "a noise word drawn twice moves once",
        "outputs[rows] -= ... writes a repeated row only once: loop over words, or use index_add_.",
        {"restart": "o"},
        {"restart": "o", "asked": all_noise(lambda word, neighbor: 0.0)},
    ),
    _slip(
        "a noise word drawn twice counts once",
        "Go through the noise as it was drawn, not through a set: two draws are two examples.",
        {"asked": lambda *words: list(dict.fromkeys(right_words(*words)))},
        {"asked": lambda c, n, noise: [(n, 1.0), *((word, 0.0) for word in {*noise})]},
    ),
    _slip(
        "the center keeps only the step of the last word",
        "Let the moves add up: subtract from the row as it stands in the new table.",
        {"restart": "i"},
        {"restart": "io"},
    ),
    _slip(
        "the gradients are averaged, not added",
        "The loss is a sum over the words, so its gradient is one: divide by no number of words.",
        {"push": lambda u, *n: averaged(*n), "pull": lambda u, v, *n: averaged(u, *n)},
        {"push": lambda u, *n: noise_averaged(*n), "pull": lambda u, v, *n: noise_averaged(u, *n)},
        {"pull": lambda u, v, *n: averaged(u, *n)},
        {"pull": lambda u, v, *n: noise_averaged(u, *n)},
    ),
    _slip(
        "the rate is left out, or counts twice",
        "Multiply each gradient by rate once.",
        {"rated": lambda rate: 1.0},
        {"rated": lambda rate: rate * rate},
        *(mixed({"rated": lambda rate, n=n: rate**n}, {}) for n in (0, 2)),
        *(mixed({}, {"rated": lambda rate, n=n: rate**n}) for n in (0, 2)),
    ),
    _slip(
        "center and neighbor are swapped",
        "Skip-gram sees the center and guesses the neighbor: the center's row is in inputs, "
        "the neighbor's in outputs.",
        lambda inputs, outputs, c, n, *given: step(inputs, outputs, n, c, *given),
    ),
    _slip(
        "the scores are cosines",
        "The score is the dot product. Nothing in word2vec divides by the lengths; cosines "
        "come in when vectors are compared after training.",
        {"score": partial(cosine_similarity, dim=0)},
    ),
    _slip(
        "the words share one softmax",
        "Each word gets a yes-or-no question of its own, so use sigmoid. A softmax over the "
        "k + 1 words is another objective (sampled softmax).",
        softmax,
    ),
)
