"""Training at scale, and BERT in 2026."""
