"""What pairs and masks of a function look like in the mass: lengths, proportions."""

from lessons.l08_pretraining.live import Masking

from collections.abc import Callable, Sequence

import numpy as np
import torch
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

from bertlab.pretraining.data import PretrainingData
from bertlab.text.documents import Document


# Pairs
def pair_lengths(
    sentence_pair: Callable[..., tuple[list[int], list[int], int]],
    documents: Sequence[Document],
    num_pairs: int = 5000,
) -> list[tuple[int, int, bool]]:
    """Return the lengths of pairs that a student's function makes of four sentences each.

    Returns:
        For each pair tokens of the first text, of the second, and whether it follows.
    """
    texts = [
        document[start : start + 4]
        for document in documents
        for start in range(0, len(document) - 3, 4)
    ]
    generator, found = np.random.default_rng(0), []
    for _ in range(num_pairs):
        index, split = int(generator.integers(len(texts))), int(generator.integers(1, 4))
        first, second, label = sentence_pair(texts, index, split, *generator.random(3).tolist())
        found.append((len(first), len(second), label == 0))
    return found


def matched_lengths(data: PretrainingData, epochs: int = 4) -> list[tuple[int, int, bool]]:
    """Return the same of ``bertlab``'s pairs, whose strangers are about as long as true texts."""
    examples = (data.example(epoch, i) for epoch in range(epochs) for i in range(len(data)))
    return [(types.count(0), sum(types), follows) for _, types, follows in examples]


def told_apart_by_length(pairs: Sequence[tuple[int, int, bool]]) -> float:
    """Return how often a small decision tree tells true pairs by the lengths of their texts alone.

    Returns:
        The proportion it gets right, in five-fold cross-validation. Half is chance.
    """
    lengths = [(first, second) for first, second, _ in pairs]
    follows = [is_next for _, _, is_next in pairs]
    tree = DecisionTreeClassifier(max_leaf_nodes=12, random_state=0)
    return float(cross_val_score(tree, lengths, follows, cv=5).mean())


# Masks
TEXTS, TOKENS, PADDING, PIECES, MASK = 400, 62, 18, 1000, 4  # pieces 0 to 4 are special
RULE = {  # what ``proportions`` returns, by the rule of the lesson
    "chosen, of the words": 0.15,
    "become [MASK]": 0.8,
    "become another piece": 0.1,
    "stay": 0.1,
    "true answers": 1.0,
}


def proportions(mask: Masking) -> dict[str, float]:
    """Return what a masking function does to random texts with padding, as ``RULE`` names it."""
    generator = torch.Generator().manual_seed(0)
    words = chosen = hidden = kept = true = 0
    for _ in range(TEXTS):
        ids = torch.randint(5, PIECES, (TOKENS,), generator=generator)
        ids[[0, -1]] = 2
        ids = torch.nn.functional.pad(ids, (0, PADDING))
        scores, draws = torch.rand(2, len(ids), generator=generator)
        random_ids = torch.randint(5, PIECES, (len(ids),), generator=generator)
        is_word = ids > MASK
        shown, positions, answers = mask(ids.clone(), is_word, MASK, scores, draws, random_ids)
        words, chosen = words + int(is_word.sum()), chosen + len(positions)
        hidden += int((shown[positions] == MASK).sum())
        kept += int((shown[positions] == ids[positions]).sum())
        true += int((answers == ids[positions]).sum())
    others = chosen - hidden - kept
    return dict(
        zip(
            RULE, (chosen / words, *(n / chosen for n in (hidden, others, kept, true))), strict=True
        )
    )
