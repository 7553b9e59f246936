"""BertViz's pages without the internet: what it would fetch is inlined, what repeats is shared."""

import base64
import html
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from jaxtyping import Float
from torch import Tensor

from bertlab.datasets import script
from bertlab.inspection.attention_seen import DECIMALS
from bertlab.pictures import EXACT, installed_letters

STILL = "A still picture: run this cell to use the view."  # seen where the frame is not
LARGEST = 2**15 - 1  # of a whole number of 16 bits
CDN = re.compile(r'<script src="https://cdnjs\.cloudflare\.com/[^"]*require[^"]*"></script>')
RANDOM_NAME = re.compile(r"bertviz-[0-9a-f]{32}")
# Where BertViz writes its parameters: a line of the script, or (neuron view) a script of its own.
PARAMETERS = re.compile(
    r"const params = (?P<line>\{.*\}); // HACK:.*\n"
    r'|<script type="text/javascript">\nwindow\.bertviz_params = (?P<own>\{.*\})\n</script>'
)
DOT = "\u2219"  # BertViz writes it between query and key
# By its policy, a view runs what stands in its page, and asks nothing of any address. It is drawn
# in its own size (higher, if the reader's fonts are) and scaled to its window: tan(atan2(a, b)) is
# how CSS divides lengths.
HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:"><title>{title}</title>
<style>
body {{ margin: 0; visibility: hidden; position: absolute; width: {width}px; transform-origin: 0 0;
  min-height: {height}px; --height: {height}px;
  transform: scale(min(tan(atan2(100vw, {width}px)), tan(atan2(100vh, var(--height))))); }}
body.drawn {{ visibility: visible; background: white; }}
svg {{ display: block; }}
body, body * {{ font-family: {family} !important; {exact} }}
{fonts}
</style>
{scripts}</head>
<body>
"""


class Frame(NamedTuple):
    """The size in pixels at which BertViz draws a view; its frame has the same shape."""

    width: int
    height: int


def pack(table: Float[Tensor, "..."], decimals: int = DECIMALS) -> dict[str, Any]:
    """Write a table as whole numbers of 16 bits, which take a third of the digits' room.

    Args:
        table: Numbers of any shape.
        decimals: How many to keep; fewer if the largest number leaves no room for them.

    Returns:
        Its shape, what its whole numbers have to be divided by, and their bytes in base64.

    Raises:
        ValueError: If a number is not finite.
    """
    if not table.isfinite().all():
        raise ValueError("expected finite weights, queries and keys, got inf or NaN")
    largest = table.abs().max().item() if table.numel() else 0.0
    while round(largest * 10.0**decimals) > LARGEST:
        decimals -= 1
    whole = (table.detach().cpu().double() * 10.0**decimals).round().numpy().astype("<i2")
    data = base64.b64encode(whole.tobytes()).decode("ascii")
    return {"shape": list(table.shape), "scale": 10.0**decimals, "data": data}


def parts(names: Mapping[str, str | None], second_start: int | None, size: int) -> list[dict]:
    """Say which rows and columns belong to each entry of BertViz's menu of parts.

    Args:
        names: The menu's keys and what the entries are called, the whole text first.
        second_start: Where the second text begins, or None.
        size: Number of tokens.

    Raises:
        ValueError: If BertViz has other parts than those known here.
    """
    both, first = (0, size), (0, second_start or size)
    spans = {"A": first, "B": (second_start or size, size)}
    found = []
    for number, (key, name) in enumerate(names.items()):
        letters = re.findall(r"Sentence ([AB])", name or "")
        if number == 0:
            left, right = both, both
        elif len(letters) == 2 and second_start is not None:
            left, right = spans[letters[0]], spans[letters[1]]
        else:
            raise ValueError(f"expected a part of a pair such as 'Sentence A -> B', got {name!r}")
        found.append({"key": key, "name": name, "left": left, "right": right})
    return found


def page(
    bertviz: str,
    title: str,
    pieces: list[str],
    second_start: int | None,
    tables: Mapping[str, Float[Tensor, "..."]],
    frame: Frame,
) -> str:
    """Make of BertViz's own page one that needs no network and is the same every time.

    It fills its window, whatever its size, and nothing in it has to be scrolled.

    Args:
        bertviz: What BertViz returns, with its data.
        title: Of the page.
        pieces: The tokens.
        second_start: Where the second text begins, or None.
        tables: ``attn`` (L, H, T, T), and for the neuron view ``queries`` and ``keys``
            (L, H, T, K).
        frame: The size at which the view is drawn.

    Returns:
        A complete HTML document.

    Raises:
        ValueError: If BertViz's page is not built as expected (another release).
    """
    found, written = parameters_of(bertviz)
    content = {
        **{name: value for name, value in written.items() if name != "attention"},
        "root_div_id": "bertviz",
        "pieces": pieces,
        "tables": {name: pack(table) for name, table in tables.items()},
        "parts": parts(_menu(written["attention"]), second_start, len(pieces)),
    }
    data = f"expand({as_script(content)})"
    return assembled(bertviz, found, data, title, "".join(pieces), frame)


def parameters_of(bertviz: str) -> tuple[re.Match[str], dict[str, Any]]:
    """Return where a page of BertViz's has its parameters, and what they are, rounded.

    Raises:
        ValueError: If the page is not built as expected (another release).
    """
    found = PARAMETERS.search(bertviz)
    if found is None or len(CDN.findall(bertviz)) != 1:
        raise ValueError("expected a page of bertviz 1.4, got one without its script or data")
    return found, json.loads(found["line"] or found["own"], parse_float=_rounded)


def _rounded(digits: str) -> float:
    return round(float(digits), DECIMALS)


def as_script(content: Mapping[str, Any]) -> str:
    """Write a page's data; ``<`` is escaped, so that no token can end the script."""
    return json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")


