"""One visible training loop, and what it needs.

``loop`` is the loop; ``config`` holds its settings, ``state`` saves and resumes it exactly.
``optimization`` makes AdamW and the schedules, ``lamb`` is the optimizer of very large batches,
``layerwise`` lets lower layers learn more slowly, ``ownership`` keeps a folder for one run,
``precision`` chooses the numbers' precision. ``batches`` draws examples of similar length.
``low_rank`` trains few numbers beside frozen weights (LoRA), ``changes`` stores a fine-tuned model
as what changed. ``progress`` shows a bar, ``provenance`` says where a result comes from.

Where to look for what other libraries offer as options: mixed precision is ``precision``; loss
scaling, which float16 needs, is the ``scaler`` of ``loop``; gradient accumulation is
``micro_batch_size`` and gradient clipping ``max_grad_norm`` in ``config``; early stopping is in
``bertlab.finetuning.classifier``.
"""

from bertlab.training.batches import SampledDataset, similar_batches
from bertlab.training.config import TrainConfig
from bertlab.training.layerwise import rate_factors
from bertlab.training.loop import train

__all__ = ["SampledDataset", "TrainConfig", "rate_factors", "similar_batches", "train"]
