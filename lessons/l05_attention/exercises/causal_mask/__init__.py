"""Mark what each token may see: itself and the tokens before it, but no padding."""
