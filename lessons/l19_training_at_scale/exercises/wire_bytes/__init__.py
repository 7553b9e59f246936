"""Count the bytes that a machine sends."""
