"""Put the contexts of all heads side by side."""
