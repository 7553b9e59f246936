"""Texts made by rule, whose every label is known.

``inference_pairs`` makes pairs from ``inference_templates`` and ``inference_words``,
``inference_kinds`` sorts them by what a shortcut would answer; ``passages``, with questions, come
from ``passage_templates``.
"""
