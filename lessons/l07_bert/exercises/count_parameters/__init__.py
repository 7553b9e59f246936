"""Count the parameters of BERT: embeddings, encoder layers and pooler, without other heads."""
