"""Put sentences into the order in which neighbors fit best."""
