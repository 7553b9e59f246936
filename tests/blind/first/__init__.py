"""The first class: its answers were written before the slips that most of them are named by."""
