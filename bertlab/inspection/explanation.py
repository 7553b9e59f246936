"""An explanation: what each token of a text adds to a score, and how it shows itself."""

import html
import math
import random
import re
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
from jaxtyping import Float

from bertlab.pictures import EXACT, installed_letters
from bertlab.text.wordpiece import PREFIX

# Okabe and Ito's palette for shap's: orange for more, blue for less, readable grays. White letters
# stand on the bars, hence the darker orange there. Small letters grow with the text.
LOOKS = {
    "255.0, 0.0, 81.081": "184, 80, 0",
    "0.0, 138.561, 250.762": "0, 114, 178",
    "255.0, 13.0, 87.0": "213, 94, 0",
    "30.0, 136.0, 229.0": "0, 114, 178",
    "120,120,120": "89,89,89",
    "255, 195, 213": "250, 219, 196",
    "#999": "#595959",
    "font-size: 12px": "font-size: 0.86em",
}
STRONGEST = 0.7  # of the colors behind the text, which is black
# Dark on white whatever the theme, room for labels at both ends, and bars that grow with the text.
PANEL = "background: white; color: black; padding: 0.5em 2.8em"
BARS = ".shap-text > svg { overflow: visible; zoom: tan(atan2(1em, 14px)); }"
# The name in a bar, and the bar's width as a percentage of the plot's.
NAMED = re.compile(
    r'(<svg x="[\d.]+%" y="40" height="20" width="([\d.]+)%">\s*<svg [^>]*>\s*<text )'
    r"([^>]*>([^<]*)<)"
)
LETTER, WIDE_LETTER, ENDS = 0.52, 0.92, 0.5  # of a name and beside it, in em: rather too much


