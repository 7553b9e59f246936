"""What a stranger wrote: JSON within limits, and texts that every page and table can hold."""

import json
import unicodedata
from typing import Any

LARGEST = 20 * 2**20  # bytes of a notebook: ours with the most figures has 6 MB
MOST_CONTAINERS = 200_000  # lists and tables: `[],` takes 24 times its bytes of memory


def parse(data: bytes) -> dict[str, Any]:
    """Return a JSON object.

    Raises:
        ValueError: If it is none, or too large; the message is words for the instructor.
    """
    if not data.strip():
        raise ValueError("an empty file")
    containers = data.count(b"[") + data.count(b"{")
    if len(data) > LARGEST or containers > MOST_CONTAINERS:
        raise ValueError(f"too large: {len(data) / 2**20:.0f} MB, {containers} lists and tables")
    try:
        found = json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError:
        raise ValueError("no JSON") from None
    if not isinstance(found, dict):
        raise ValueError(f"expected a JSON object, got {type(found).__name__}")
    return found


def plain(value: object, most: int = 4_000) -> str:
    """Return a text of at most so many characters, without control characters and surrogates.

    What is no text is an empty one.
    """
    if not isinstance(value, str):
        return ""
    text = value[:most] + "..." * (len(value) > most)
    text = text.encode("utf-8", "backslashreplace").decode()
    return "".join(c if c == "\n" or unicodedata.category(c) != "Cc" else " " for c in text)


def line(value: object, most: int = 120) -> str:
    """Return a text on one line, as ``plain`` does."""
    return " ".join(plain(value, most).split())
