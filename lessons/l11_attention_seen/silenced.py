"""What the heads of three models do on held-out text, and what it costs to silence some."""

from lessons.l11_attention_seen.experiments import head_removal
from lessons.l11_attention_seen.texts import held_out_sentences

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, cast

import torch
from torch import Tensor

from bertlab.inspection.attention_measures import HeadMeans, measure_heads
from bertlab.inspection.attention_seen import attention_of
from bertlab.model.bert import BertModel
from bertlab.model.encoder import EncoderLayer
from bertlab.text.wordpiece import WordPieceTokenizer

Counted = Mapping[str, tuple[BertModel, WordPieceTokenizer, str]]


def three_models() -> Counted:
    """Return the models whose heads the lesson counts: each with its tokenizer and its corpus."""
    corpora = {"minilm": "wiki", "bert-mini-en": "wiki", "bert-mini-zh": "peoples_daily"}
    return {
        name: (BertModel.from_pretrained(name), WordPieceTokenizer.from_folder(name), source)
        for name, source in corpora.items()
    }


def heads_of(models: Counted, number: int) -> dict[str, HeadMeans]:
    """Measure all heads of the models, over some held-out sentences each."""
    found = {}
    for name, (model, tokenizer, source) in models.items():
        texts = sorted(held_out_sentences(source, tokenizer, number), key=len)
        found[name] = measure_heads(model, tokenizer, texts)
    return found


def two_before(
    model: BertModel, tokenizer: WordPieceTokenizer, texts: Sequence[str], layer: int, head: int
) -> float:
    """Return what a head gives to the token two before, averaged over all tokens of all texts."""
    found = [
        attention_of(model, tokenizer, text).weights[layer, head].diagonal(-2) for text in texts
    ]
    return torch.cat(found).mean().item()


def silenced_at(names: Sequence[head_removal.Head], number: int, per_layer: int) -> list[list[int]]:
    """Return at which step of each random order some heads of a model are silenced, from 1.

    Args:
        names: The heads, as (layer, head).
        number: How many heads the model has.
        per_layer: How many of them a layer has.
    """
    orders = [
        torch.randperm(number, generator=torch.Generator().manual_seed(seed)).tolist()
        for seed in head_removal.CONFIGURATION["random_orders"]
    ]
    return [[order.index(i * per_layer + j) + 1 for i, j in names] for order in orders]


def cost_with_means(name: str, heads: Sequence[head_removal.Head]) -> dict[str, float]:
    """Measure what heads cost if their context is its mean over texts, not zeros.

    The mean is one over the tokens of the articles that do not score.
    """
    choosing, scoring = head_removal.stretches(name, head_removal.CONFIGURATION)
    model = head_removal.LOAD[name]()
    asked = head_removal.Asked(model, scoring)
    whole = asked.answers()
    real = choosing.attention_mask.bool()
    with torch.no_grad(), ExitStack() as stack:
        found = model.bert.inspect(choosing.input_ids, choosing.token_type_ids, real.long()).layers
        for number, (details, layer) in enumerate(
            zip(found, model.bert.encoder.layers, strict=True)
        ):
            context = (details.weights @ details.values).transpose(1, 2)  # (B, T, H, K)
            means = context[real].mean(dim=0)  # (H, K)
            gone = [head for place, head in heads if place == number]
            kept = torch.zeros_like(means)
            kept[gone] = means[gone]
            output = cast(EncoderLayer, layer).attention.output
            constant = output.weight @ kept.flatten()
            stack.callback(output.register_forward_hook(_adding(constant)).remove)
        return head_removal.cost(whole, asked.answers(heads))


def _adding(constant: Tensor) -> Callable:
    """Return a hook that adds a vector to what a module returns."""
    return lambda _module, _arguments, output: output + constant


def costs_again(name: str, groups: Sequence[Sequence[head_removal.Head]]) -> list[dict[str, Any]]:
    """Measure again what groups of heads of a model cost, as the experiment did."""
    _, scoring = head_removal.stretches(name, head_removal.CONFIGURATION)
    asked = head_removal.Asked(head_removal.LOAD[name](), scoring)
    return asked.costs(groups)
