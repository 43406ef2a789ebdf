import pytest

from odograph.errors import InputError
from odograph.metrics.custom.prompt import Prompt, fields_of
from odograph.trace import AIMessage, HumanMessage, MultiTurnSample, SingleTurnSample, ToolCall


def test_fields_are_named_not_pasted() -> None:
    prompt = Prompt("Is {response} an answer to {user_input}? {response}!")
    assert prompt.names == ["response", "user_input"]
    assert prompt.instruction.startswith("Is [response] an answer to [user_input]? [response]!\n")


@pytest.mark.parametrize(
    "text",
    [
        'Write {"verdict": 1} for {response}',
        "{response} in {x} or {}, {0}, {{response}}",
        "{response",
    ],
)
def test_other_braces_are_text(text: str) -> None:
    if "{response}" in text:
        assert Prompt(text).instruction.startswith(text.replace("{response}", "[response]"))
    else:
        with pytest.raises(InputError, match="prompt: a prompt must name a field"):
            Prompt(text)


def test_a_name_that_is_nearly_a_field_is_a_mistake() -> None:
    with pytest.raises(InputError, match=r"did you mean response.*'respones'"):
        Prompt("Is {respones} like {reference}?")


def test_conversations_and_courses_are_taken_as_text() -> None:
    sample = MultiTurnSample(
        user_input=[HumanMessage("hi"), AIMessage("hello")], reference_tool_calls=[ToolCall("f")]
    )
    taken = fields_of(sample, ["user_input", "response", "reference_tool_calls", "reference"])
    assert taken.fields == {
        "user_input": "User: hi\nAgent: hello",
        "response": "hello",
        "reference_tool_calls": "Agent calls f({})",
        "reference": None,
    }
    single = SingleTurnSample(user_input="q", retrieved_contexts=["a", "b"])
    assert fields_of(single, ["user_input", "retrieved_contexts"]).fields == {
        "user_input": "q",
        "retrieved_contexts": ["a", "b"],
    }
