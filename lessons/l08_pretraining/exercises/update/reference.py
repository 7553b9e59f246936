"""The reference of ``update``."""

from lessons.l08_pretraining.exercises.pretraining_loss.reference import pretraining_loss

from typing import Any

from torch import Tensor, optim
from torch.nn.utils import clip_grad_norm_


def update(model: Any, optimizer: optim.Optimizer, batch: tuple[Tensor, ...], rate: float) -> float:
    """Make one update of pre-training at a learning rate, and return the loss."""
    shown, types, ids, chosen, labels = batch
    for group in optimizer.param_groups:
        group["lr"] = rate
    words, pairs = model(shown, types, (ids != 0).long())
    loss = pretraining_loss(words, ids, chosen, pairs, labels)
    optimizer.zero_grad()
    loss.backward()
    clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()
