"""LangGraph's adapter: the first step of an agent, and paths through graphs."""

from odograph_langgraph.step import FirstStep, afirst_step, first_step

__all__ = ("FirstStep", "afirst_step", "first_step")
