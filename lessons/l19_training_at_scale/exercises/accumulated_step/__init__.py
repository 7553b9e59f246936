"""Make one step of many parts."""
