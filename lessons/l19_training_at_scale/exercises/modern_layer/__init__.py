"""Put the modern layer together."""
