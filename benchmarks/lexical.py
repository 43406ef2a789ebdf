"""How well words alone tell whether an answer is supported: against labels of people.

`python benchmarks/lexical.py FILE...`. Each line of a file is a JSON object with `context`,
`answer` and `label` (attributable or not_attributable; other labels are left out). Shown are the
area under the ROC curve and the balanced accuracy of the `LexicalJudge`, beside a plain bag of
words: the share of the answer's content words that are in the context, at the same threshold.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from odograph.judge.coverage import overlap
from odograph.judge.lexical import LexicalJudge
from odograph.judge.sentences import claims_of


def judged(answer: str, context: str) -> tuple[float, bool]:
    """Mean share of the claims' words, and whether every claim is supported."""
    found = asyncio.run(LexicalJudge().best(claims_of(answer) or [answer], [context]))
    return mean(one.share for one in found), all(one.supported for one in found)


def area(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Area under the ROC curve: how often a positive is above a negative, ties half."""
    wins = sum((a > b) + (a == b) / 2 for a in positive for b in negative)
    return wins / (len(positive) * len(negative))


def balanced(positive: Sequence[bool], negative: Sequence[bool]) -> float:
    """Mean of the shares of positives and of negatives that are told right."""
    return (sum(positive) / len(positive) + 1 - sum(negative) / len(negative)) / 2


def measure(path: Path) -> None:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    sides = [
        [row for row in rows if row["label"] == label]
        for label in ("attributable", "not_attributable")
    ]
    plain = [[overlap(row["answer"], row["context"]) for row in side] for side in sides]
    start = time.perf_counter()
    lexical = [[judged(row["answer"], row["context"]) for row in side] for side in sides]
    taken = (time.perf_counter() - start) / len(rows) * 1000
    shares = [[share for share, _ in side] for side in lexical]
    verdicts = [[verdict for _, verdict in side] for side in lexical]
    threshold = LexicalJudge().threshold
    plain_verdicts = [[share >= threshold for share in side] for side in plain]
    counts = " / ".join(str(len(side)) for side in sides)
    print(f"| {path.stem} | {counts} | lexical | {area(*shares):.3f} | {balanced(*verdicts):.3f} |")
    print(f"| | | words | {area(*plain):.3f} | {balanced(*plain_verdicts):.3f} |")
    print(f"{path.stem}: {taken:.2f} ms an answer", file=sys.stderr)


def main() -> None:
    print("| data | attributable / not | by | AUROC | balanced accuracy |")
    print("|---|---|---|---|---|")
    for name in sys.argv[1:]:
        measure(Path(name))


if __name__ == "__main__":
    main()
