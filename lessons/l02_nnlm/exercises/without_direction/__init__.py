"""Take a row's part along a direction away."""
