"""Make a training step with a teacher."""
