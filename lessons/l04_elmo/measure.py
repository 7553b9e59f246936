"""What the lesson on ELMo measures: who sees whom, gaps, a batch's company."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn

from bertlab.model import BertModel
from bertlab.predecessors.elmo.language_model import BidirectionalLanguageModel
from bertlab.predecessors.elmo.network import ElmoNetwork, Padded, pad
from bertlab.text import WordPieceTokenizer
from workbook.basics import recorded, run_slice
from workbook.scoreboard import Row, rows

SPECIAL = 3  # <unk>, <s> and </s> have the first three ids
MIDDLE = 3  # of seven words


def reach(states: Float[Tensor, "T F"], vectors: Float[Tensor, "1 T D"]) -> Float[Tensor, "T T"]:
    """Measure how strongly each token's state depends on each word's vector.

    Args:
        states: Computed from ``vectors``; row t is what token t has become.
        vectors: The words' vectors, which need a gradient.
    """
    rows = []
    for state in states:
        (gradient,) = torch.autograd.grad(state.square().sum(), vectors, retain_graph=True)
        rows.append(gradient[0].norm(dim=-1))
    return torch.stack(rows)


def reach_of_elmo(network: ElmoNetwork, sentence: Sequence[int]) -> dict[str, Float[Tensor, "T T"]]:
    """Measure the reach in each half of each layer."""
    one = pad([sentence])
    vectors = network.embedding(one.tokens).detach().requires_grad_()
    layers = network.contextualize(vectors, one.lengths)[:, 0]  # (layers, T, 2D)
    found = {}
    for number, layer in enumerate(layers[1:], 1):
        for name, half in zip(("forward", "backward"), layer.chunk(2, dim=-1), strict=True):
            found[f"layer {number}, {name}"] = reach(half, vectors)
    return found


def reach_of_bert(sentence: str) -> Float[Tensor, "T T"]:
    """Measure the reach in the first layer of all-MiniLM-L6-v2."""
    bert = BertModel.from_pretrained("minilm").eval()
    encoded = WordPieceTokenizer.from_folder("minilm").encode(sentence)
    ids, types = torch.tensor([encoded.input_ids]), torch.tensor([encoded.token_type_ids])
    vectors = bert.embeddings(ids, types).detach().requires_grad_()
    return reach(bert.encoder.layers[0](vectors)[0], vectors)


def words_seen_by_a_unit() -> dict[str, list[int]]:
    """Count the words, of 7, that reach the middle word's forward half in layers 1 and 2."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        x = torch.randn(1, 7, 8, requires_grad=True)
        low, high = (nn.LSTM(size, 8, batch_first=True, bidirectional=True) for size in (8, 16))
        crossed = [low(x)[0]]
        crossed.append(high(crossed[0])[0])
        apart = list(ElmoNetwork(9, 8).contextualize(x, torch.tensor([7])))[1:]
    counts = {}
    for name, layers in (("ELMo", apart), ("nn.LSTM", crossed)):
        rows = [reach(layer[0, :, :8], x)[MIDDLE] for layer in layers]
        counts[name] = [int(torch.count_nonzero(row)) for row in rows]
    return counts


@torch.no_grad()
def guesses(model: BidirectionalLanguageModel, gap: str, count: int = 3) -> dict[str, list[str]]:
    """Return what each reader, and both, put into a gap, written ``___``."""
    left, right = (model.vocabulary.encode(part.split()) for part in gap.split("___"))
    forward = model.network_(*pad([left]))[-1, 0, len(left)].chunk(2)[0]
    backward = model.network_(*pad([right]))[-1, 0, 1].chunk(2)[1]
    found = {}
    for name, scores in _scores(model, forward[None], backward[None]).items():
        best = scores[0].topk(count).indices.tolist()
        found[name] = [model.vocabulary.words[index] for index in best]
    return found


