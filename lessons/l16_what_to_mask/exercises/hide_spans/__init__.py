"""Hide spans of words, each as a whole or not at all."""
