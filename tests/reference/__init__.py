"""Readable twins of the compiled core, for differential tests."""
