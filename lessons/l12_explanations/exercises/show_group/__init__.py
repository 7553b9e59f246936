"""Hide the tokens that are not in a group, in two ways."""
