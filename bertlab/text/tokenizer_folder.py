"""The files of a tokenizer, read in one place: its vocabulary, and all that changes the ids."""

from pathlib import Path
from typing import Any, NamedTuple

from bertlab.entries import check_added, check_entries, entries_of
from bertlab.files import lines_of, read_json, read_text
from bertlab.model.pretrained import find_folder

SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
SETTINGS, WHOLE, ADDED = "tokenizer_config.json", "tokenizer.json", "added_tokens.json"


class Stored(NamedTuple):
    """What a folder says of its tokenizer; see ``bertlab.text.wordpiece.WordPieceTokenizer``."""

    vocabulary: list[str]
    lowercase: bool
    strip_accents: bool | None


def read_tokenizer(folder: str | Path, lowercase: bool | None = None) -> Stored:
    """Read vocab.txt, tokenizer.json (newer versions write nothing else), and the settings.

    Args:
        folder: A folder, or a name that ``find_folder`` knows.
        lowercase: Overrides the folder's own setting (without one: True).

    Raises:
        FileNotFoundError: If there is neither vocab.txt nor tokenizer.json.
        ValueError: If the files ask for another way of splitting than BERT's, or contradict each
            other.
    """
    folder = find_folder(folder)
    settings, whole = entries_of(folder, SETTINGS), entries_of(folder, WHOLE)
    entries_of(folder, "special_tokens_map.json")
    vocabulary = _vocabulary(folder, _section(whole, "model"))
    ids = {piece: i for i, piece in enumerate(vocabulary) if piece in SPECIALS}
    added = read_json(folder / ADDED) if (folder / ADDED).exists() else {}
    try:
        decoder = (settings.get("added_tokens_decoder") or {}).items()
        check_added(SETTINGS, ((token, int(i)) for i, token in decoder), ids)
        check_added(WHOLE, ((t, t["id"]) for t in whole.get("added_tokens") or []), ids)
        check_added(ADDED, added.items(), ids)
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"{folder}: expected added tokens with their ids, got {error}") from error
    _section(whole, "pre_tokenizer")
    normalizer, stored = _section(whole, "normalizer"), settings.get("do_lower_case", True)
    for name, value in (("lowercase", stored), ("strip_accents", settings.get("strip_accents"))):
        if lowercase is None and normalizer.get(name, value) != value:
            raise ValueError(
                f"{WHOLE}: {name} must be {value!r}, as {SETTINGS} has it (or lets it be), got "
                f"{normalizer[name]!r}; say in both what is meant"
            )
    chosen = stored if lowercase is None else lowercase
    return Stored(vocabulary, chosen, settings.get("strip_accents"))


def _section(whole: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the checked entries of a part of tokenizer.json."""
    found = whole.get(name) or {}
    if not isinstance(found, dict):
        raise ValueError(f"{WHOLE}: {name} must be an object, got {found!r:.80}")
    check_entries(f"{WHOLE}, {name}", found)
    return found


def _vocabulary(folder: Path, model: dict[str, Any]) -> list[str]:
    """Return the pieces in the order of their ids; where two files hold them, they must agree."""
    path, ids = folder / "vocab.txt", model.get("vocab")
    if ids is None:
        return lines_of(read_text(path).rstrip("\n"))
    numbers: list[Any] = list(ids.values()) if isinstance(ids, dict) else [None]
    if any(type(i) is not int for i in numbers) or sorted(numbers) != list(range(len(numbers))):
        raise ValueError(f"{WHOLE}: expected pieces with the ids 0, 1, 2 ..., got {ids!r:.80}")
    pieces = sorted(ids, key=ids.__getitem__)
    if path.exists():
        other = lines_of(read_text(path).rstrip("\n"))
        if [piece.rstrip() for piece in other] != [piece.rstrip() for piece in pieces]:
            raise ValueError(f"{WHOLE} and vocab.txt of {folder} hold different pieces; remove one")
    return pieces
