"""What a pre-trained encoder knows: read off by a probe, guessed, or found after a few lines.

- ``probe``: a linear classifier of an encoder's vectors;
- ``cloze``: the hidden tokens of held-out text that a model guesses;
- ``names``: the names that it finds after fine-tuning on a few lines;
- ``news``: the newspaper that ``cloze`` and ``names`` ask about, the same for all models.
"""

from bertlab.probing.probe import LinearProbe, probe_right

__all__ = ["LinearProbe", "probe_right"]
