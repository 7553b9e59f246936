"""Put sentences into the order in which each follows the one before it best."""
