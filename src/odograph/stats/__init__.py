"""How sure a figure is, and how many values stand behind it."""

from odograph.stats.interval import Interval, clopper_pearson_interval, wilson_interval
from odograph.stats.mean import Mean, mean_with_count
from odograph.stats.passes import pass_at_k, pass_hat_k

__all__ = (
    "Interval",
    "Mean",
    "clopper_pearson_interval",
    "mean_with_count",
    "pass_at_k",
    "pass_hat_k",
    "wilson_interval",
)
