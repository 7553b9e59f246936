"""Make one update, whatever the task."""
