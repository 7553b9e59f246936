"""Count positions as if there were no branches."""
