"""A masked language model that writes: fill the gaps of a text, or sample a whole one."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.model.tasks import BertForMaskedLM, BertForPreTraining
from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer

MaskedModel = BertForPreTraining | BertForMaskedLM


class Candidate(NamedTuple):
    """A piece that may fill a gap, with its id and its probability."""

    piece: str
    id: int
    probability: float


@torch.no_grad()
def fill_mask(
    model: MaskedModel, tokenizer: WordPieceTokenizer, text: str, top: int = 5
) -> list[list[Candidate]]:
    """Return the likeliest pieces for each [MASK] of a text.

    Several gaps are filled independently: what is best for one does not know what fills another.

    Args:
        model: With a masked-word head.
        tokenizer: Of the model.
        text: A text with [MASK] in it, once or more.
        top: Candidates for each gap.

    Returns:
        For each [MASK], from left to right, its ``top`` candidates by falling probability.

    Raises:
        ValueError: If there is no [MASK], the text is too long, or ``top`` does not fit.
    """
    size = len(tokenizer.vocabulary)
    if not 1 <= top <= size:
        raise ValueError(f"top must be from 1 to {size} pieces, got {top}")
    ids, positions = _encoded(model, tokenizer, text)
    probabilities = _logits(model, ids, positions).softmax(dim=-1)  # (M, V)
    best = probabilities.topk(top, dim=-1)
    return [
        [Candidate(tokenizer.vocabulary[i], i, p) for i, p in zip(row, values, strict=True)]
        for row, values in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    ]


def gibbs_sample(
    model: MaskedModel,
    tokenizer: WordPieceTokenizer,
    text: str,
    sweeps: int = 10,
    seed: int = 0,
    temperature: float = 1.0,
) -> list[str]:
    """Sample what stands at the [MASK]s of a text, one position after the other, again and again.

    In each sweep every gap is visited once, in a random order: the piece there is masked, the model
    says what may stand between all the others, and one piece is drawn. This is Gibbs sampling if
    these answers belong to one joint distribution. Nothing in the training makes sure of that, so
    it is a procedure that works, not one that is proved.

    Args:
        model: With a masked-word head.
        tokenizer: Of the model.
        text: What stays as it is, with a [MASK] for each piece to sample.
        sweeps: Visits to each gap.
        seed: Decides all draws.
        temperature: Logits are divided by it: below 1 likely pieces become likelier.

    Returns:
        The text after each sweep, its special pieces left out.

    Raises:
        ValueError: If there is no [MASK], the text is too long, ``sweeps`` is below 1 or
            ``temperature`` is not above 0.

    Source: Wang and Cho 2019, "BERT has a Mouth, and It Must Speak".
    """
    if sweeps < 1:
        raise ValueError(f"expected at least 1 sweep, got {sweeps}")
    if not temperature > 0:
        raise ValueError(f"the temperature must be above 0, got {temperature}")
    ids, positions = _encoded(model, tokenizer, text)
    generator = torch.Generator().manual_seed(seed)
    found = []
    for _ in range(sweeps):
        for position in _in_random_order(positions, generator):
            ids[0, position] = tokenizer.mask_id
            probabilities = _word_probabilities(model, tokenizer, ids, position, temperature)
            ids[0, position] = int(torch.multinomial(probabilities, 1, generator=generator))
        found.append(tokenizer.decode(ids[0].tolist()))
    return found


def _in_random_order(positions: Int[Tensor, " M"], generator: torch.Generator) -> Iterator[int]:
    yield from positions[torch.randperm(len(positions), generator=generator)].tolist()


def _word_probabilities(
    model: MaskedModel,
    tokenizer: WordPieceTokenizer,
    ids: Int[Tensor, "1 T"],
    position: int,
    temperature: float,
) -> Float[Tensor, " V"]:
    """Return the probabilities of the pieces at a position; specials and [UNK] have none."""
    with torch.no_grad():
        logits = _logits(model, ids, torch.tensor([position]))[0] / temperature
    logits[[tokenizer.ids[special] for special in SPECIALS]] = -torch.inf
    return logits.softmax(dim=-1).cpu()


def _encoded(
    model: MaskedModel, tokenizer: WordPieceTokenizer, text: str
) -> tuple[Int[Tensor, "1 T"], Int[Tensor, " M"]]:
    """Return the ids of a text, and the positions of its gaps."""
    config = model.config
    if len(tokenizer.vocabulary) != config.vocab_size:
        raise ValueError(
            f"the model has {config.vocab_size} pieces, the tokenizer {len(tokenizer.vocabulary)}: "
            "they are not of one checkpoint"
        )
    ids = torch.tensor([tokenizer.encode(text).input_ids])
    if ids.shape[1] > config.max_positions:
        raise ValueError(f"expected up to {config.max_positions} pieces, got {ids.shape[1]}")
    positions = (ids[0] == tokenizer.mask_id).nonzero().flatten()
    if not len(positions):
        raise ValueError(f"expected a text with [MASK] in it, got {text!r}")
    return ids, positions


def _logits(
    model: MaskedModel, ids: Int[Tensor, "1 T"], positions: Int[Tensor, " M"]
) -> Float[Tensor, "M V"]:
    """Score all pieces at some positions of a text; dropout is off meanwhile."""
    embeddings = model.bert.embeddings.word.weight
    was_training = model.training
    model.eval()
    try:
        hidden = model.bert(ids.to(embeddings.device)).last_hidden_state[0]  # (T, D)
        return model.masked_lm(hidden[positions.to(hidden.device)], embeddings)
    finally:
        model.train(was_training)
