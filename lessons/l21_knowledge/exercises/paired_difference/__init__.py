"""Say how sure a difference is that was measured on the same questions."""
