"""BertViz's head, model and neuron view of our own models, on pages that see no network.

BertViz (Vig 2019) loads require.js, d3 and jQuery from a CDN and draws nothing without it. Here its
pages are made as it makes them, from the weights, queries and keys that ``model.inspect`` returns;
then the libraries are inlined and the page goes into a frame. Behind it stands a still picture, for
pages that run no script or strip the frame.

Source: Vig 2019, *A Multiscale Visualization of Attention in the Transformer Model*.
"""

import base64
import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import bertviz
import bertviz.neuron_view
from torch import nn

from bertlab.inspection.attention_pages import Frame, framed, page
from bertlab.inspection.attention_pictures import draw_heads, draw_model, draw_neurons
from bertlab.inspection.attention_seen import Attended, Pieces, Replay, attention_of, whole_numbers
from bertlab.pictures import installed_letters, png
from bertlab.text.wordpiece import WordPieceTokenizer


@dataclass(frozen=True)
class AttentionView:
    """A view that shows itself as the last expression of a notebook cell.

    Attributes:
        page: The view by itself, a complete HTML document.
        html: The page in a frame, with the picture behind it.
        picture: The same still, as PNG bytes.
        words: The same in words.
    """

    page: str = field(repr=False)
    html: str = field(repr=False)
    picture: bytes = field(repr=False)
    words: str

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict, dict]:
        """Return the view as HTML, as a picture and in words."""
        image = base64.b64encode(self.picture).decode("ascii")
        data = {"text/html": self.html, "image/png": image, "text/plain": self.words}
        return data, {"image/png": {"alt": self.words}}


def head_view(
    model: nn.Module,
    tokenizer: WordPieceTokenizer,
    text: str,
    second: str | None = None,
    *,
    layer: int = 0,
    heads: Sequence[int] | None = None,
    alt: str | None = None,
) -> AttentionView:
    """Show one layer: a line from each token to those it looks at, a color for each head.

    The menu changes the layer; a click on a square hides or shows a head, a double click leaves
    that one only.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        tokenizer: The one the model was trained with.
        text: The (first) text.
        second: The second text of a pair; then a menu offers its four parts.
        layer: Which layer to show at first, from 0.
        heads: Which heads to show at first, from 0; None is all.
        alt: What there is to see, in words; None names the text, the layer and the heads.

    Raises:
        ValueError: If a text is empty or too long, the model gives no attention weights, or there
            is no such layer or head.
    """
    seen = attention_of(model, tokenizer, text, second)
    num_layers, num_heads, T, _ = seen.weights.shape
    (layer,) = whole_numbers("layer", [layer], num_layers)
    shown = list(range(num_heads)) if heads is None else list(heads)
    shown = whole_numbers("heads", shown, num_heads)
    with _closing_quietly():
        drawn = bertviz.head_view(
            [table[None] for table in seen.weights],
            seen.pieces,
            sentence_b_start=seen.second_start,
            prettify_tokens=False,
            layer=layer,
            heads=shown,
            html_action="return",
        )
    words = alt or f"BertViz head view of layer {layer}, heads {_listed(shown)}, {_about(seen)}"
    with installed_letters().of_figure(seen.pieces):
        picture = png(draw_heads(seen.pieces, seen.weights[layer], layer, shown))
    frame = Frame(max(370, 20 * num_heads), round(22.5 * T) + 66)
    return _view(drawn.data, seen, ("attn",), words, picture, frame)


