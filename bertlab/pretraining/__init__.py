"""Pre-training: BERT learns from text that nobody has labelled.

``corpora`` are the texts; ``data`` cuts them into pairs of sentences, and ``masking`` is where the
tokens to guess are chosen and become [MASK], a random token, or stay; ``maskers`` choose them in
other ways, as whole words or spans. ``objectives`` are the two losses; ``config`` and ``run`` are
the run with its settings (``python -m bertlab.pretraining.run``). ``replaced_tokens`` is ELECTRA's
objective. ``generation`` fills masks and writes text; ``readout`` teaches a published encoder to
guess words; ``left_to_right`` and ``trials`` train small models of other kinds, to compare.
``many_masks`` teaches one network to fill gaps, to go on and to answer; ``noises`` spoil texts.
``modern_objective`` are masked words for an encoder of today.

One training step, from text to update, in the order in which the parts are done::

    corpora.corpus               documents of sentences
    run.Pretraining.data_of      each sentence as ids of word pieces
    data.PretrainingData.order   which examples this step reads
    data.PretrainingData.pair    two segments of text: the next one, or a stranger (50%)
    masking.mask_tokens          15% chosen: 80% become [MASK], 10% a random token, 10% stay
    data.PretrainingData.example [CLS] first [SEP] second [SEP], masked, with token types
    data.PretrainingData.batch   examples side by side: padding, attention mask, targets
    objectives.score_masked      vectors of chosen tokens and [CLS] -> logits (M, V), (B, 2)
    objectives.PretrainingObjective.forward   the two cross-entropies, summed
    bertlab.training.loop.Loop._gradients     divided by their counts; backward
    bertlab.training.loop.Loop.update         gradient clipped, learning rate set, AdamW's step
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
