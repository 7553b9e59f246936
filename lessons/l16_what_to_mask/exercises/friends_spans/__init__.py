"""Mend the friend's code: one draw for a span, and the text left as it was."""
