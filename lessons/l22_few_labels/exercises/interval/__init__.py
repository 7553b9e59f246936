"""Say how sure a difference is over draws of the labels."""
