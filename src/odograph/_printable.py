"""Text of a run, made safe to print: it is data, and sends a terminal or a log no commands."""

import re

__all__ = ("printable",)

# control characters, and those that turn the direction of writing
_COMMANDS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    r"""Write control characters, line breaks too, as Python spells them: `\x1b`, `\n`."""
    return _COMMANDS.sub(lambda found: repr(found[0])[1:-1], text)
