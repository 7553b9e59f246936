"""Lesson 22: Few labels. Begun: parts, no notebook yet.

You build: a pattern and its words, prompt vectors, and a classifier that stays calm.

- ``task``: a few labels, texts without one, and how a method is called;
- ``adversarial``: virtual adversarial training;
- ``ways``: methods to learn from few labels, all called alike;
- ``few_labels_experiment``: all of them over the number of labels; not recorded yet.
"""
