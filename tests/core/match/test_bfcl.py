"""Function-calling questions of the Berkeley leaderboard, whose answers list acceptable values.

A reference says `one_of` the acceptable values, and `optional` where the argument may be left out.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from odograph.match import one_of, optional
from odograph.metrics import TrajectoryMatch
from odograph.trace import AIMessage, ToolCall
from odograph.trace.values import is_list, is_object

DATA = Path(__file__).parents[4] / "shared" / "data" / "bfcl_ast.jsonl"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the questions are not here")

LEFT_OUT = ""
MATCH = TrajectoryMatch("unordered")


@pytest.fixture(scope="module")
def answers() -> list[list[dict[str, dict[str, list[Any]]]]]:
    with DATA.open(encoding="utf-8") as lines:
        return [json.loads(line)["possible_answer"] for line in lines]


def acceptable(values: list[Any]) -> Any:
    """The comparator for an argument; inside an object every field lists its values again."""
    listed = [one for one in values if one != LEFT_OUT] or [LEFT_OUT]
    choice = one_of(*map(nested, listed)) if len(listed) != 1 else nested(listed[0])
    return optional(choice) if LEFT_OUT in values else choice


def nested(value: Any) -> Any:
    if is_object(value):
        return {key: acceptable(inner) for key, inner in value.items()}
    return [nested(item) for item in value] if is_list(value) else value


def first(value: Any) -> Any:
    """The first acceptable value, all the way down."""
    if is_object(value):
        return {k: first(v[0]) for k, v in value.items() if v[0] != LEFT_OUT}
    return [first(item) for item in value] if is_list(value) else value


def reference(answer: Any) -> list[ToolCall]:
    return [
        ToolCall(name, {key: acceptable(values) for key, values in args.items()})
        for call in answer
        for name, args in call.items()
    ]


def gold(answer: Any, chosen: int = 0) -> list[ToolCall]:
    """The calls with the first acceptable values, or with those at another place."""
    return [
        ToolCall(name, {k: first(v[chosen % len(v)]) for k, v in args.items() if keeps(v, chosen)})
        for call in answer
        for name, args in call.items()
    ]


def keeps(values: list[Any], chosen: int) -> bool:
    return bool(values[chosen % len(values)] != LEFT_OUT)


def accepted(made: list[ToolCall], expected: list[ToolCall]) -> bool:
    score = MATCH.score(user_input=[AIMessage(tool_calls=made)], reference_tool_calls=expected)
    return score.value is True


def changed(made: list[ToolCall], at: int, call: ToolCall | None) -> list[ToolCall]:
    return [*made[:at], *([call] if call else []), *made[at + 1 :]]


def test_every_gold_answer_is_accepted(answers: Any) -> None:
    verdicts = [accepted(gold(a, n), reference(a)) for a in answers for n in range(3)]
    assert (len(answers), sum(verdicts)) == (300, 900)


def test_optional_arguments_may_be_left_out(answers: Any) -> None:
    tried = 0
    for answer in answers:
        made = gold(answer)
        for at, args in enumerate(args for call in answer for args in call.values()):
            bare = {k: v for k, v in made[at].args.items() if LEFT_OUT not in args[k]}
            tried += len(bare) < len(made[at].args)
            assert accepted(changed(made, at, ToolCall(made[at].name, bare)), reference(answer))
    assert tried == 144


def spoilt(answer: Any) -> Iterator[tuple[str, list[ToolCall]]]:
    """The gold answer with one thing wrong, of every kind at every place."""
    made = gold(answer)
    for at, (call, args) in enumerate(
        zip(made, [a for c in answer for a in c.values()], strict=True)
    ):
        yield "tool renamed", changed(made, at, ToolCall(call.name + "_x", call.args))
        if len(made) > 1:
            yield "call left out", changed(made, at, None)
        yield "call made twice", [*made, call]
        for key in call.args:
            rest = {k: v for k, v in call.args.items() if k != key}
            yield "value changed", changed(made, at, ToolCall(call.name, rest | {key: "other"}))
            yield "argument added", changed(made, at, ToolCall(call.name, {**call.args, "zz": 1}))
            if LEFT_OUT not in args[key]:
                yield "required argument left out", changed(made, at, ToolCall(call.name, rest))


def test_what_is_spoilt_is_rejected(answers: Any) -> None:
    counts: dict[str, int] = {}
    for answer in answers:
        for kind, made in spoilt(answer):
            assert not accepted(made, reference(answer)), (kind, made)
            counts[kind] = counts.get(kind, 0) + 1
    assert counts == {
        "tool renamed": 666,
        "call left out": 566,
        "call made twice": 666,
        "value changed": 1743,
        "argument added": 1743,
        "required argument left out": 1597,
    }
