"""Divide the texts of an epoch into batches of nearly one length."""
