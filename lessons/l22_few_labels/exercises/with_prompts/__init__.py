"""Put trained vectors into the slots of a pattern."""
