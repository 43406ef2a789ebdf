"""Did it go the right way: comparison of arguments, pairing, trajectories, paths, explanations."""

from odograph.match.arguments import ArgumentRules
from odograph.match.comparator import Comparator
from odograph.match.comparators import (
    above,
    any_value,
    approx,
    as_set,
    below,
    casefold,
    contains,
    date,
    each,
    normalize_unicode,
    one_of,
    optional,
    regex,
)
from odograph.match.difference import Difference
from odograph.match.edits import Edit, render_edits
from odograph.match.order import MatchMode
from odograph.match.pattern import PathPattern
from odograph.match.rules import ArgumentMode, Override

__all__ = (
    "ArgumentMode",
    "ArgumentRules",
    "Comparator",
    "Difference",
    "Edit",
    "MatchMode",
    "Override",
    "PathPattern",
    "above",
    "any_value",
    "approx",
    "as_set",
    "below",
    "casefold",
    "contains",
    "date",
    "each",
    "normalize_unicode",
    "one_of",
    "optional",
    "regex",
    "render_edits",
)
