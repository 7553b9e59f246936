"""The exercises of the lesson on one encoder for four tasks, in its order."""

from bertlab.exercises.tasks_alignment import word_tags_to_pieces
from bertlab.exercises.tasks_answers import squad_f1
from bertlab.exercises.tasks_entities import entity_f1
from bertlab.exercises.tasks_spans import best_span

EXERCISES = (word_tags_to_pieces, entity_f1, best_span, squad_f1)

__all__ = ["EXERCISES", "best_span", "entity_f1", "squad_f1", "word_tags_to_pieces"]
