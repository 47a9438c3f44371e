"""The command line: results to standard output, progress and remarks to standard error."""

from __future__ import annotations

from hupai.cli.app import main

__all__ = ["main"]
