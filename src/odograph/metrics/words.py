"""Words for reasons."""

__all__ = ("counted",)


def counted(number: int, noun: str) -> str:
    """Write a number and its noun: `1 call`, `2 calls`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
