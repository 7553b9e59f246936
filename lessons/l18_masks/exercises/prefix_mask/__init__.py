"""Mark what each token may see: the first part both ways, the second from left to right."""
