"""What runs beside the student's code: a small model, and layers put into a network."""

from lessons.l19_training_at_scale.trials import GATED, SETTINGS, TODAY, WINDOW, MaskedTrial

import copy
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import Any, NamedTuple

import torch
import transformers
from jaxtyping import Float
from torch import Tensor

from bertlab.model import BertForMaskedLM
from bertlab.model.hardware import device
from bertlab.model.modern import ModernForMaskedLM, Places
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.modern_objective import ModernObjective

Layer = Callable[..., Tensor]  # (x, layer, H, theta, window) -> (B, T, D)
STEPS, STEPS_OF_GPU = 400, 4000
CHOICES = ("biases", "pre_norm", "positions", "gated", "window")
BELONGING = {"gated": GATED, "window": WINDOW}  # the width and the layers of a switch
STEPPED = {  # parameters of a BERT, by the end of their names
    "words": "embeddings.word.weight",
    "query": "layers.0.attention.query.weight",
    "value": "layers.0.attention.value.weight",
    "narrow": "layers.0.feed_forward.contract.weight",
    "norm": "layers.0.attention_norm.weight",
    "bias": "layers.0.feed_forward.expand.bias",
}


class Divided(NamedTuple):
    """A batch, and the same texts in parts."""

    whole: PretrainingBatch
    parts: list[PretrainingBatch]


def trial(switches: Mapping[str, Any]) -> MaskedTrial:
    """Return a small model with these switches, its texts and its task; a GPU takes more steps."""
    steps = STEPS_OF_GPU if on_gpu() else STEPS
    training = {**SETTINGS["training"], "steps": steps}
    asked = {**SETTINGS, "training": training, "log_every": 20, "held_out": 128}
    return MaskedTrial({**asked, "kind": {"model": dict(switches)}}, seed=0)


def on_gpu() -> bool:
    """Say whether models are trained on a GPU: then the budget is larger."""
    return device().type != "cpu"


@cache
def _old() -> MaskedTrial:
    """Return the layer of 2018 and its texts, to be copied or read."""
    return trial({})


def one_batch(*sizes: int, step: int = 0) -> Divided:
    """Return the texts of a step with hidden characters, together and in parts of these sizes."""
    data = _old().train_data
    order, ends = data.order(step, sum(sizes)), accumulate(sizes)
    parts = [data.batch(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)]
    return Divided(data.batch(order), parts)


def small_model() -> ModernForMaskedLM:
    """Return a small model that has learned nothing, the same at each call."""
    return copy.deepcopy(_old().model)


def count(batch: PretrainingBatch) -> int:
    """Return how many characters are hidden."""
    return len(batch.targets)


def loss_sum(model: ModernForMaskedLM, batch: PretrainingBatch) -> Float[Tensor, ""]:
    """Return the sum of the losses at the hidden characters."""
    return sum(ModernObjective(model)(batch).values())


def gradient_of_sum(model: ModernForMaskedLM, batch: PretrainingBatch) -> tuple[list[Tensor], int]:
    """Return the gradients of the sum of losses, one for each parameter, and how many they are."""
    found = torch.autograd.grad(loss_sum(model, batch), list(model.parameters()))
    return list(found), count(batch)


def stepped(
    step: Callable[..., object], batches: Sequence[PretrainingBatch]
) -> list[Float[Tensor, "..."]]:
    """Return the weights of the small model after a step of the reader's function."""
    model = small_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    step(model, optimizer, batches, loss_sum, count)
    return [parameter.detach() for parameter in model.parameters()]


def library_model() -> transformers.ModernBertForMaskedLM:
    """Return a small ModernBERT of ``transformers`` with random weights."""
    config = transformers.ModernBertConfig(
        hidden_size=96,
        num_hidden_layers=4,
        num_attention_heads=4,
        intermediate_size=64,
        vocab_size=100,
        local_attention=16,
        initializer_range=0.2,  # with 0.02 all scores are near 0: a layer without rotation passes
        pad_token_id=0,
        bos_token_id=None,
        eos_token_id=None,
        cls_token_id=None,
        sep_token_id=None,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return transformers.ModernBertForMaskedLM(config).eval()


def read(library: transformers.ModernBertForMaskedLM) -> ModernForMaskedLM:
    """Return the same model in this project's classes."""
    with tempfile.TemporaryDirectory() as folder:
        transformers.utils.logging.disable_progress_bar()
        library.save_pretrained(folder)
        return ModernForMaskedLM.from_pretrained(folder)


def with_layers(model: ModernForMaskedLM, layer: Layer) -> ModernForMaskedLM:
    """Let a model compute its layers by the reader's function; its weights stay.

    That function knows no padding, so texts that are padded are read one by one.
    """
    heads, window = model.config.num_heads, model.config.window

    def forward(
        own: Any, hidden: Float[Tensor, "B T D"], texts: Sequence[Places]
    ) -> Float[Tensor, "B T D"]:
        look = None if own.attn.is_global else window
        with hidden.device:  # what the reader's function makes is there, too
            if texts[0].everywhere is None:
                return layer(hidden, own, heads, own.attn.theta, look)
            lengths = texts[0].everywhere[:, 0, 0].sum(dim=1).tolist()  # what the first token sees
            new = hidden.clone()
            for row, length in enumerate(lengths):
                real = hidden[row : row + 1, :length]
                new[row, :length] = layer(real, own, heads, own.attn.theta, look)[0]
            return new

    for one in model.model.layers:
        one.forward = partial(forward, one)
    return model


def switched(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return switches of a model, with the width and the layers that belong to them.

    Args:
        kept: Any of ``biases``, ``pre_norm``, ``positions``, ``gated`` and ``window``.

    Raises:
        ValueError: If there is no such switch.
    """
    if unknown := set(kept) - set(CHOICES):
        raise ValueError(f"expected switches among {', '.join(CHOICES)}; got {', '.join(unknown)}")
    gate, window = (others if kept.get(name) else {} for name, others in BELONGING.items())
    return {**gate, **window, **kept}


def new_model(layer: Layer) -> MaskedTrial:
    """Return a trial whose layers are the reader's."""
    made = trial(TODAY)
    with_layers(made.model, layer)
    return made


def step_lengths(
    lamb_update: Callable[[Tensor, Tensor, float], Tensor], rate: float = 0.01
) -> dict[str, tuple[float, float]]:
    """Return how long a step is beside each matrix, with AdamW and with the reader's function.

    Each number is moved up or down by the same amount, as in AdamW's first step.
    """
    tensors = BertForMaskedLM.from_pretrained("bert-mini-en").state_dict()
    generator, found = torch.Generator().manual_seed(0), {}
    for name, end in STEPPED.items():
        weight = next(tensor for key, tensor in tensors.items() if key.endswith(end))
        update = torch.randint(2, weight.shape, generator=generator) * 2.0 - 1
        moved = lamb_update(weight, update, rate) - weight
        sizes = [float(one.norm() / weight.norm()) for one in (rate * update, moved)]
        found[name] = sizes[0], sizes[1]
    return found


def one_query_and_key(K: int, T: int = 24) -> Float[Tensor, "2 T K"]:
    """Return a query and a key, the same at all of T positions."""
    both = torch.randn(2, 1, K, generator=torch.Generator().manual_seed(0))
    return both.expand(2, T, K)


def switch_differences(record: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the difference of each switch's loss to that of BERT, for each seed."""
    losses = {
        name: [one["loss"]["held-out"] for one in runs] for name, runs in record["results"].items()
    }
    old = losses.pop(next(iter(losses)))
    return {
        name: [a - b for a, b in zip(found, old, strict=True)] for name, found in losses.items()
    }
