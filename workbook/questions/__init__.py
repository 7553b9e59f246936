"""What a lesson asks: quizzes with feedback for every choice, and predictions before a result."""
