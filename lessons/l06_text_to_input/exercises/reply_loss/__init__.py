"""Compare a message with its own two replies."""
