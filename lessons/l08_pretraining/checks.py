"""What to look at in pre-training examples and in a young model: counts, giveaways, knowledge."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.config import BertConfig
from bertlab.model.encoder import Encoder
from bertlab.model.heads import MaskedLMHead
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.masking import Masked
from bertlab.pretraining.objectives import score_masked
from bertlab.text.wordpiece import WordPieceTokenizer

PARTS = 10  # of a sequence, for counting where tokens are chosen

Example = tuple[Masked, list[int], bool]  # as ``PretrainingData.example`` returns it


class MaskCounts(NamedTuple):
    """How masks fell out.

    Attributes:
        fates: How many chosen tokens became [MASK], became another piece, stayed.
        asked: How many tokens were chosen, in each tenth of their sequence.
        free: How many might have been, there.
        specials: How many specials were chosen.
    """

    fates: Float[np.ndarray, " 3"]
    asked: Float[np.ndarray, " 10"]
    free: Float[np.ndarray, " 10"]
    specials: int


def count_masks(examples: Sequence[Example], tokenizer: WordPieceTokenizer) -> MaskCounts:
    """Count what became of the tokens of some examples."""
    fates, asked, free, chosen_specials = np.zeros(3), np.zeros(PARTS), np.zeros(PARTS), 0
    specials = [tokenizer.pad_id, tokenizer.cls_id, tokenizer.sep_id]
    for masked, _, _ in examples:
        seen = masked.input_ids[masked.places]
        hidden, kept = seen == tokenizer.mask_id, seen == masked.targets
        fates += [hidden.sum(), (~hidden & ~kept).sum(), kept.sum()]
        words = np.flatnonzero(~np.isin(masked.input_ids, specials))
        length = len(masked.input_ids)
        asked += np.bincount(PARTS * masked.places // length, minlength=PARTS)
        free += np.bincount(PARTS * words // length, minlength=PARTS)
        chosen_specials += int(np.isin(masked.targets, specials).sum())
    return MaskCounts(fates, asked, free, chosen_specials)


def coverage(
    places_to_mask: Callable[[int, int, int, int, int], list[int]],
    num_masks: int,
    epochs: int,
    num_tokens: int = 100,
    num_examples: int = 50,
) -> Float[np.ndarray, " E"]:
    """Return the share of tokens that were asked for at least once, epoch by epoch.

    Args:
        places_to_mask: Returns the places of an example in an epoch, from (tokens, number of
            places, seed, epoch, example).
        num_masks: Different masks there are of a text; they are used in turn.
        epochs: E.
        num_tokens: Of each example; 15% are asked for in an epoch.
        num_examples: Examples.
    """
    asked, number = np.zeros(epochs), round(0.15 * num_tokens)
    for example in range(num_examples):
        seen: set[int] = set()
        for epoch in range(epochs):
            seen |= set(places_to_mask(num_tokens, number, 0, epoch % num_masks, example))
            asked[epoch] += len(seen)
    return asked / (num_tokens * num_examples)


def told_apart_by_length(examples: Sequence[Example], seed: int = 0) -> float:
    """Return how often a small decision tree tells true pairs by the lengths of their texts alone.

    Returns:
        The share it gets right, in five-fold cross-validation. Half is chance.
    """
    lengths = [(len(types) - sum(types), sum(types)) for _, types, _ in examples]
    follows = [is_next for _, _, is_next in examples]
    tree = DecisionTreeClassifier(max_leaf_nodes=12, random_state=seed)
    return float(cross_val_score(tree, lengths, follows, cv=5).mean())


@torch.no_grad()
def information_used(
    model: BertForPreTraining, data: PretrainingData, num_examples: int = 64
) -> float:
    """Return what the text around a gap tells a model about the answer, in nats.

    It is the mutual information of text and answer in the model's own eyes: the entropy of its mean
    answer, less the mean entropy of its answers. For one who always answers the same it is 0.
    """
    batch = data.batch([(0, place) for place in range(min(num_examples, len(data)))])
    shares = score_masked(model, batch).masked_lm.double().softmax(dim=-1)  # (M, V)
    mean = shares.mean(dim=0)
    entropies = -torch.xlogy(shares, shares).sum(dim=-1)  # (M,)
    return float(-torch.xlogy(mean, mean).sum() - entropies.mean())


def masked_lm_operations(config: BertConfig, num_tokens: int, num_read: int) -> int:
    """Count the multiplications and additions of one text's forward pass through a masked LM.

    The count is torch's, of matrix products, on tensors that have a shape and no content.

    Args:
        config: The sizes.
        num_tokens: Of the text.
        num_read: Tokens whose vectors are scored. The last layer is finished only for these.

    Raises:
        ValueError: If more are read than there are.
    """
    if not 1 <= num_read <= num_tokens:
        raise ValueError(f"expected 1 to {num_tokens} tokens to read, got {num_read}")
    with torch.device("meta"), FlopCounterMode(display=False) as counter:
        tokens = torch.empty(1, num_tokens, config.hidden_size)
        hidden = Encoder(config)(tokens, places=torch.arange(num_read))
        MaskedLMHead(config)(hidden, torch.empty(config.vocab_size, config.hidden_size))
    return counter.get_total_flops()
