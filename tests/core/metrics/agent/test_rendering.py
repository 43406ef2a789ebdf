from odograph.metrics.agent.rendering import (
    conversation_of,
    messages_text,
    path_text,
    reference_text,
)
from odograph.trace import (
    AIMessage,
    CallRecord,
    HumanMessage,
    InvalidToolCall,
    MultiTurnSample,
    NodePath,
    SingleTurnSample,
    SystemMessage,
    ToolCall,
    ToolMessage,
)

MESSAGES = [
    SystemMessage("Be brief."),
    HumanMessage("Weather in Köln?"),
    AIMessage(
        tool_calls=[ToolCall("weather", {"city": "Köln"}, "1")],
        invalid_tool_calls=[InvalidToolCall("map", "{x", "2")],
    ),
    ToolMessage("rain", tool_call_id="1", name="weather"),
    ToolMessage("bad arguments", tool_call_id="2", status="error"),
    AIMessage("It rains."),
]


def test_a_conversation_is_written_with_its_calls_and_results() -> None:
    assert conversation_of(MultiTurnSample(user_input=MESSAGES)) == messages_text(MESSAGES)
    assert messages_text(MESSAGES).splitlines() == [
        "Instructions: Be brief.",
        "User: Weather in Köln?",
        'Agent calls weather({"city": "Köln"})',
        "Agent calls map({x) (unreadable arguments)",
        "Tool weather: rain",
        "Tool failed: bad arguments",
        "Agent: It rains.",
    ]


def test_a_single_turn_is_a_question_and_an_answer() -> None:
    record = CallRecord(ToolCall("weather", {}), "executed", result="rain")
    sample = SingleTurnSample(user_input="Weather?", response="Rain.", calls=[record])
    assert conversation_of(sample).splitlines() == [
        "User: Weather?",
        "Agent calls weather({}): executed -> rain",
        "Agent: Rain.",
    ]
    assert conversation_of(SingleTurnSample()) == ""


def test_a_path_is_written_step_by_step() -> None:
    path = NodePath.of(["plan", {"b", "a"}, {"team": ["draft", "review"]}])
    assert path_text(path) == "1. plan\n2. a, b (at the same time)\n3. team: [draft > review]"


def test_a_reference_is_written_by_its_messages_or_calls() -> None:
    calls = [[ToolCall("a", {"x": 1})], [ToolCall("b")]]
    by_turn = MultiTurnSample(user_input=[], reference_tool_calls=calls)
    assert reference_text(by_turn) == 'Agent calls a({"x": 1})\nAgent calls b({})'
    course = MultiTurnSample(user_input=[], reference_trajectory=[HumanMessage("hi")])
    assert reference_text(course) == "User: hi"
    assert reference_text(SingleTurnSample()) == ""
