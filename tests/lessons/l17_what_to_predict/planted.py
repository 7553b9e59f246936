"""Inputs under which the claims and checks of lesson 17 must fail."""
