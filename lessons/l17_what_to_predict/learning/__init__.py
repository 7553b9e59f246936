"""``bert-mini-zh`` learns on with other tasks: the ways, what they take, and what came of them."""