@torch.no_grad()
def gaps_filled(
    model: BidirectionalLanguageModel, sentences: Sequence[Sequence[int]], lowest: int = SPECIAL
) -> dict[str, float]:
    """Take each known word of some sentences for a gap; return how often it is guessed first.

    Args:
        model: Its two readers guess.
        sentences: Ids of words, the frequent words first.
        lowest: The lowest id that is taken for a gap.
    """
    right: dict[str, list[Tensor]] = {}
    for start in range(0, len(sentences), 32):
        padded = pad(sentences[start : start + 32])
        ahead, behind = model.network_(*padded)[-1].chunk(2, dim=-1)
        words = padded.tokens[:, 1:-1]
        known = (words >= lowest) & (torch.arange(words.shape[1]) < padded.lengths[:, None] - 2)
        # one place before the gap the forward reader stops, one after it the backward reader
        scores = _scores(model, ahead[:, :-2][known], behind[:, 2:][known])
        for name, values in scores.items():
            right.setdefault(name, []).append(values.argmax(dim=1) == words[known])
    return {name: torch.cat(parts).double().mean().item() for name, parts in right.items()}


def _scores(
    model: BidirectionalLanguageModel, ahead: Float[Tensor, "N D"], behind: Float[Tensor, "N D"]
) -> dict[str, Float[Tensor, "N V"]]:
    """Score all words by each reader, and by both: the product of both, divided by P(word)."""
    counts = torch.tensor(model.vocabulary.counts).clamp(min=1).float()
    forward, backward = (model.network_.output(x).log_softmax(dim=-1) for x in (ahead, behind))
    found = {
        "forward reader": forward,
        "backward reader": backward,
        "both, multiplied": forward + backward - (counts / counts.sum()).log(),
    }
    for scores in found.values():
        scores[:, :SPECIAL] = -torch.inf
    return found


def company(
    layer: nn.Module, embedding: nn.Embedding, sentences: Sequence[Sequence[int]]
) -> tuple[float, float]:
    """Read the first sentence alone and in a batch with the others.

    Args:
        layer: Gives (B, T, 2D), forward half first, for word vectors (B, T, D).
        embedding: The word vectors.
        sentences: Ids; the first is not the longest.

    Returns:
        The largest difference that the company makes in its forward half, and in its backward half.
    """
    alone: Padded = pad(sentences[:1])
    beside: Padded = pad(sentences)
    length = int(alone.lengths[0])
    with torch.no_grad():
        before = layer(embedding(alone.tokens))[0]
        after = layer(embedding(beside.tokens))[0, :length]
    halves = (after - before).abs().chunk(2, dim=-1)
    return halves[0].max().item(), halves[1].max().item()


class Scoreboard(NamedTuple):
    """The table of the language models so far, and what is compared.

    Attributes:
        lines: Five of them as a table, the highest perplexity first.
        readers: Our two readers, forward and backward.
        best_ngrams: The lowest perplexity of lesson 01.
        recurrent: The lowest perplexity of a recurrent model by itself in lesson 02.
    """

    lines: str
    readers: tuple[Row, ...]
    best_ngrams: float
    recurrent: float


def scoreboard() -> Scoreboard:
    """Read the records of the language models before BERT."""
    names = "ngram_perplexity", "nnlm", "nnlm_recurrent", "elmo"
    ngrams, nnlm, recurrent, elmo = (rows(recorded(name)) for name in names)
    best = min(ngrams, key=lambda row: row.perplexity)
    window = next(row for row in nnlm if row.model == "NNLM, window")
    alone = next(row for row in recurrent if row.model == "recurrent")
    shown = sorted([best, window, alone, *elmo], key=lambda row: -row.perplexity)
    lines = [f"{'model':28}perplexity"]
    lines += [f"{row.model:28}{row.perplexity:10.1f}" for row in shown]
    return Scoreboard("\n".join(lines), elmo, best.perplexity, alone.perplexity)


def trainings() -> tuple[float, list[float]]:
    """Return the minutes of the recorded training, and a small live one's perplexities."""
    return recorded("elmo")["minutes"], [value for _, value in run_slice("elmo")["epochs"]]
