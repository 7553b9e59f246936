"""The neural language model of Bengio et al. (2003), and the training of neural language models.

``model`` predicts a word from the vectors of those before it; ``training`` holds epochs, batches
and early stopping, also for recurrent networks and for ELMo.
"""

from bertlab.predecessors.nnlm.model import NeuralLanguageModel, WindowNetwork

__all__ = ["NeuralLanguageModel", "WindowNetwork"]
