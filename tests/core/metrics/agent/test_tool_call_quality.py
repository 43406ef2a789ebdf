from odograph.metrics import ToolCallQuality
from odograph.trace import AIMessage, HumanMessage, MultiTurnSample, ToolCall
from scripted_judge import ScriptedJudge, verdicts

RUN = MultiTurnSample(
    user_input=[
        HumanMessage("Pay Ann 5."),
        AIMessage(tool_calls=[ToolCall("pay", {"to": "Ann"}), ToolCall("pay", {"to": "Bob"})]),
        AIMessage(tool_calls=[ToolCall("log")]),
    ]
)


def test_by_hand_in_one_call() -> None:
    judge = ScriptedJudge(verdicts("yn?"))
    score = ToolCallQuality(judge=judge).score(RUN)
    assert score.value == 1 / 3
    assert score.reason == (
        '1 of 3 calls right\nno: pay({"to": "Bob"}) (because 1)\nundetermined: log({}) (because 2)'
    )
    assert judge.asked[0][1].calls == ['pay({"to": "Ann"})', 'pay({"to": "Bob"})', "log({})"]


def test_a_verdict_too_few_is_the_judges_fault() -> None:
    assert ToolCallQuality(judge=ScriptedJudge(verdicts("yn"))).score(RUN).fault == "judge"


def test_a_run_without_calls_is_unscored() -> None:
    plain = MultiTurnSample(user_input=[HumanMessage("hi"), AIMessage("hello")])
    assert ToolCallQuality(judge=ScriptedJudge()).score(plain).reason == "no call was made"