def assembled(
    bertviz: str, found: re.Match[str], data: str, title: str, letters: str, frame: Frame
) -> str:
    """Put a page together: the libraries, the data, and of BertViz's own page the rest.

    Args:
        bertviz: What BertViz returns.
        found: Its parameters, from ``parameters_of``.
        data: What stands in their place, as JavaScript.
        title: Of the page.
        letters: All letters of its tokens.
        frame: The size at which the view is drawn.
    """
    ours = (files("bertlab.inspection") / "attention_views.js").read_text(encoding="utf-8")
    sources = (script("d3"), script("jquery"), ours, f"window.bertviz_params = {data};")
    scripts = "".join(f"<script>{source}</script>\n" for source in sources)
    use = "const params = window.bertviz_params;\n" if found["line"] else ""
    body = RANDOM_NAME.sub("bertviz", CDN.sub("", bertviz.replace(found[0], use)))
    fonts = installed_letters().of_view(letters + DOT, "Bertlab")
    look = {"family": fonts.sans, "exact": EXACT, "fonts": fonts.css, **frame._asdict()}
    head = HEAD.format(title=html.escape(title), scripts=scripts, **look)
    return f"{head}{body}</body></html>\n"


def _menu(attention: list[dict] | dict[str, dict]) -> dict[str, str | None]:
    """Return the keys and names of BertViz's parts; the neuron view writes "ab" for A to B."""
    if isinstance(attention, list):
        return {str(number): part["name"] for number, part in enumerate(attention)}
    return {
        key: "All" if key == "all" else " -> ".join(f"Sentence {c.upper()}" for c in key)
        for key in attention
    }


def framed(document: str, words: str, picture: bytes, frame: Frame) -> str:
    """Put a page into a frame, with a picture behind it for readers whose pages run no script.

    The frame is as wide as its column, up to the size of the view, and keeps its shape. A page that
    has more room for it (a slide) sets ``--view-height``. The frame is transparent until it has
    drawn. Where frames are stripped, the picture stays. The frame's scripts run apart from the page
    around it: they can read and change nothing there.

    Args:
        document: The page.
        words: What it shows, for those who cannot see it.
        picture: PNG bytes.
        frame: The size at which the view is drawn.

    Returns:
        HTML for a notebook's output.
    """
    alt = html.escape(words)
    # In single quotes, since scripts hold fewer of them than double ones.
    inner = document.replace("&", "&amp;").replace("'", "&#39;")
    source = base64.b64encode(picture).decode("ascii")
    width, height = frame
    grown = f"calc(var(--view-height, {height}px) * {width / height:.4f})"
    # Where few styles are allowed (in JupyterLab, before it trusts), the first width stays.
    return (
        f'<div style="position: relative; min-width: 240px; max-width: {width}px; '
        f'max-width: {grown}">\n'
        f'<img alt="{alt}" style="display: block; width: 100%; aspect-ratio: {width} / {height}; '
        f'object-fit: contain; object-position: left top" src="data:image/png;base64,{source}">\n'
        f'<small style="position: absolute; right: 0; bottom: 0">{STILL}</small>\n'
        f'<iframe sandbox="allow-scripts" title="{alt}" '
        'style="position: absolute; inset: 0; width: 100%; height: 100%; border: 0" '
        f"srcdoc='{inner}'></iframe>\n"
        "</div>"
    )
