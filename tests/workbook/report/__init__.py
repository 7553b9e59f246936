"""Tests of the class report."""
