"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from lessons.l02_nnlm import space


def shown(text: str) -> list[str]:
    return [space.side_by_side({text: [(text, 0.5)], "next": [(text, 0.25)]}, text)]
