"""Tests of runs: their bytes, their folders, and what is asked of them."""
