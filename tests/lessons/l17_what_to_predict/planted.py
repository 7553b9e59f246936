"""Inputs under which the claims of lesson 17 must fail."""

PLANTED = {
    "the sum of squares is not the square of the sum": {"total": 36, "numbers": [1, 2, 3]},
}
