"""One benchmark a module: what is measured, and beside which library."""
