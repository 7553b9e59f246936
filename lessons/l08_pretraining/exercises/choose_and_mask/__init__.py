"""Choose the tokens to guess and hide most of them."""
