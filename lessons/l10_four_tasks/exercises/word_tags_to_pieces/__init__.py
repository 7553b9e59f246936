"""Give each piece of an input the label that the loss compares with."""
