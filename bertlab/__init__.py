"""BERT from scratch, in packages that follow the story of the lessons: ``model`` is where to start.

================  ==================================================================
package           what is in it
================  ==================================================================
``datasets``      pinned releases, loaders, splits, generated texts
``kernels``       products of matrices by the faster of two libraries
``model``         BERT itself: start reading here
``text``          from text to ids: characters, WordPiece, truncation
``training``      one visible training loop, and what it needs
``predecessors``  the models that came before: n-grams, NNLM, word2vec, ELMo
``pretraining``   corpora, pairs, masking, objectives, the run; filling masks
``finetuning``    classes, tags, spans; your own texts; names scored as CoNLL does
``probing``       what an encoder knows: linear probes, cloze tests, names it finds
``vectors``       vectors of sentences: SimCSE, whitening; how good they are
``inspection``    attention measured, changed and drawn; predictions explained
``compression``   small and fast: distilled, pruned, in 8 bits, in ONNX Runtime
``knowledge``     facts of a knowledge graph, read as branches of a text
================  ==================================================================

Each package says what its modules hold, and re-exports what readers use most:
``from bertlab.model import BertModel``. A package imports only packages above it. Outside of them
are ``files``, which writes files all at once, ``statistics``, which has the intervals,
``pictures``, which makes PNGs of figures, ``timing``, which compares times, ``entries``, which
reads and checks JSON, and ``edition``.
"""

from bertlab.edition import EDITION, check_edition
from bertlab.model.hardware import device

__version__ = "0.1.0"
__all__ = ["EDITION", "__version__", "check_edition", "device"]
