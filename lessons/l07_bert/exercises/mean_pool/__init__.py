"""Average the vectors of each text's tokens, padding left out."""
