"""From sentences to vectors, in all the ways that this lesson compares."""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float, Int
from sklearn.feature_extraction.text import TfidfVectorizer
from torch import Tensor

from bertlab.model.bert import BertModel
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.progress import progress

POOLINGS = ("[CLS]", "mean", "max", "first-last")
Vectors = Float[Tensor, "N D"]


def load(name: str) -> BertModel:
    """Return ``minilm``, or the encoder of ``minilm-words``; dropout is off."""
    if name == "minilm-words":
        return from_change(name).bert.eval()
    return BertModel.from_pretrained(name)


@torch.no_grad()
def read(
    bert: BertModel,
    tokenizer: WordPieceTokenizer,
    texts: Sequence[str],
    max_length: int = 64,
    batch_size: int = 64,
) -> dict[str, Vectors]:
    """Read texts once, and return their vectors by every pooling.

    Returns:
        One vector for each text, for each name in ``POOLINGS``, and ``"layer 0"`` (embeddings) to
        the last layer, the mean over tokens there.
    """
    encoded = [tokenizer.encode(text, max_length=max_length) for text in texts]
    order = np.argsort([len(one.input_ids) for one in encoded], kind="stable")
    found: dict[str, list[Tensor]] = {}
    for start in progress(range(0, len(order), batch_size), desc="reading texts"):
        batch = tokenizer.pad([encoded[i] for i in order[start : start + batch_size]])
        states = states_of(bert, *batch)
        for name, vectors in pooled(states, batch.attention_mask).items():
            found.setdefault(name, []).append(vectors)
    back = torch.from_numpy(np.argsort(order))
    return {name: torch.cat(parts)[back] for name, parts in found.items()}


def states_of(
    bert: BertModel,
    input_ids: Int[Tensor, "B T"],
    token_type_ids: Int[Tensor, "B T"],
    attention_mask: Int[Tensor, "B T"],
) -> list[Float[Tensor, "B T D"]]:
    """Return the vectors of the embeddings and after each layer."""
    states = [bert.embeddings(input_ids, token_type_ids)]
    for layer in bert.encoder.layers:
        states.append(layer(states[-1], attention_mask.bool()[:, None, None, :]))
    return states


def pooled(
    states: Sequence[Float[Tensor, "B T D"]], mask: Int[Tensor, "B T"]
) -> dict[str, Float[Tensor, "B D"]]:
    """Return the vectors of texts by every pooling; padding counts in none."""
    keep = mask[..., None].to(states[0].dtype)  # (B, T, 1)
    means = [(state * keep).sum(dim=1) / keep.sum(dim=1) for state in states]
    hidden = states[-1].masked_fill(keep == 0, -torch.inf)
    by_layer = {f"layer {number}": vectors for number, vectors in enumerate(means)}
    return by_layer | {
        "[CLS]": states[-1][:, 0],
        "mean": means[-1],
        "max": hidden.amax(dim=1),
        "first-last": (means[1] + means[-1]) / 2,
    }


def counted(texts: Sequence[str]) -> Vectors:
    """Return TF-IDF vectors; how rare a word is, is counted on the texts themselves."""
    rows = TfidfVectorizer().fit_transform(texts)
    return torch.from_numpy(rows.toarray().astype(np.float32))
