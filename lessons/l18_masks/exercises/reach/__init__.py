"""Find out which outputs of a network change with which token."""
