"""Shorten [CLS] text [SEP]: keep ``head`` pieces of the text and as many of its last as fit."""
