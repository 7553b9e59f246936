"""The question: the friend's mask, a leak to be found. It is not graded."""

from lessons.l18_masks.exercises.prefix_mask import question

from dataclasses import replace

QUESTION = replace(question.QUESTION, name="friends_mask", difficulty=2, minutes=5, graded=False)
