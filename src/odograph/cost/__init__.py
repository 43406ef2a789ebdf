"""What a run took."""

from odograph.cost.usage import TotalUsage, total_usage

__all__ = ("TotalUsage", "total_usage")
