"""Let several models label texts."""
