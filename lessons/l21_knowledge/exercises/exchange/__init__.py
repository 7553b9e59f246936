"""Put other names of the same type into a text."""
