"""Move a cue to the other answer, and leave what both answers mean as it is."""
