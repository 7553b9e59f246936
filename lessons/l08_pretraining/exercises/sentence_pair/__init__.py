"""Split a document in two, and keep its second part or take a stranger."""
