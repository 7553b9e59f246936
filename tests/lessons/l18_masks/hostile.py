"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from unittest.mock import patch

from lessons.l18_masks import further, tables


def shown(text: str) -> list[str]:
    """Both games take words of the letters a to z; they are not played here."""
    games = []
    with (
        patch.object(tables, "explore", lambda game, **_: games.append(game)),
        patch.object(further, "explore", lambda game, **_: games.append(game)),
    ):
        tables.play(None, None, None)
        further.ways(None)
    return [game(text) for game in games]
