"""Give both states of each token side by side, (B, T, 2D), and zeros at the padding."""
