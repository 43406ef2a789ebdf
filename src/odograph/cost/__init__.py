"""What a run took: tokens, money, time and steps."""

from odograph.cost.breakdown import Part, cost_by
from odograph.cost.latency import LatencySummary, latency_summary, quantile
from odograph.cost.prices import Price, PriceTable
from odograph.cost.runs import latency_of, model_calls_of, steps_of
from odograph.cost.summary import CostSummary, cost_summary
from odograph.cost.total import Prices, TotalCost, call_cost, total_cost
from odograph.cost.usage import TotalUsage, total_usage

__all__ = (
    "CostSummary",
    "LatencySummary",
    "Part",
    "Price",
    "PriceTable",
    "Prices",
    "TotalCost",
    "TotalUsage",
    "call_cost",
    "cost_by",
    "cost_summary",
    "latency_of",
    "latency_summary",
    "model_calls_of",
    "quantile",
    "steps_of",
    "total_cost",
    "total_usage",
)
