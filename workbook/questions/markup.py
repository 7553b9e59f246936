"""Short texts with a little markup, as questions and predictions have them, as HTML."""

import html
import re


def markup(text: str) -> str:
    """Escape a text for HTML; make code of `` `this` `` and emphasis of ``*this*``."""

    def element(match: re.Match) -> str:
        tag = str(match.lastgroup)
        return match[0] if tag == "math" else f"<{tag}>{match[tag]}</{tag}>"

    pattern = r"`(?P<code>[^`]+)`|(?P<math>\$[^$]+\$)|\*(?P<em>\w[^*]*)\*"
    return re.sub(pattern, element, html.escape(text, quote=False))
