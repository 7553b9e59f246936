"""``bert-mini-zh`` learns on with other tasks: the ways, what they take, and how they are read."""
