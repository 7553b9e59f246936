"""Mix the vectors that the last four layers have for [CLS]."""
