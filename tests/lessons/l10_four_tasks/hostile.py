"""What this lesson shows of a text as HTML; ``tests/hostile`` shows it hostile texts."""

from bertlab.datasets.generated.inference_pairs import InferencePair
from lessons.l10_four_tasks import tables


def shown(text: str) -> list[str]:
    return [
        tables.alignment_table([text, "[SEP]"], [0, None], [1, 0], ["O", text]),
        tables.tagged_text([text, "a"], [(0, 1, text)]),
        tables.premises_table([InferencePair(text, text, label, "") for label in range(3)]),
        tables.small_table([text, "b"], [(text, "c")]),
    ]
