"""One layer of both readers, which must not meet."""
