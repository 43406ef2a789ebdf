"""Odograph: record the course an agent took, score it, and stop a change that makes it worse.

The public names are imported when first used, so that `import odograph` stays light.
"""

__version__ = "0.1.0"
