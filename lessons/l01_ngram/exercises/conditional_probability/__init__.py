"""Return the share of the words after ``history`` that are ``word``; 0 if nothing is there."""
