"""Return the gradient that stops at the start of each chunk, and the state after the text."""
