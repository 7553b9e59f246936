"""What a lesson asks: quizzes with feedback, predictions before a result, and open questions."""
