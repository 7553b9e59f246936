"""What may be behind a wrong result that no misconception of the exercise explains."""
