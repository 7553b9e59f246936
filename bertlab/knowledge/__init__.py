"""Knowledge: a BERT reads a text together with facts about what stands in it.

``trees`` hangs facts on the words of a text as branches, with soft positions and a visible matrix;
``kbert`` is the classifier that reads such trees, and its batches. ``fine_tune`` and ``logits_of``
of ``bertlab.finetuning`` take both as they are.
"""

from bertlab.knowledge.kbert import KBert, TextsWithFacts
from bertlab.knowledge.trees import Fact, sentence_tree, visible_matrix

__all__ = ["Fact", "KBert", "TextsWithFacts", "sentence_tree", "visible_matrix"]
