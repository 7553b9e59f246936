"""From a lesson's source to notebooks, slides, reading pages, and their checks."""
