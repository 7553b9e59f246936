"""One visible training loop, and what it needs.

``loop`` is the loop; ``config`` holds its settings, ``state`` saves and resumes it exactly.
``optimization`` makes AdamW and the schedule, ``layerwise`` lets lower layers learn more slowly,
``batches`` draws examples of similar length, ``memory`` cuts a batch into portions that fit.
``low_rank`` trains few numbers beside frozen weights, ``changes`` stores a fine-tuned model as what
changed. ``progress`` shows a bar, ``provenance`` says where a result comes from.
"""

from bertlab.training.batches import DrawnData, similar_batches
from bertlab.training.config import TrainConfig
from bertlab.training.layerwise import rate_factors
from bertlab.training.loop import train
from bertlab.training.memory import Portions

__all__ = ["DrawnData", "Portions", "TrainConfig", "rate_factors", "similar_batches", "train"]
