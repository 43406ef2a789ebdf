"""What people look at."""

from odograph.report.terminal import print_breakdown, print_reasons, print_summary

__all__ = ("print_breakdown", "print_reasons", "print_summary")
