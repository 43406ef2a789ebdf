"""LangSmith: metrics and functions as evaluators of `langsmith.evaluate`.

Nothing here opens a connection; what is sent is what the user's own LangSmith client sends.
"""

from odograph_langsmith.evaluator import Evaluator, as_evaluator
from odograph_langsmith.path import path_from_run
from odograph_langsmith.samples import ToSample, sample_from_row

__all__ = ("Evaluator", "ToSample", "as_evaluator", "path_from_run", "sample_from_row")
