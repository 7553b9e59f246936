"""Return one n-gram for each word of a sentence and for its closing ``</s>``."""
