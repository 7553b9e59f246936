"""Choose the letter that most probably stands in a gap."""
