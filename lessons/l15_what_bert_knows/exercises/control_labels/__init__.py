"""Give each type a label at random: the control task of a probe."""
