from odograph.metrics import Score
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    InvalidToolCall,
    MultiTurnSample,
    NodePath,
    ToolCall,
)
from odograph_pytest.rendering import render_sample, render_scores


def test_a_run_is_a_line_for_each_thing_that_happened() -> None:
    add = ToolCall("add", {"a": 2, "b": "x"}, "c1")
    sample = MultiTurnSample(
        user_input=[HumanMessage("2 + x?\nplease"), AIMessage("Adding.", tool_calls=[add])],
        calls=[CallRecord(add, "errored", result="Error", error="TypeError: no number")],
        path=NodePath.of(["model", "tools"]),
        status="error",
        error="TypeError: no number",
        gaps=["a cached node was not seen"],
    )
    assert render_sample(sample).splitlines() == [
        "user       2 + x? please",
        "assistant  Adding. -> add",
        "calls",
        "  add(a=2, b='x') errored: TypeError: no number",
        "path       ['model', 'tools']",
        "status     error",
        "error      TypeError: no number",
        "gap        a cached node was not seen",
    ]


def test_an_invalid_call_shows_its_raw_text() -> None:
    call = InvalidToolCall("add", '{"a": ')
    sample = MultiTurnSample(user_input=[AIMessage(invalid_tool_calls=[call])])
    assert render_sample(sample).splitlines() == [
        "assistant  -> add",
        "calls",
        '  add({"a": ) rejected',
    ]


def test_long_texts_are_cut() -> None:
    line = render_sample(MultiTurnSample(user_input=[HumanMessage("x" * 1000)]))
    assert len(line) == 111
    assert line.endswith("...")


def test_scores_show_value_and_reason() -> None:
    scores = [("f1", Score(0.5, "one\ntwo")), ("", Score.unscored("judge", "no answer"))]
    assert render_scores(scores).splitlines() == [
        "f1 = 0.5",
        "  one",
        "  two",
        "unscored (judge)",
        "  no answer",
    ]
