"""Lesson 19: Training at scale, and BERT in 2026.

- ``processes``: one run that several processes share;
- ``wire``: the bytes they send each other;
- ``trials``: what the recorded networks have in common.
"""
