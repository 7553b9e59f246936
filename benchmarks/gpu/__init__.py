"""What only a GPU can tell, in one command that installs nothing: ``python -m benchmarks gpu``.

``command`` runs the parts in the order of ``PARTS`` until 8 minutes are over: ``correctness``
beside ``transformers``, ``finetuning`` of a published encoder, its ``throughput``, steps of
``pretraining`` (with ``unpadded`` texts), and ``longer`` runs. A part has ``CONFIGURATION``,
``SLICE`` (what replaces some of it without a GPU) and ``measurements``, the most valuable first.
``record`` writes each one when it ends, ``machine`` names the GPU and takes the time, ``pack``
gathers the data that travels to a machine without a network.
"""

PARTS = ("correctness", "finetuning", "throughput", "pretraining", "longer")
