"""ELMo: two language models that read towards each other, and a word's vector from all layers.

``network`` is the two-way LSTM, ``sampled_softmax`` its loss over a part of the vocabulary,
``language_model`` trains and loads it, ``features`` mixes its layers into vectors for a task.
"""

from bertlab.predecessors.elmo.features import ScalarMix
from bertlab.predecessors.elmo.language_model import published
from bertlab.predecessors.elmo.network import ElmoNetwork

__all__ = ["ElmoNetwork", "ScalarMix", "published"]
