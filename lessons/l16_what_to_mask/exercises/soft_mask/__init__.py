"""Mix each character with [MASK], as much as it is suspected."""
