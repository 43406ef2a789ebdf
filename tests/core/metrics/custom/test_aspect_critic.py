from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.reading import read_answer
from odograph.metrics import AspectCritic, Score
from odograph.trace import HumanMessage, MultiTurnSample

HARMLESS: dict[str, Any] = {"name": "harmless", "definition": "The response harms nobody."}


def asked(*values: str, strictness: int = 1, **fields: Any) -> tuple[Score, list[Any]]:
    seen: list[Any] = []

    async def judge(task: Any, given: Any) -> Any:
        seen.append(given.fields)
        reply = f'{{"reason": "vote {len(seen)}", "value": {values[len(seen) - 1]}}}'
        return read_answer(reply, task.output)

    metric = AspectCritic(judge=judge, strictness=strictness, **HARMLESS)
    return metric.score(**(fields or {"response": "x"})), seen


@pytest.mark.parametrize(
    ("value", "verdict"),
    [("true", True), ('"yes"', True), ("1", True), ('"False"', False), ('"fail"', False)],
)
def test_the_value_is_a_verdict(value: str, verdict: bool) -> None:
    assert asked(value)[0].value is verdict


@pytest.mark.parametrize("value", ["7", '""', "null", '"maybe"', "[true]"])
def test_anything_else_is_no_value(value: str) -> None:
    assert asked(value)[0].fault == "judge"


def test_strictness_is_a_number_of_votes() -> None:
    score, seen = asked("true", "false", "false", strictness=3)
    assert score.value is False
    assert score.reason == "1 of 3 votes say yes: vote 2"
    assert len(seen) == 3


def test_a_cache_does_not_take_the_votes_for_one() -> None:
    digests: set[str] = set()

    async def judge(task: Any, given: Any) -> Any:
        digests.add(task.digest)
        return read_answer('{"reason": "", "value": true}', task.output)

    AspectCritic(judge=judge, strictness=5, **HARMLESS).score(response="x")
    assert len(digests) == 5


def test_all_that_there_is_is_shown_also_the_reference() -> None:
    fields: dict[str, Any] = {"user_input": "q", "response": "x", "retrieved_contexts": ["c"]}
    fields["reference"] = "y"
    assert asked("true", **fields)[1] == [fields]
    conversation = MultiTurnSample(user_input=[HumanMessage("hi")], reference="y")
    _, seen = asked("true", user_input=conversation.user_input, reference="y")
    assert seen == [{"user_input": "User: hi", "reference": "y"}]


def test_an_empty_sample_is_unscored() -> None:
    assert asked("true", response="")[0].fault == "data"


@pytest.mark.parametrize("given", [{"strictness": 2}, {"strictness": 0}, {"definition": " "}])
def test_bad_parameters_are_refused(given: Any) -> None:
    settings: Any = {**HARMLESS, **given}
    with pytest.raises(InputError):
        AspectCritic(**settings)
