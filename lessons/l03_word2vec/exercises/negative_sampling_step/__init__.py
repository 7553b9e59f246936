"""Return both tables after one step for a pair of words and some noise words."""
