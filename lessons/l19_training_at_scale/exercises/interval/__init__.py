"""Say how sure a mean of few numbers is."""
