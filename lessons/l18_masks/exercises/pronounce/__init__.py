"""Write the second part of a text, token by token."""
