"""Measures of your own, put to a judge in your own words."""
