"""Return the most frequent pair of neighbors; of equals, the first in alphabetical order."""
