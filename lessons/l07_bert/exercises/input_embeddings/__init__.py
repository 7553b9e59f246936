"""Add the word, position and token type embeddings, then apply LayerNorm."""
