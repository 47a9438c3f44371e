"""Figures and estimates as HTML, PNG, CSV and JSON, in Chinese and English."""
