"""BertViz's own calls on pages that see no network, whatever model the attention comes from.

``bertviz.head_view(attention, tokens, html_action="return")``, or ``model_view``, makes a page from
the attention of any model: of one text, of a pair, or of a translator with its cross-attention.
``offline`` inlines what that page would fetch. (BertViz's neuron view wants queries and keys, which
``transformers`` does not return: ``attention_viz`` has them of our models.)
"""

import math
import re
from typing import Any

import torch
from IPython.display import HTML
from matplotlib.figure import Figure

from bertlab.inspection.attention_pages import Frame, as_script, assembled, framed, parameters_of
from bertlab.inspection.attention_pictures import draw_heads, draw_model
from bertlab.inspection.attention_viz import AttentionView
from bertlab.pictures import png
from workbook.fonts.figures import letters_for

ENTRY = re.compile(r'(<option value="(\d+)">)[^<]*')  # of the menu of parts


def offline(
    shown: HTML, alt: str | None = None, first: str | None = None, still: Figure | None = None
) -> AttentionView:
    """Make a view that needs no network of one that BertViz returned.

    Args:
        shown: What ``bertviz.head_view`` or ``bertviz.model_view`` returns with
            ``html_action="return"``.
        alt: What there is to see, in words; None names the tokens.
        first: The part that is shown before anyone chooses, such as "Cross"; None leaves BertViz's.
        still: The picture behind the view; None draws what the view shows before anyone clicks.

    Raises:
        ValueError: If it is no head or model view of BertViz 1.4.
    """
    found, written = parameters_of(shown.data)
    if found["own"]:
        raise ValueError("expected a head view or a model view, got a neuron view")
    parts = written["attention"]
    parts.sort(key=lambda part: part["name"] != first)
    texts = [part[side] for part in parts for side in ("left_text", "right_text")]
    kind = "model" if "display_mode" in written else "head"
    about = "; ".join(dict.fromkeys(" ".join(text) for text in texts[:2]))
    words = alt or f"BertViz {kind} view of {about}"
    letters = "".join(map("".join, texts))
    with letters_for(letters):
        picture = png(still or _still(written, kind))
    frame = _frame(written, kind, max(map(len, texts)))
    data = as_script({**written, "root_div_id": "bertviz"})
    document = assembled(shown.data, found, data, words, letters, frame)
    document = ENTRY.sub(lambda entry: entry[1] + parts[int(entry[2])]["name"], document)
    return AttentionView(document, framed(document, words, picture, frame), picture, words)


def _still(written: dict[str, Any], kind: str) -> Any:
    """Draw what a view shows before anyone clicks."""
    first, layers = written["attention"][0], written["include_layers"]
    weights = torch.tensor(first["attn"])  # (L, H, T, S)
    if kind == "model":
        placed = weights.new_zeros(max(layers) + 1, *weights.shape[1:])
        placed[layers] = weights
        return draw_model(placed, layers)
    layer = layers[0] if written["layer"] is None else written["layer"]
    heads = written["heads"] or list(range(weights.shape[1]))
    table = weights[layers.index(layer)]
    return draw_heads(first["left_text"], table, layer, heads, first["right_text"])


def _frame(written: dict[str, Any], kind: str, size: int) -> Frame:
    """Return the size at which BertViz draws a view of texts of up to ``size`` tokens."""
    parts = written["attention"]
    num_layers, num_heads = len(parts[0]["attn"]), len(parts[0]["attn"][0])
    if kind == "head":
        return Frame(max(370, 20 * num_heads), round(22.5 * size) + 66)
    thumbnails = num_layers * (7 * 12 / num_heads * size + 10) + 38
    return Frame(970, math.ceil(max(thumbnails, 18 * size + 55)) + (25 if len(parts) > 1 else 0))
