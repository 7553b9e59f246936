"""Mend the friend's masks: right proportions, right answers, and the text left as it was."""
