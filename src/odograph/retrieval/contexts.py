"""How good retrieved contexts are, from ready-made verdicts on each of them.

Who gives the verdicts, a person or a judge, is not asked; the metrics that ask a judge use these
formulas too.
"""

from collections.abc import Iterable

from odograph.stats.verdicts import as_verdict

__all__ = ("context_precision", "context_recall", "context_relevance")


def context_precision(useful: Iterable[bool]) -> float | None:
    """Mean of precision@rank over the ranks of the useful contexts. 0 to 1.

    1.0 where every useful context stands before every useless one, 0.0 where none is useful, None
    where nothing was retrieved.

    Args:
        useful: for each retrieved context, best first, whether it is useful.

    Raises:
        InputError: something else than True or False (or 1 and 0).
    """
    verdicts = _read(useful, "useful")
    ranks = [rank for rank, one in enumerate(verdicts, 1) if one]
    if not ranks:
        return 0.0 if verdicts else None
    precisions = [n / rank for n, rank in enumerate(ranks, 1)]
    return sum(precisions) / len(precisions)


def context_recall(attributed: Iterable[bool]) -> float | None:
    """Share of the reference's statements that the retrieved contexts bear out. 0 to 1.

    None where the reference has no statement.

    Args:
        attributed: for each statement of the reference, whether a context bears it out.

    Raises:
        InputError: as `context_precision`.
    """
    return _share(_read(attributed, "attributed"))


def context_relevance(relevant: Iterable[bool]) -> float | None:
    """Share of the retrieved contexts that are about the question. 0 to 1.

    None where nothing was retrieved.

    Args:
        relevant: for each retrieved context, whether it is.

    Raises:
        InputError: as `context_precision`.
    """
    return _share(_read(relevant, "relevant"))


def _read(verdicts: Iterable[bool], name: str) -> list[bool]:
    return [as_verdict(one, f"{name}[{index}]") for index, one in enumerate(verdicts)]


def _share(verdicts: list[bool]) -> float | None:
    return sum(verdicts) / len(verdicts) if verdicts else None
