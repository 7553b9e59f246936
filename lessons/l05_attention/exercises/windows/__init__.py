"""Cut a text into windows that each begin ``step`` tokens after the one before."""
