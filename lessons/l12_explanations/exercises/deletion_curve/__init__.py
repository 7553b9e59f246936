"""Hide tokens one after the other, the largest value first."""
