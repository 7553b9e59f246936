"""Compare a student's answers with those of its teacher."""
