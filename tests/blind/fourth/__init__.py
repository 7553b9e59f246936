"""The fourth class: its answers were committed before the first of them was checked."""
