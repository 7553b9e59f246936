"""The exercises of the lesson on one encoder for four tasks, in its order."""

from lessons.l10_four_tasks.exercises import best_span, entity_f1, squad_f1, word_tags_to_pieces

EXERCISES = (
    word_tags_to_pieces,
    entity_f1,
    best_span,
    squad_f1,
)
TASKS = ("forward", "make_pairs")  # without a grade; the lesson's room checks them

__all__ = ["EXERCISES", "TASKS", "best_span", "entity_f1", "squad_f1", "word_tags_to_pieces"]
