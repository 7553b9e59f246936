"""Return the window before each predicted word, and the predicted words with one </s>."""
