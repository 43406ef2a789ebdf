from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, Generation, LLMResult

from odograph.trace import Usage
from odograph_langchain.usage import usage_of_message, usage_of_metadata, usage_of_result


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"input_tokens": 3, "output_tokens": 2}, Usage(3, 2)),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 4},
                "completion_tokens_details": {"reasoning_tokens": 3},
            },
            Usage(10, 5, cached_tokens=4, reasoning_tokens=3),
        ),
        ({"input_tokens": 3, "output_tokens": 2, "total_cost": 0}, Usage(3, 2, cost=0.0)),
        ({"input_tokens": None, "prompt_tokens": 3}, Usage(3, 0)),
        ({"input_tokens": -1, "output_tokens": "many"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_forms_of_usage(told: Any, read: Usage | None) -> None:
    assert usage_of_metadata(told) == read


def test_the_providers_own_count_where_there_is_no_standard_one() -> None:
    told = {"token_usage": {"prompt_tokens": 3, "completion_tokens": 2}}

    assert usage_of_message(AIMessage("x", response_metadata=told)) == Usage(3, 2)
    assert usage_of_message(AIMessage("x")) is None


def test_several_choices_repeat_the_usage_of_the_call() -> None:
    usage: Any = {"input_tokens": 3, "output_tokens": 2, "total_tokens": 5}
    choices: list[Any] = [
        ChatGeneration(message=AIMessage("x", usage_metadata=usage)) for _ in range(2)
    ]

    assert usage_of_result(LLMResult(generations=[choices])) == Usage(3, 2)


def test_usage_only_in_the_result() -> None:
    told = {"token_usage": {"prompt_tokens": 3, "completion_tokens": 2}}
    result = LLMResult(generations=[[Generation(text="x")]], llm_output=told)

    assert usage_of_result(result) == Usage(3, 2)
