"""A judge that plays its answers in order, and short ways to write them."""

from typing import Any

from odograph.judge import JudgeTask, Verdict, Verdicts
from odograph.judge.claims import ClaimLists, CrossVerdicts, TextClaims
from odograph.judge.verdicts import YesNo

_LABELS: dict[str, YesNo] = {"y": "yes", "n": "no", "?": "undetermined"}


class ScriptedJudge:
    """Plays answers, or raises them where they are exceptions; keeps what it was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, Any]] = []

    async def __call__(self, task: JudgeTask[Any, Any], given: Any, /) -> Any:
        self.asked.append((task.name, given))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, task.output)
        return answer

    @property
    def tasks(self) -> list[str]:
        """Names of the tasks asked, in order."""
        return [name for name, _ in self.asked]


def verdicts(letters: str) -> Verdicts:
    """`verdicts("yn?")`: yes, no and undetermined, numbered from 0."""
    return Verdicts(verdicts=each(letters))


def each(letters: str) -> list[Verdict]:
    return [
        Verdict(index=index, reason=f"because {index}", verdict=_LABELS[letter])
        for index, letter in enumerate(letters)
    ]


def claims(*texts: str) -> ClaimLists:
    """The claims of each text, separated by `;`."""
    return ClaimLists(
        texts=[
            TextClaims(index=index, claims=[one.strip() for one in text.split(";") if one.strip()])
            for index, text in enumerate(texts)
        ]
    )


def crossed(answer: str, reference: str) -> CrossVerdicts:
    return CrossVerdicts(answer=each(answer), reference=each(reference))
