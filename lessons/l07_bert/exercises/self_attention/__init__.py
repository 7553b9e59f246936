"""Let each token attend, in several heads, to all tokens that are not padding."""
