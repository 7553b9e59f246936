"""Training: one loop for pre-training and fine-tuning, on one processor, one GPU or many.

What is random in a step depends on the seed and the number of the step alone. So a run that was
interrupted goes on as if nothing had happened, and several processes do together what one would.
"""

import math
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from tqdm.auto import tqdm

from bertlab.training import state as training_state
from bertlab.training.config import TrainConfig
from bertlab.training.optimization import learning_rate_factor, make_optimizer, parameter_groups
from bertlab.training.ownership import owned
from bertlab.training.precision import precision_of_run
from bertlab.training.progress import progress

# (step, process, processes) -> micro-batches
BatchSampler = Callable[[int, int, int], Sequence[Any]]
OptimizerMaker = Callable[[Sequence[dict[str, Any]], TrainConfig], torch.optim.Optimizer]
Schedule = Callable[[int, TrainConfig], float]  # (step, settings) -> factor of the learning rate
Line = dict[str, int | float]


class Objective(nn.Module, ABC):
    """A model with its losses: what ``train`` makes smaller.

    Losses are sums, and counts say of how many predictions. Only so can a batch be divided among
    micro-batches and processes without changing its mean.
    """

    @abstractmethod
    def counts(self, batch: Any) -> dict[str, int]:
        """Return how many predictions each loss is a sum over."""

    @abstractmethod
    def forward(self, batch: Any) -> dict[str, Tensor]:
        """Return the sum of each loss over a batch, in nats."""

    def parameter_groups(self, weight_decay: float) -> list[dict[str, Any]]:
        """Return what is trained; a group's ``factor``, if any, multiplies its learning rate."""
        return parameter_groups(self, weight_decay)


def train(
    objective: Objective,
    sampler: BatchSampler,
    config: TrainConfig,
    folder: Path | None = None,
    evaluate: Callable[[int], Mapping[str, float]] = lambda step: {},
    stop: Callable[[list[Line]], bool] = lambda history: False,
    optimizer: OptimizerMaker = make_optimizer,
    schedule: Schedule = learning_rate_factor,
) -> list[Line]:
    """Train a model.

    Args:
        objective: Model and losses; its parameters are changed.
        sampler: Returns this process's part of a step's examples, as one micro-batch or more. It
            must give the same for the same step, whenever it is asked.
        config: How long, how fast.
        folder: Where the state is kept (``state.safetensors``, ``history.jsonl``). If there is one,
            the run goes on from it.
        evaluate: Called with the number of steps made whenever a line is logged; what it returns
            joins the line.
        stop: Called with the history after each line, and before a run goes on; true ends it.
        optimizer: Makes the optimizer; a state knows one with AdamW's two means.
        schedule: The factor of the learning rate at each step.

    Returns:
        The history: for each logged step ``step``, the mean of each loss, ``loss`` (their sum),
        ``learning_rate``, ``grad_norm`` (before clipping), ``seconds`` since the start, and what
        ``evaluate`` returned.

    Raises:
        ValueError: If the state in the folder belongs to another model or other settings.
        FloatingPointError: If the loss or its gradient is no number; what was saved before stays.
        OSError: If the state cannot be saved; the last one saved stays.
    """
    with owned(folder):
        loop = Loop(objective, config, folder, optimizer, schedule)
        return _train(loop, sampler, evaluate, stop)


def _train(
    loop: "Loop",
    sampler: BatchSampler,
    evaluate: Callable[[int], Mapping[str, float]],
    stop: Callable[[list[Line]], bool],
) -> list[Line]:
    objective, config = loop.objective, loop.config
    began = time.perf_counter() - (loop.history[-1]["seconds"] if loop.history else 0.0)
    done = bool(loop.history) and stop(loop.history)
    try:
        with torch.random.fork_rng(), loop.bar() as bar:  # the caller's random numbers stay
            while loop.steps < config.steps and not done:
                line = loop.update(sampler)
                bar.update()
                bar.set_postfix(loss=f"{line['loss']:.3f}", refresh=False)  # not compared
                last = loop.steps == config.steps
                if last or loop.steps % config.log_every == 0:
                    line["seconds"] = round(time.perf_counter() - began, 1)
                    objective.eval()
                    loop.history.append({**line, **evaluate(loop.steps)})
                    done = stop(loop.history)
                if last or done or loop.steps % config.save_every == 0:
                    loop.save()
    finally:
        objective.zero_grad()
        objective.eval()
    return loop.history


