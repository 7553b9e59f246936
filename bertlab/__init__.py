"""BERT from scratch, in rooms that follow the story of the lessons.

===============  ==================================================================
room             what is in it
===============  ==================================================================
``model``        BERT itself: start reading here
``text``         from text to ids: characters, WordPiece, truncation
``before``       the models that came before: n-grams, NNLM, word2vec, ELMo
``training``     one visible training loop, and what it needs
``pretraining``  corpora, pairs, masking, objectives, the run; filling masks
``finetuning``   classes, tags, spans, choices; what they are scored by
``spelling``     characters taken for others that sound alike, found and mended
``inspection``   attention measured, changed and drawn; predictions explained
``datasets``     pinned releases, loaders, splits, generated texts, fonts
===============  ==================================================================

Each room says what its modules hold, and re-exports what readers use most:
``from bertlab.model import BertModel``. A room imports only rooms before it in the order datasets,
model, text, training, (before, pretraining, finetuning, spelling), inspection. Outside of the
rooms are ``files``, which writes files all at once, and ``edition``.
"""

from bertlab.edition import EDITION, check_edition
from bertlab.model.hardware import device

__version__ = "0.1.0"
__all__ = ["EDITION", "__version__", "check_edition", "device"]
