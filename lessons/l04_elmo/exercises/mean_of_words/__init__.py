"""Give the mean over each row's words: without its first and last token and the padding."""
