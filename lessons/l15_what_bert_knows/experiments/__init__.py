"""The recorded runs of the lesson on what BERT knows."""
