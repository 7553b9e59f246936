"""Choose whole words until a number of characters is hidden."""
