"""From texts to vectors: short texts together, so that little is padded, and equal texts once."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.finetuning.own_texts import check_texts
from bertlab.kernels import prepacked
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.progress import progress


def mean_pooling(hidden: Float[Tensor, "B T D"], mask: Int[Tensor, "B T"]) -> Float[Tensor, "B D"]:
    """Return the mean over the tokens of each text, [CLS] and [SEP] included and padding not."""
    real = mask[..., None].to(hidden.dtype)  # (B, T, 1)
    return (hidden * real).sum(dim=1) / real.sum(dim=1)


def cls_pooling(hidden: Float[Tensor, "B T D"], mask: Int[Tensor, "B T"]) -> Float[Tensor, "B D"]:
    """Return the vector of each text's [CLS]."""
    return hidden[:, 0]


POOLINGS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "mean": mean_pooling,
    "cls": cls_pooling,
}


@torch.no_grad()
def text_vectors(
    model: BertModel,
    tokenizer: WordPieceTokenizer,
    texts: Sequence[str],
    pooling: str = "mean",
    max_length: int | None = None,
    batch_size: int = 64,
) -> Float[Tensor, "N D"]:
    """Return a vector for each text, in the order of the texts.

    Args:
        model: The encoder; dropout is off while it works here.
        tokenizer: Cuts the texts.
        texts: One or more; the vector of a text that comes again is computed once.
        pooling: ``"mean"`` of the tokens' vectors, [CLS] and [SEP] included and padding left out,
            or that of ``"cls"``.
        max_length: Pieces that are read of a text, specials included; None: all a model can take.
        batch_size: Texts that are read together.

    Raises:
        ValueError: If there are no texts, one is empty or no text, there is no such pooling, or
            ``batch_size`` is below 1.
    """
    if isinstance(texts, str):
        raise ValueError("expected a list of texts, got one str; put it in a list")
    check_texts("text", texts)
    if pooling not in POOLINGS or batch_size < 1:
        raise ValueError(
            f"expected a pooling among {', '.join(POOLINGS)} and a batch_size of at least 1, got "
            f"{pooling!r} and {batch_size}"
        )
    indices = {text: index for index, text in enumerate(dict.fromkeys(texts))}
    limit = model.config.max_positions if max_length is None else max_length
    encoded = [tokenizer.encode(text, max_length=limit) for text in indices]
    order = np.argsort([len(one.input_ids) for one in encoded], kind="stable")
    pool = POOLINGS[pooling]
    was_training, device = model.training, next(model.parameters()).device
    model.eval()
    found = []
    try:
        with prepacked(model):
            for start in progress(range(0, len(order), batch_size), desc="reading texts"):
                batch = tokenizer.pad([encoded[i] for i in order[start : start + batch_size]])
                ids, types, mask = batch.to(device)
                found.append(pool(model(ids, types, mask).last_hidden_state, mask))
    finally:
        model.train(was_training)
    back = torch.from_numpy(np.argsort(order))  # where the batches have each different text
    return torch.cat(found).cpu()[back[[indices[text] for text in texts]]]
