"""Mark what every word may look at: all words, but no padding."""
