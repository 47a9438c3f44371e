"""Estimates with intervals from what was recorded, and comparisons of rule sets."""
