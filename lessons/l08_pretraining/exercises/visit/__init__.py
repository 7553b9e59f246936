"""Visit a place of a text that is being written."""
