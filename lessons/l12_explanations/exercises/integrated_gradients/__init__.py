"""Take slopes on the whole way from a baseline to the text, and multiply their mean by the way."""
