"""Let one word take a weighted mean of the values of all words."""