class Loop:
    """What ``train`` goes on with from step to step.

    Attributes:
        steps: Updates made, those before an interruption included.
        history: Lines logged.
        precision: Of the numbers; see ``bertlab.training.precision``.
        parts: What made which steps; see ``bertlab.training.state.RunState``.
    """

    def __init__(
        self,
        objective: Objective,
        config: TrainConfig,
        folder: Path | None,
        optimizer: OptimizerMaker = make_optimizer,
        schedule: Schedule = learning_rate_factor,
    ) -> None:
        from accelerate import Accelerator  # here: it takes half a second; scoring goes without
        from accelerate.state import AcceleratorState

        self.objective, self.config, self.folder = objective, config, folder
        self.schedule = schedule
        AcceleratorState._reset_state()  # a notebook may train again, with another precision
        # Without GPUs Accelerate shares a run among processes only if told that this is meant.
        shared = int(os.environ.get("WORLD_SIZE", "1")) > 1 and not torch.cuda.is_available()
        self.precision = precision_of_run(config.precision, training_state.earlier_parts(folder))
        self.accelerator = Accelerator(mixed_precision=self.precision, cpu=shared)
        groups = objective.to(self.accelerator.device).parameter_groups(config.weight_decay)
        self.optimizer = optimizer(groups, config)
        self.steps, self.history, self.parts = 0, list[Line](), list[dict[str, Any]]()
        if folder is not None:
            restored = training_state.restore_state(folder, objective, self.optimizer, config)
            self.steps, self.history, scaler, self.parts = restored
            if scaler is not None and self.accelerator.scaler is not None:
                self.accelerator.scaler.load_state_dict(scaler)
        part = {"from_step": self.steps + 1, **training_state.settings_of(config)}
        part["arithmetic"] = {"precision": self.precision}
        if not self.parts or part != {**self.parts[-1], "from_step": part["from_step"]}:
            self.parts.append(part)  # stored with the next step
        objective.zero_grad()  # what the caller computed before is no part of the first update
        # Accelerate changes the forward of what it prepares: let it be that of a container.
        container = nn.Sequential(objective)
        self.model, self.prepared = self.accelerator.prepare(container, self.optimizer)

    def update(self, sampler: BatchSampler) -> Line:
        """Make one update of the weights; return its losses, learning rate and gradient norm."""
        accelerator, config = self.accelerator, self.config
        torch.manual_seed(step_seed(config.seed, self.steps, accelerator.process_index))
        rate = config.learning_rate * self.schedule(self.steps, config)
        self.objective.train()
        batches = sampler(self.steps, accelerator.process_index, accelerator.num_processes)
        if not batches:
            raise ValueError("expected a micro-batch or more in each process, got none")
        try:
            losses = self._gradients(batches)
        except torch.OutOfMemoryError as error:
            error.add_note("Shorten the texts, or make micro_batch_size smaller")
            raise
        self._check_finite("loss", losses["loss"], rate)
        norm = float(accelerator.clip_grad_norm_(self.model.parameters(), config.max_grad_norm))
        if accelerator.scaler is None:  # one that scales skips such a step, and scales less
            self._check_finite("gradient norm", norm, rate)
        for group in self.prepared.param_groups:
            group["lr"] = rate * group.get("factor", 1.0)
        self.prepared.step()
        self.prepared.zero_grad()
        self.steps += 1
        return {"step": self.steps, **losses, "learning_rate": rate, "grad_norm": norm}

    def _check_finite(self, what: str, value: float, rate: float) -> None:
        if not math.isfinite(value):
            raise FloatingPointError(
                f"step {self.steps + 1}: the {what} is {value}, at a learning rate of {rate:.2e}; "
                "lower it, or look for inputs that are too large. The weights stay as they were"
            )

    def _gradients(self, batches: Sequence[Any]) -> Line:
        """Run the backward pass of this process's batches; return the mean losses over all."""
        accelerator = self.accelerator
        totals = self._total([self.objective.counts(batch) for batch in batches])
        # A loss without a prediction in this step is a sum of nothing: it adds 0.
        counts = {name: max(number, 1) for name, number in totals.items()}
        sums: list[dict[str, float]] = []
        for number, batch in enumerate(batches, start=1):
            # Only the last micro-batch sends gradients to the other processes.
            together = number == len(batches)
            with nullcontext() if together else accelerator.no_sync(self.model):
                with accelerator.autocast():
                    parts = self.model(batch.to(accelerator.device))
                loss = torch.stack([parts[name] / counts[name] for name in parts]).sum()
                # Gradients are averaged over processes, but the counts are those of all of them.
                accelerator.backward(loss * accelerator.num_processes)
            sums.append({name: part.item() for name, part in parts.items()})
        totals = self._total(sums)
        losses = {name: totals[name] / counts[name] for name in totals}
        return {**losses, "loss": sum(losses.values())}

    def _total(self, parts: Sequence[Mapping[str, int | float]]) -> Line:
        """Add numbers up over micro-batches and processes."""
        names = list(parts[0])
        total = torch.tensor([[part[name] for name in names] for part in parts]).sum(dim=0)
        if self.accelerator.num_processes > 1:  # alone, the way to the GPU and back costs two waits
            total = self.accelerator.reduce(total.to(self.accelerator.device), "sum")
        return dict(zip(names, total.tolist(), strict=True))

    def save(self) -> None:
        """Write the state, if there is a folder for it."""
        if self.folder is None or not self.accelerator.is_main_process:
            return
        scaler = self.accelerator.scaler
        scaling = None if scaler is None else scaler.state_dict()
        run = training_state.RunState(self.steps, self.history, scaling, self.parts)
        training_state.save_state(self.folder, run, self.objective, self.optimizer, self.config)

    def bar(self) -> tqdm:
        """Return a progress bar, which only the first process shows."""
        return progress(
            silent=not self.accelerator.is_main_process,
            total=self.config.steps,
            initial=self.steps,
            desc="training",
            unit="step",
        )


def step_seed(seed: int, step: int, process: int) -> int:
    """Return the seed of a step's random numbers in one process."""
    return int(np.random.SeedSequence([seed, step, process]).generate_state(1, np.uint64)[0] >> 1)
