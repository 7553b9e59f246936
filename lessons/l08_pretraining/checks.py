"""What to look at in pre-training examples and in a young model: counts, giveaways, gaps."""

from lessons.l08_pretraining.exercises.factor.reference import factor
from lessons.l08_pretraining.stories import Gap

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier
from torch import Tensor

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.data import PretrainingBatch, PretrainingData
from bertlab.pretraining.generation import fill_mask
from bertlab.pretraining.masking import Masked
from bertlab.pretraining.objectives import PretrainingObjective
from bertlab.text.documents import Document
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import parameter_groups, train
from workbook.exercises.tasks import task

TINY = BertConfig(
    hidden_size=48,
    num_layers=2,
    num_heads=4,
    intermediate_size=96,
    max_positions=96,
    hidden_dropout=0.0,
    attention_dropout=0.0,
)
PARTS = 10  # of a sequence, for counting where tokens are chosen

Example = tuple[Masked, list[int], bool]  # as ``PretrainingData.example`` returns it
PairLengths = tuple[int, int, bool]  # tokens of the first text and the second; does it follow?


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
        seen = masked.input_ids[masked.positions]
        hidden, kept = seen == tokenizer.mask_id, seen == masked.targets
        fates += [hidden.sum(), (~hidden & ~kept).sum(), kept.sum()]
        words = np.flatnonzero(~np.isin(masked.input_ids, specials))
        length = len(masked.input_ids)
        asked += np.bincount(PARTS * masked.positions // length, minlength=PARTS)
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
    """Return the proportion of tokens that were asked for at least once, epoch by epoch.

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


def pair_lengths(
    sentence_pair: Callable[..., tuple[list[int], list[int], int]],
    documents: Sequence[Document],
    num_pairs: int = 5000,
) -> list[PairLengths]:
    """Return the lengths of pairs that a student's function makes of four sentences each."""
    texts = [
        document[start : start + 4]
        for document in documents
        for start in range(0, len(document) - 3, 4)
    ]
    generator, found = np.random.default_rng(0), []
    for _ in range(num_pairs):
        place, split = int(generator.integers(len(texts))), int(generator.integers(1, 4))
        first, second, label = sentence_pair(texts, place, split, *generator.random(3).tolist())
        found.append((len(first), len(second), label == 0))
    return found


def told_apart_by_length(pairs: Sequence[PairLengths], seed: int = 0) -> float:
    """Return how often a small decision tree tells true pairs by the lengths of their texts alone.

    Returns:
        The proportion it gets right, in five-fold cross-validation. Half is chance.
    """
    lengths = [(first, second) for first, second, _ in pairs]
    follows = [is_next for _, _, is_next in pairs]
    tree = DecisionTreeClassifier(max_leaf_nodes=12, random_state=seed)
    return float(cross_val_score(tree, lengths, follows, cv=5).mean())


def gap_to_bertlab(loss_of: Callable[..., Tensor], data: PretrainingData, steps: int = 4) -> float:
    """Return how far the losses of a loop by hand are from those of ``bertlab``'s, at most.

    Both start from the same weights and read the same batches of 4 pairs.

    Args:
        loss_of: As the exercise ``pretraining_loss``.
        data: Pairs of up to 96 tokens.
        steps: Updates; the learning rate rises in the first half of them.
    """
    model = BertForPreTraining(TINY)
    start = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    batches = [data.batch(data.order(step, 4)) for step in range(steps)]
    decaying, others = parameter_groups(model, weight_decay=0.01)
    optimizer = torch.optim.AdamW([decaying, others], betas=(0.9, 0.999), eps=1e-6)
    by_hand = []
    for step, batch in enumerate(batches):
        decaying["lr"] = others["lr"] = 1e-3 * factor(step, steps, steps // 2)
        logits = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        chosen, before = answers_of(batch)
        labels = batch.next_labels
        loss = loss_of(logits.masked_lm, before, chosen, logits.next_sentence, labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        optimizer.zero_grad()
        by_hand.append(loss.item())
    model.load_state_dict(start)
    config = TrainConfig(steps=steps, batch_size=4, learning_rate=1e-3, warmup=0.5, log_every=1)
    history = train(PretrainingObjective(model), lambda step, *_: [batches[step]], config)
    return max(abs(line["loss"] - loss) for line, loss in zip(history, by_hand, strict=True))


def answers_of(batch: PretrainingBatch) -> tuple[Bool[Tensor, "B T"], Int[Tensor, "B T"]]:
    """Return where tokens were chosen in a batch, and the ids as they were before masking."""
    chosen, before = torch.zeros_like(batch.input_ids, dtype=torch.bool), batch.input_ids.clone()
    chosen.view(-1)[batch.positions], before.view(-1)[batch.positions] = True, batch.targets
    return chosen, before


def gaps_filled(model: BertForPreTraining, tokenizer: WordPieceTokenizer, gaps: list[Gap]) -> int:
    """Return at how many gaps a model's first guess is the word that belongs there."""
    guesses = [fill_mask(model, tokenizer, gap.text, top=1)[0][0].piece for gap in gaps]
    return sum(guess == gap.word for guess, gap in zip(guesses, gaps, strict=True))


def compare_ends(
    model: BertForPreTraining, tokenizer: WordPieceTokenizer, start: str, ends: Sequence[str]
) -> None:
    """Print what a model fills into a sentence with several ends, and whether the ends decide."""

    def slip(theirs: Sequence[str]) -> str:
        gaps = [fill_mask(model, tokenizer, f"{start} {end}", top=3)[0] for end in theirs]
        for end, gap in zip(theirs, gaps, strict=True):
            print(f"... {end} {', '.join(candidate.piece for candidate in gap)}")
        if len(theirs) < 2:
            return "Give two ends."
        if {end.strip(" .") for end in theirs} == {"and went in", "and began to read"}:
            return "Those are the ends of the first page: find some of your own."
        alike = len({gap[0].piece for gap in gaps}) < len(gaps)
        return "The first guess is the same: try other ends." if alike else ""

    task(__name__, "ends", ends, None, slip, "right: the right side decides.")
