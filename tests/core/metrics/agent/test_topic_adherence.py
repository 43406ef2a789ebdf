from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge.agents import Request, Requests
from odograph.metrics import Score, TopicAdherence
from odograph.trace import HumanMessage, MultiTurnSample
from scripted_judge import ScriptedJudge, verdicts

CHAT = MultiTurnSample(user_input=[HumanMessage("hi")], reference_topics=["physics", "maths"])


def score(answered: str, on_topic: str, mode: Any = "f1") -> Score:
    """Score requests that were answered (y) or declined (n), on topic or not."""
    requests = [
        Request(request=f"request {index}", answered=letter == "y")
        for index, letter in enumerate(answered)
    ]
    judge = ScriptedJudge(Requests(requests=requests), verdicts(on_topic))
    result = TopicAdherence(mode=mode, judge=judge).score(CHAT)
    assert judge.tasks == ["requests", "request_topics"]
    return result


@pytest.mark.parametrize(
    ("answered", "on_topic", "precision", "recall", "f1"),
    [
        ("yyy", "yyy", 1.0, 1.0, 1.0),
        ("yyyn", "yynn", 3 / 4, 1.0, 6 / 7),  # two kept, one strayed, one rightly declined
        ("yn", "yy", 1.0, 0.5, 2 / 3),  # one missed
        ("n", "n", 1.0, 1.0, 1.0),  # the only request was rightly declined
        ("y", "n", 0.0, None, 0.0),
        ("n", "y", None, 0.0, 0.0),
        ("y", "?", 0.0, None, 0.0),
    ],
)
def test_by_hand(
    answered: str, on_topic: str, precision: float, recall: float | None, f1: float
) -> None:
    assert score(answered, on_topic, "precision").value == precision
    assert score(answered, on_topic, "recall").value == recall
    assert score(answered, on_topic, "f1").value == f1


def test_the_reason_names_what_was_not_kept_to() -> None:
    result = score("yyn", "yny")
    assert result.reason == (
        "1 of 3 requests kept to the topics\nstrayed: request 1\nmissed: request 2"
    )
    assert (result.details["strayed"], result.details["missed"]) == (1, 1)


def test_undefined_cases_are_unscored() -> None:
    nothing = ScriptedJudge(Requests(requests=[]))
    assert TopicAdherence(judge=nothing).score(CHAT).reason == "the user asked for nothing"
    untopical = MultiTurnSample(user_input=CHAT.user_input, reference_topics=[])
    assert TopicAdherence(judge=ScriptedJudge()).score(untopical).fault == "data"


def test_a_missing_verdict_is_not_taken_for_a_no() -> None:
    requests = Requests(requests=[Request(request="a", answered=True)] * 2)
    judge = ScriptedJudge(requests, verdicts("y"))
    assert TopicAdherence(judge=judge).score(CHAT).fault == "judge"


def test_the_mode_is_one_of_three() -> None:
    with pytest.raises(InputError, match="mode: must be one of precision, recall, f1"):
        TopicAdherence(mode="f2")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
