"""A text as a game: a group of its tokens is worth what a classifier says of these tokens alone."""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from bertlab.inspection.shapley import remove_absent, replace_absent
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import Encoded, WordPieceTokenizer

MASKINGS = ("mask", "remove")


def log_odds(
    logits: Float[Tensor, "S C"], label: int, multi_label: bool = False
) -> Float[Tensor, " S"]:
    """Return log(p / (1 - p)) of a label, in float64; with two labels, the logits' difference.

    Args:
        logits: Of all labels.
        label: Whose log odds.
        multi_label: Whether a text may have several labels: then they are the label's own logit.
    """
    logits = logits.double()
    if multi_label:
        return logits[:, label]
    others = torch.cat([logits[:, :label], logits[:, label + 1 :]], dim=1)
    return logits[:, label] - others.logsumexp(dim=1)


class TextGame:
    """Tokens are the players; a group is worth the log odds of a label when only it is shown.

    [CLS] and [SEP] are no players: they stand in every input. What was asked once is remembered, so
    a group has one worth, to the last digit, however inputs are batched.

    Args:
        model: The classifier, in evaluation mode.
        tokenizer: Its tokenizer.
        text: Any text; the end of one that is too long is left out, and counted.
        label: Name of the label; None is the one that the model gives the text.
        masking: ``"mask"`` puts [MASK] for an absent token, ``"remove"`` leaves it out.
        batch_size: Inputs that go through the model at once.

    Attributes:
        ids: The whole input, (T,).
        positions: Where the players stand, (N,).
        tokens: The players' pieces.
        left_out: Tokens behind the model's longest input.

    Raises:
        ValueError: If the text is no str, there is no such label or masking, the tokenizer is not
            the model's, or the model is in training mode.
    """

    def __init__(
        self,
        model: BertForSequenceClassification,
        tokenizer: WordPieceTokenizer,
        text: str,
        label: str | None = None,
        masking: str = "mask",
        batch_size: int = 64,
    ) -> None:
        if masking not in MASKINGS:
            raise ValueError(f"masking must be one of {MASKINGS}, got {masking!r}")
        if batch_size < 1:
            raise ValueError(f"batch_size must be at least 1, got {batch_size}")
        pieces, known = len(tokenizer.vocabulary), model.config.vocab_size
        if pieces > known:
            raise ValueError(f"the tokenizer has {pieces} pieces, but the model knows {known}")
        self.model, self.tokenizer = model, tokenizer
        self.masking, self.batch_size = masking, batch_size
        ids = tokenizer.encode(text).input_ids
        self.left_out = max(0, len(ids) - model.config.max_positions)
        self.ids = torch.tensor(tokenizer.encode(text, None, model.config.max_positions).input_ids)
        frame = torch.tensor([tokenizer.cls_id, tokenizer.sep_id, tokenizer.pad_id])
        self.positions = (~torch.isin(self.ids, frame)).nonzero().flatten()  # (N,)
        self.tokens = tuple(tokenizer.vocabulary[i] for i in self.ids[self.positions].tolist())
        if label is None:
            label = model.labels[int(self._logits([self.ids.tolist()]).argmax())]
        if label not in model.labels:
            raise ValueError(f"label must be one of {model.labels}, got {label!r}")
        self.label = label
        self._known: dict[tuple[bool, ...], float] = {}

    @property
    def num_evaluated(self) -> int:
        """How many different groups have been asked for: inputs the model has read."""
        return len(self._known)

    def inputs(self, present: Bool[Tensor, "S N"]) -> list[list[int]]:
        """Return the input in which only the tokens of a group are shown, for each row."""
        if self.masking == "mask":
            return replace_absent(self.ids, self.positions, present, self.tokenizer.mask_id)
        return remove_absent(self.ids, self.positions, present)

    def __call__(self, present: Bool[Tensor, "S N"]) -> Float[Tensor, " S"]:
        """Return the label's log odds for each row of tokens, in float64."""
        inputs = self.inputs(present)
        groups = [tuple(row) for row in present.tolist()]
        new = {g: row for g, row in zip(groups, inputs, strict=True) if g not in self._known}
        if new:
            logits = self._logits(list(new.values()))
            scores = self.score(logits)
            self._known.update(zip(new, scores.tolist(), strict=True))
        return torch.tensor([self._known[group] for group in groups], dtype=torch.float64)

    def score(self, logits: Float[Tensor, "S C"]) -> Float[Tensor, " S"]:
        """Return the label's log odds for some logits of the model, in float64."""
        return log_odds(logits, self.model.labels.index(self.label), self.model.multi_label)

    def _logits(self, inputs: Sequence[list[int]]) -> Tensor:
        if self.model.training:
            raise ValueError("expected a model in evaluation mode; call model.eval() first")
        device = next(self.model.parameters()).device
        found = []
        with torch.no_grad():
            for start in range(0, len(inputs), self.batch_size):
                rows = inputs[start : start + self.batch_size]
                batch = self.tokenizer.pad([Encoded(row, [0] * len(row)) for row in rows])
                found.append(self.model(*batch.to(device)).cpu())
        return torch.cat(found)