def import_shap() -> ModuleType:
    """Import shap when it is needed: that takes seconds, and its color maps warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        import shap
    return shap


@dataclass(frozen=True, eq=False)
class Explanation:
    """What the tokens of a text add to the score of a label.

    Attributes:
        tokens: The pieces that were hidden and shown.
        values: What each adds, in logits, float64. They sum to ``prediction - base``.
        base: The score when all tokens are hidden.
        prediction: The score when all are shown.
        label: Whose score.
        method: ``"Shapley values"`` or ``"Owen values"``.
        left_out: Tokens behind the model's longest input, which it did not see.
    """

    tokens: tuple[str, ...]
    values: Float[np.ndarray, " N"]
    base: float
    prediction: float
    label: str
    method: str
    left_out: int = 0

    def __repr__(self) -> str:
        """Return what stands where no HTML is shown: a sum, a term for each token."""
        terms = (f"{value:+.2f} ({token})" for token, value in self._pairs())
        total = f"{self.base:.2f} {' '.join(terms)} = {self.prediction:.2f}"
        return f"{self.method}, label {self.label}: {total}"

    def words(self) -> "Explanation":
        """Join the pieces of each word; what they add is added up."""
        words: list[str] = []
        sums: list[float] = []
        for token, value in self._pairs():
            if token.startswith(PREFIX) and words:
                words[-1] += token.removeprefix(PREFIX)
                sums[-1] += value
            else:
                words.append(token)
                sums.append(value)
        return replace(self, tokens=tuple(words), values=np.array(sums, dtype=np.float64))

    def to_shap(self) -> Any:
        """Return a ``shap.Explanation``, which the plots of shap take.

        The label is escaped: shap writes it into its HTML and SVG as it is, and a label comes from
        a config.json or a table of somebody else.
        """
        found = import_shap().Explanation(
            values=self.values,
            base_values=self.base,
            data=np.array(segments(self.tokens), dtype=object),
            feature_names=list(self.tokens),
        )
        label = html.escape(self.label)
        found.output_names = label  # as an argument, a single name is not understood
        return found

    def _repr_html_(self) -> str:
        return text_plot(self)

    def _pairs(self) -> Iterator[tuple[str, float]]:
        return zip(self.tokens, self.values.tolist(), strict=True)


def segments(tokens: Sequence[str]) -> list[str]:
    """Turn pieces into parts of a text, with spaces between words but not in Chinese."""
    found: list[str] = []
    for number, token in enumerate(tokens):
        joined = number == 0 or token.startswith(PREFIX)
        chinese = number > 0 and max(tokens[number - 1][-1], token[0]) >= "\u2e80"
        found.append(("" if joined or chinese else " ") + token.removeprefix(PREFIX))
    return found


def text_plot(explanation: Explanation) -> str:
    """Draw a text with its tokens colored by what they add: orange for more, blue for less.

    It is ``shap.plots.text`` with some repairs. Under NumPy 2 upstream writes colors that no
    browser reads, so bars are black; it names its parts by chance, so no two runs agree; it trusts
    that the reader has its letters, Chinese ones included, which are brought along here; its labels
    cover each other or are cut off by narrow bars, and its colors are not those of our figures.

    Returns:
        HTML that needs nothing from outside.
    """
    about = (
        f"Score of <b>{html.escape(explanation.label)}</b> in logits: "
        f"{explanation.base:.3f} with all tokens hidden, {explanation.prediction:.3f} with all "
        f"shown ({html.escape(explanation.method)})."
    )
    if explanation.left_out:
        about += f" {explanation.left_out} tokens at the end were too many for the model."
    if not explanation.tokens:
        return f"<p>{about} There are no tokens to explain.</p>"
    state = random.getstate()
    random.seed(f"{explanation.tokens} {explanation.label} {explanation.method}")
    try:
        strongest = np.abs(explanation.values).max() / STRONGEST
        draw = import_shap().plots.text
        drawn = draw(explanation.to_shap(), cmax=strongest, display=False)
    finally:
        random.setstate(state)
    drawn = re.sub(r"np\.float64\(([^()]*)\)", r"\1", drawn)
    places = r"-?\d+\.\d{4,}(e-?\d+)?"
    drawn = re.sub(places, lambda m: f"{float(m[0]):.3f}", drawn)  # not compared
    for theirs, ours in LOOKS.items():
        drawn = drawn.replace(theirs, ours)
    drawn = _labels_apart(drawn, explanation.base > explanation.prediction)
    drawn, room = _names_that_fit(drawn)
    words = "".join(explanation.tokens) + explanation.label
    name = f"letters-{zlib.crc32(words.encode()):08x}"  # one set for each text
    fonts = installed_letters().of_view(words, name)
    family = fonts.sans.replace('"', "&quot;")
    look = f'class="shap-text" style="{PANEL}; font-family: {family}; {EXACT}"'
    style = f"<style>{fonts.css} {BARS} {room}</style>"
    return f"<div {look}>{style}<p>{about}</p>{drawn}</div>"


def _names_that_fit(drawn: str) -> tuple[str, str]:
    """Hide the name of each bar that is too narrow for it, in a plot of whatever width.

    Returns:
        The plot with a class on each name, and the rules that say below which width it is hidden.
    """
    needed = set()

    def marked(found: re.Match[str]) -> str:
        before, percent, rest, name = found.groups()
        letters = html.unescape(name).strip()
        size = ENDS + sum(WIDE_LETTER if each >= "\u2e80" else LETTER for each in letters)
        em = math.ceil(100 * size / max(float(percent), 0.1))
        needed.add(em)
        return f'{before}class="room-{em}" {rest}'

    drawn = NAMED.sub(marked, drawn)
    rules = (
        f"@container (max-width: {em}em) {{ .room-{em} {{ display: none; }} }}"
        for em in sorted(needed)
    )
    return drawn, " ".join([".shap-text { container-type: inline-size; }", *rules])


def _labels_apart(drawn: str, base_on_the_right: bool) -> str:
    """Write base and prediction to the left and right of their marks, and no number between."""
    sides = ("start", "end") if base_on_the_right else ("end", "start")
    labels = {"base value": "base", r"f<tspan.*?</tspan>\(inputs\)": "prediction"}
    for (theirs, ours), side in zip(labels.items(), sides, strict=True):
        texts = rf"(?:<text [^>]*>[^<]*</text>){{2}}<text [^>]*>{theirs}</text>"
        for found in re.findall(texts, drawn):
            drawn = drawn.replace(found, re.sub(theirs, ours, found).replace("middle", side))
    return re.sub(r'<text [^>]*y="27"[^>]*"middle">[^<]*</text>', "", drawn)
