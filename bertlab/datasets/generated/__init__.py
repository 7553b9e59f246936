"""Texts made by rule, whose every label is known.

``inference_kinds`` makes pairs for inference, ``inference_pairs`` says what a shortcut would
answer; ``passages`` come with questions, ``paraphrases`` in pairs. ``templates`` reads what they
are made of.
"""
