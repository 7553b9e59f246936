"""The recorded runs of the lesson on what to predict."""
