"""Tell which epoch's weights are kept, and how many epochs are run."""
