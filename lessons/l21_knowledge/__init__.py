"""Lesson 21: Knowledge. Begun: parts and exercises, no notebook yet.

You build: a sentence with its facts (K-BERT), names hidden as a whole (ERNIE), and names exchanged
for others of their type (WKLM).

- ``nouns``: facts about lesson 10's nouns; what they change is recorded;
- ``world``, ``ways``, ``judge``, ``names_experiment``: an invented world, objectives that hide or
  exchange its names, and which of its facts a model knows.

The experiment on names is not recorded yet; it moves into ``experiments`` when it is.
"""
