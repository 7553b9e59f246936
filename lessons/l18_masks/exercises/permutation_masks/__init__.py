"""Mark what contents and queries may see, if tokens are guessed in any order."""
