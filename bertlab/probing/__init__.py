"""Examining a model: what its layers know (probes), and whether it reads or follows a cue.

Models that went on from one start with different tasks are compared by ``names``, found after
fine-tuning, and by ``cloze`` tests, on the same ``news``; ``leads`` has the intervals.
"""

from bertlab.probing.controls import control_labels, usual_label_right
from bertlab.probing.cues import CueStrength, cue_strengths
from bertlab.probing.layers import layer_vectors, randomly_initialized
from bertlab.probing.probe import probe_right

__all__ = [
    "CueStrength",
    "control_labels",
    "cue_strengths",
    "layer_vectors",
    "probe_right",
    "randomly_initialized",
    "usual_label_right",
]
