"""Measures of the text of an answer."""
