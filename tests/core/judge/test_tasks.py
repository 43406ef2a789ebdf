"""What holds of every task: its examples keep its own rules, and its form can be written."""

from typing import Any

import pytest

from odograph import judge
from odograph.judge import JudgeError, JudgeTask, Verdicts
from odograph.judge.evidence import Evidence, Passages
from odograph.judge.form import shape_of
from odograph.judge.verdicts import Verdict

TASKS: list[JudgeTask[Any, Any]] = [
    value for value in vars(judge).values() if isinstance(value, JudgeTask)
]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_its_examples_keep_its_rules_and_its_form_is_short(task: JudgeTask[Any, Any]) -> None:
    for given, answer in task.examples:
        assert task.checked(given, answer) == answer
    assert len(task.instruction) < 500
    assert len(shape_of(task.output)) < 600


def test_the_names_of_tasks_differ() -> None:
    assert len({task.name for task in TASKS}) == len(TASKS) > 15


@pytest.mark.parametrize(
    ("task", "given"),
    [
        (judge.CLAIM_SUPPORT, judge.Claims(claims=["a", "b"], contexts=["c"])),
        (judge.CONTEXT_USEFULNESS, Evidence(question="q", answer="a", contexts=["c", "d"])),
        (judge.PASSAGE_RELEVANCE, Passages(question="q", passages=["c", "d"])),
    ],
)
def test_there_is_one_verdict_for_each_item_in_their_order(
    task: JudgeTask[Any, Any], given: Any
) -> None:
    def told(*indices: int) -> Verdicts:
        return Verdicts(verdicts=[Verdict(index=i, reason="", verdict="yes") for i in indices])

    ordered = task.checked(given, told(1, 0))
    assert ordered == told(0, 1)
    for indices in ((0,), (0, 1, 1), (0, 2), (0, 1, 2)):
        with pytest.raises(JudgeError, match="one verdict for each of 2 items"):
            task.checked(given, told(*indices))
