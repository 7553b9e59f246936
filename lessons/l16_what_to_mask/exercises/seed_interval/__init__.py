"""Say how sure a difference is that was measured with few seeds."""
