"""Find the models that no other one beats."""
