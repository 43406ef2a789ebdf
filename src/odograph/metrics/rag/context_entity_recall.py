"""Whether the retrieved contexts name what the right answer names."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from odograph.judge.answers import ENTITIES, EntityTexts
from odograph.judge.asking import AskedJudge
from odograph.metrics.judged import JudgedMetric
from odograph.metrics.rag.texts import contexts_of, filled
from odograph.metrics.score import Score
from odograph.trace import Sample

__all__ = ("ContextEntityRecall",)


@dataclass(frozen=True, repr=False)
class ContextEntityRecall(JudgedMetric):
    """Share of the entities of the reference that the contexts name too, in [0, 1]; one call.

    Entities are compared without regard to case and spacing, each once. Nothing retrieved is 0,
    without asking; a reference without entities is unscored. After ragas' measure of this name.
    """

    needs: ClassVar = ("retrieved_contexts", "reference")
    puts: ClassVar = (ENTITIES,)

    async def _ameasure(self, sample: Sample, judge: AskedJudge) -> Score:
        reference, contexts = (sample.reference or "").strip(), filled(contexts_of(sample))
        if not reference:
            return Score.unscored("data", "the reference is empty")
        if not contexts:
            return Score(0.0, "no context was retrieved")
        given = EntityTexts(texts=[reference, "\n\n".join(contexts)])
        wanted, found = [one.entities for one in (await judge(ENTITIES, given)).texts]
        expected, named = _normal(wanted), _normal(found)
        if not expected:
            return Score.unscored("data", "the reference names no entity")
        missing = [name for key, name in expected.items() if key not in named]
        held = len(expected) - len(missing)
        reason = f"{held} of the reference's {len(expected)} entities named"
        if missing:
            reason += f"\nnot: {', '.join(missing)}"
        return Score(held / len(expected), reason, {"expected": wanted, "missing": missing})


def _normal(names: Iterable[str]) -> dict[str, str]:
    """Names by their normal form, each as it was first written."""
    found: dict[str, str] = {}
    for name in names:
        key = " ".join(name.casefold().split())
        if key:
            found.setdefault(key, name)
    return found
