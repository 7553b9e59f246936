"""Pre-training: BERT learns from text that nobody has labelled.

``corpora`` are the texts; ``data`` cuts them into pairs of sentences, and ``masking`` is where the
tokens to guess are chosen and become [MASK], a random token, or stay; ``maskers`` choose them in
other ways, as whole words or spans. ``objectives`` are the two losses; ``config`` and ``run`` are
the run with its settings (``python -m bertlab.pretraining.run``). ``replaced_tokens`` is ELECTRA's
objective. ``generation`` fills masks and writes text; ``readout`` teaches a published encoder to
guess words; ``left_to_right`` and ``trials`` train small models of other kinds, to compare.
"""

from bertlab.pretraining.corpora import Corpus, corpus
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.generation import fill_mask, gibbs_sample
from bertlab.pretraining.masking import mask_tokens
from bertlab.pretraining.objectives import PretrainingObjective

__all__ = [
    "Corpus",
    "PretrainingBatch",
    "PretrainingData",
    "PretrainingObjective",
    "corpus",
    "fill_mask",
    "gibbs_sample",
    "mask_tokens",
]
