"""Score the hidden, the exchanged and the kept places apart."""
