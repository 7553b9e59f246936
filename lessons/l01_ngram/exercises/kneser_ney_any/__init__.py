"""Return P(word | history) of Kneser-Ney, after a history of any length."""
