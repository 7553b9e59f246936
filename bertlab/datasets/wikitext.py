"""From wiki markup to paragraphs of plain text.

Templates, tables, footnotes, images, headings and reference sections go; what a template shows
inside a sentence (a converted length, a foreign word, a quotation) stays as words. Not a full
parser: it knows the markup of the 107 articles that ``wikipedia.wiki`` serves.
"""

import html
import re
from collections.abc import Callable, Iterator

MIN_WORDS = 8  # what is shorter is mostly list entries, captions and remains of tables


def _names(joined: str) -> frozenset[str]:
    return frozenset(joined.split("|"))


_END_MATTER = _names(
    "references|notes|footnotes|citations|sources|bibliography|further reading|external links|"
    "see also|works cited|notes and references|references and notes|gallery|image gallery|"
    "publications|works|books|filmography|discography|references and further reading|"
    "general references|explanatory notes|list of works|further information|"
    "published works|selected publications|awards|career statistics|sister projects"
)

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_REFERENCE = re.compile(r"<ref\b[^<>]*/>|<ref\b[^<>]*>.*?</ref\s*>", re.DOTALL | re.IGNORECASE)
_BLOCK = re.compile(
    r"<(gallery|timeline|source|syntaxhighlight|score|pre|imagemap|references)\b[^<>]*>.*?</\1\s*>",
    re.DOTALL | re.IGNORECASE,
)
_MATH = re.compile(r"<math\b[^<>]*>.*?</math\s*>", re.DOTALL | re.IGNORECASE)
_TEMPLATE = re.compile(r"\{\{((?:(?!\{\{|\}\}).)*)\}\}", re.DOTALL)
_TABLE = re.compile(r"\{\|(?:(?!\{\||\|\}).)*\|\}", re.DOTALL)
_LINK = re.compile(r"\[\[((?:(?!\[\[|\]\]).)*)\]\]", re.DOTALL)
_NAMED_URL = re.compile(r"\[(?:https?:|ftp:)?//[^\s\]]+\s+([^\]]*)\]")
_URL = re.compile(r"\[?(?:https?|ftp)://[^\s\]<>|)]+\]?")
_BREAK = re.compile(
    r"<(?:br|hr|/?p|/?li|/?div|/?center|/?blockquote|/?poem)\b[^<>]*>", re.IGNORECASE
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_HEADING = re.compile(r"^(={2,6})\s*(.*?)\s*\1\s*$")
_NOT_TEXT = re.compile(r"^\s*(?:file|image|category|[a-z]{2,3}|be-x-old)\s*:", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:;][\"”’')\]]*$")
_MAGIC = re.compile(r"__[A-Z]+__")


def paragraphs_of(markup: str) -> tuple[str, ...]:
    """Turn the markup of an article into its paragraphs.

    Left out are paragraphs and list entries shorter than ``MIN_WORDS`` words or without a mark at
    their end, entries of book lists (ISBN), and sections such as References and External links.
    """
    return _select(_strip(markup).split("\n"))


def _strip(text: str) -> str:
    for pattern in (_COMMENT, _REFERENCE, _BLOCK):
        text = pattern.sub("", text)
    text = _MATH.sub(" formula ", text)
    text = _repeat(text, lambda t: _TEMPLATE.sub(lambda m: _template(m[1]), t))
    text = _repeat(text, lambda t: _TABLE.sub("\n", t))
    text = _URL.sub("", _NAMED_URL.sub(r"\1", text))
    text = _repeat(text, lambda t: _LINK.sub(lambda m: _link(m[1]), t))
    text = text.replace("[[", "").replace("]]", "")
    text = _TAG.sub("", _BREAK.sub("\n", text))
    text = _MAGIC.sub("", re.sub(r"'{2,}", "", text))
    return html.unescape(html.unescape(text)).replace("\N{NO-BREAK SPACE}", " ")


def _repeat(text: str, step: Callable[[str], str]) -> str:
    """Apply a step, innermost markup first, until nothing changes."""
    while (changed := step(text)) != text:
        text = changed
    return text


def _link(inside: str) -> str:
    if _NOT_TEXT.match(inside):
        return ""
    return inside.split("|")[-1].removeprefix(":").replace("\n", " ")


_SHOWS_FIRST = _names(
    "small|smaller|nowrap|nobr|quote|cquote|blockquote|quotation|angbr|nts|'s|vanchor|sc|keypress|"
    "nobold|big|flag|flagcountry|nihongo|val|resize|sic|script|gaps|sup|sub|vr|smallcaps|"
    "visible anchor|strong|em|bigger|larger|not a typo|var|mvar|math|tt|code"
)
_SHOWS_LAST = _names("lang|transl|script|unicode|tooltip|abbr")
_SHOWS = {
    **dict.fromkeys(("ndash", "snd", "spaced ndash", "spnd"), " \N{EN DASH} "),
    **dict.fromkeys(("mdash", "mdashb", "emdash", "spaced mdash"), "\N{EM DASH}"),
    **dict.fromkeys(("nbsp", "spaces", "·", "•", "clear", "pipe"), " "),
    **{"'": "'", "'s": "'s", "!": "|", "=": "=", "eqm": "=", "'\"": "'\""},
}
_UNITS = {
    **{"mi": "miles", "km": "kilometres", "m": "metres", "ft": "feet", "in": "inches"},
    **{"cm": "centimetres", "mm": "millimetres", "sqmi": "square miles", "acre": "acres"},
    **{"km2": "square kilometres", "lb": "pounds", "kg": "kilograms", "nmi": "nautical miles"},
    **{"F": "°F", "C": "°C", "yd": "yards", "ft/s": "feet per second", "g": "grams"},
    **{"oilbbl/d": "barrels per day"},
}


def _template(inside: str) -> str:
    """Return what a template shows inside a sentence; nothing for all others."""
    name, *rest = [part.strip() for part in inside.split("|")]
    name = name.lower()
    values = [part for part in rest if not re.match(r"[a-z_-]+\d?\s*=", part)]
    values = [re.sub(r"^\d\s*=\s*", "", value) for value in values]
    if name in _SHOWS and not (name == "'s" and values):
        return _SHOWS[name]
    if not values:
        quoted = [p.split("=", 1)[1] for p in rest if re.match(r"(?:text|quote)\s*=", p)]
        return f"\n{quoted[0].strip()}\n" if quoted and "quote" in name else ""
    if name in ("quote", "cquote", "blockquote", "quotation"):
        return f"\n{values[0]}\n"
    if name in _SHOWS_FIRST:
        return values[0]
    if name.startswith("lang-") or name in _SHOWS_LAST:
        return values[-1] if name in _SHOWS_LAST else values[0]
    if name in ("convert", "cvt"):
        return _conversion(values)
    if name in ("as of", "asof"):
        return f"{'as' if any(r.startswith('lc') for r in rest) else 'As'} of {' '.join(values)}"
    if name == "oldstyledate":
        return ", ".join(values[:2])
    if name in ("circa", "c.", "ca."):
        return f"c. {values[0]}"
    if name in ("frac", "fraction", "sfrac"):
        return "/".join(["1", *values] if len(values) == 1 else values[-2:])
    if name in ("uss", "hms", "ss"):
        return f"{name.upper()} {values[0]}"
    if name == "chem":
        return "".join(values)
    return ""


def _conversion(values: list[str]) -> str:
    """Show a length, area or weight in its first unit: 1300|mi|km -> 1300 miles."""
    count = 1
    while count < len(values) and re.fullmatch(
        r"[\d.,/+−-]+|to|and|by|x|×|or|-|–|to\(-\)", values[count]
    ):
        count += 1
    unit = values[count] if count < len(values) else ""
    return f"{' '.join(values[:count])} {_UNITS.get(unit, unit)}".strip()


def _select(lines: list[str]) -> tuple[str, ...]:
    """Keep running text outside end matter, with its holes mended."""
    kept, hidden_level = [], 0
    for line in _join_wrapped(lines):
        heading = _HEADING.match(line)
        if heading:
            level = len(heading[1])
            if not hidden_level or level <= hidden_level:
                hidden_level = level if heading[2].strip().lower() in _END_MATTER else 0
        elif not hidden_level:
            text = _mend(line)
            is_text = len(text.split()) >= MIN_WORDS and _SENTENCE_END.search(text)
            if is_text and "ISBN" not in text:
                kept.append(text)
    return tuple(kept)


def _join_wrapped(lines: list[str]) -> Iterator[str]:
    """Yield paragraphs: lines that follow each other without a blank line are one."""
    open_lines: list[str] = []
    for line in [*lines, ""]:
        alone = not line.strip() or line[0] in "*#:;=|!" or _HEADING.match(line.strip())
        if alone and open_lines:
            yield " ".join(open_lines)
            open_lines = []
        if not alone:
            open_lines.append(line.strip())
        elif line.strip():
            yield line.strip()


def _mend(line: str) -> str:
    """Close the holes that removed markup left: empty brackets, spaces before commas."""
    line = re.sub(r"^[\s*#:;]+", "", line)
    line = re.sub(r"\s+", " ", line)
    line = re.sub(r"\(\s*(?:[,;:/]\s*)*", "(", line)
    line = re.sub(r"(?:\s*[,;:])+\s*\)", ")", line)
    line = re.sub(r"\s*\(\s*\)|\s*\[\s*\]", "", line)
    line = re.sub(r"\s+([,.;:)])(?!\w)", r"\1", line)
    line = re.sub(r"([,;])(?:\s*[,;])+", r"\1", line)
    return re.sub(r"\s+", " ", line).strip()
