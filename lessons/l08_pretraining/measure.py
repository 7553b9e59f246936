"""A number that the recorded runs are compared with."""

from lessons.l08_pretraining.experiments import plateau

from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.trials import SETTINGS, english_characters

DOCUMENTS = 200  # of the training articles, and of the held-out ones


def unigram_of_characters() -> float:
    """Return the unigram entropy of the characters that the ablation's models are asked for.

    It is the mean surprisal of one who only knows how frequent characters are in the training
    articles, at tokens of the held-out articles, in nats.
    """
    tokenizer, texts = english_characters(), corpus("wiki")
    counts, asked = (
        plateau.target_counts(
            PretrainingData(
                [[tokenizer.text_ids(s) for s in document] for document in documents[:DOCUMENTS]],
                tokenizer,
                SETTINGS["max_length"],
            ),
            SETTINGS["held_out"],
        )
        for documents in (texts.train, texts.validation)
    )
    return plateau.unigram_surprise(counts, asked, len(tokenizer.vocabulary))
