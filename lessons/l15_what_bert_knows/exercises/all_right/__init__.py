"""Count the groups in which every answer is right."""
