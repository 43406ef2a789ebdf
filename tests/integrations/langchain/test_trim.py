from odograph.trace import (
    AIMessage,
    CallRecord,
    Document,
    HumanMessage,
    MultiTurnSample,
    Retrieval,
    ToolCall,
)
from odograph_langchain.trim import trim

LONG = "x" * 30
CUT = "x" * 10 + "[... 20 characters cut]"


def test_long_texts_are_cut_and_marked_everywhere() -> None:
    call = ToolCall("f", {"a": [LONG], "n": 1}, "1")
    sample = MultiTurnSample(
        user_input=[
            HumanMessage(LONG, blocks=[{"type": "text", "text": LONG}]),
            AIMessage("short", tool_calls=[call]),
        ],
        calls=[CallRecord(call, "executed", result=LONG, run_args={"a": LONG})],
        retrievals=[Retrieval("q", (Document(LONG, "d"),))],
    )
    cut = trim(sample, 10)

    assert cut.user_input[0] == HumanMessage(CUT, blocks=[{"type": "text", "text": CUT}])
    shorter = ToolCall("f", {"a": [CUT], "n": 1}, "1")
    assert cut.user_input[1] == AIMessage("short", tool_calls=[shorter])
    record = cut.call_records[0]
    assert (record.result, record.run_args) == (CUT, {"a": CUT})
    assert record.requested == shorter
    assert cut.retrievals[0].documents == (Document(CUT, "d"),)
    assert list(cut.gaps) == ["texts of over 10 characters were cut"]


def test_a_sample_of_short_texts_stays_as_it_is() -> None:
    sample = MultiTurnSample(user_input=[HumanMessage("hi")])

    assert trim(sample, 10) is sample
