"""Measures of what an agent did."""
