"""What to predict: pairs of sentences, how many words, and every word at once."""