def model_view(
    model: nn.Module,
    tokenizer: WordPieceTokenizer,
    text: str,
    second: str | None = None,
    *,
    layers: Sequence[int] | None = None,
    alt: str | None = None,
) -> AttentionView:
    """Show all heads of some layers as thumbnails; a click on one opens it, with its tokens.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        tokenizer: The one the model was trained with.
        text: The (first) text.
        second: The second text of a pair; then a menu offers its four parts.
        layers: Which layers to show, from 0; None is all. Fewer make a view that fits on a slide.
        alt: What there is to see, in words; None names the text and the layers.

    Raises:
        ValueError: If a text is empty or too long, the model gives no attention weights, or there
            is no such layer.
    """
    seen = attention_of(model, tokenizer, text, second)
    num_layers, num_heads, T, _ = seen.weights.shape
    shown = list(range(num_layers)) if layers is None else list(layers)
    shown = whole_numbers("layers", shown, num_layers)
    with _closing_quietly():
        drawn = bertviz.model_view(
            [table[None] for table in seen.weights],
            seen.pieces,
            sentence_b_start=seen.second_start,
            prettify_tokens=False,
            display_mode="light",
            include_layers=shown,
            html_action="return",
        )
    words = alt or f"BertViz model view of layers {_listed(shown)}, {_about(seen)}"
    with installed_letters().of_figure(seen.pieces):
        picture = png(draw_model(seen.weights, shown))
    thumbnails = len(shown) * (7 * 12 / num_heads * T + 10) + 38
    menu = 0 if second is None else 25
    frame = Frame(970, math.ceil(max(thumbnails, 18 * T + 55)) + menu)
    return _view(
        drawn.data, seen._replace(weights=seen.weights[shown]), ("attn",), words, picture, frame
    )


def neuron_view(
    model: nn.Module,
    tokenizer: WordPieceTokenizer,
    text: str,
    second: str | None = None,
    *,
    layer: int = 0,
    head: int = 0,
    query: int = 0,
    alt: str | None = None,
) -> AttentionView:
    """Show one head down to its neurons: a query, times each key, summed, and the softmax.

    Point at a token and click on the plus beside it.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        tokenizer: The one the model was trained with.
        text: The (first) text.
        second: The second text of a pair; then a menu offers its four parts.
        layer: Which layer to show at first, from 0.
        head: Which head to show at first, from 0.
        query: Which token's query the still picture shows, from 0 for [CLS].
        alt: What there is to see, in words; None names the text, the layer and the head.

    Raises:
        ValueError: If a text is empty or too long, the model gives no attention weights, or there
            is no such layer, head or token.
    """
    seen = attention_of(model, tokenizer, text, second)
    num_layers, num_heads, T, _ = seen.weights.shape
    (layer,) = whole_numbers("layer", [layer], num_layers)
    (head,) = whole_numbers("head", [head], num_heads)
    (query,) = whole_numbers("query", [query], T)
    with _closing_quietly():
        drawn = bertviz.neuron_view.show(
            Replay(seen),
            "bert",
            Pieces(tokenizer),
            text,
            second,
            display_mode="light",
            layer=layer,
            head=head,
            html_action="return",
        )
    words = alt or f"BertViz neuron view of layer {layer}, head {head}, {_about(seen)}"
    at = layer, head
    tables = seen.queries[at], seen.keys[at], seen.weights[at]
    with installed_letters().of_figure(seen.pieces):
        figure = draw_neurons(seen.pieces, *tables, query, f"Layer {layer}, head {head}")
        picture = png(figure)
    frame = Frame(1040, 26 * T + 142)
    return _view(drawn.data, seen, ("attn", "queries", "keys"), words, picture, frame)


@contextmanager
def _closing_quietly() -> Iterator[None]:
    """Keep Python from warning that BertViz leaves it to the garbage collector to close files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield


def _view(
    bertviz_page: str,
    seen: Attended,
    names: Sequence[str],
    words: str,
    picture: bytes,
    frame: Frame,
) -> AttentionView:
    """Put a view together from BertViz's page and our picture."""
    tables = {"attn": seen.weights, "queries": seen.queries, "keys": seen.keys}
    chosen = {name: tables[name] for name in names}
    document = page(bertviz_page, words, seen.pieces, seen.second_start, chosen, frame)
    return AttentionView(document, framed(document, words, picture, frame), picture, words)


def _listed(numbers: Sequence[int]) -> str:
    """Write numbers that follow each other as a range: ``0 to 11``, else ``1, 4``."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def _about(seen: Attended) -> str:
    return f"{len(seen.pieces)} tokens: {' '.join(seen.pieces)}"
