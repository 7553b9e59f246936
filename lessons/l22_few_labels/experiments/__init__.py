"""What makes the recorded run of the lesson on few labels."""
