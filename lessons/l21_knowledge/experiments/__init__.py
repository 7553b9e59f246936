"""What makes the recorded runs of the lesson on knowledge."""
