"""What recorded runs cost, on LangChain's own caches and streams."""

from collections.abc import Generator

import pytest
from langchain_core.caches import InMemoryCache
from langchain_core.globals import set_llm_cache
from langchain_core.messages import AIMessage
from langchain_core.messages.ai import UsageMetadata

from odograph.cost import call_cost, cost_by, total_cost
from odograph.metrics import CostBudget, TokenBudget
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel
from odograph_langchain.usage import usage_of_metadata

PRICES = {"nova": {"input": 1.0, "output": 1.0}}


@pytest.fixture
def cache() -> Generator[None]:
    set_llm_cache(InMemoryCache())
    yield
    set_llm_cache(None)


def answer(text: str, **usage: int) -> AIMessage:
    counted = UsageMetadata(
        input_tokens=usage["input"], output_tokens=usage["output"], total_tokens=sum(usage.values())
    )
    return AIMessage(text, usage_metadata=counted, response_metadata={"model_name": "nova"})


@pytest.mark.usefixtures("cache")
def test_a_reply_from_langchains_cache_costs_nothing() -> None:
    recorder = Recorder()
    model = ScriptedChatModel([answer("hi", input=5, output=2)], model_name="nova")
    for _ in range(2):
        model.invoke("same", {"callbacks": [recorder]})

    asked, cached = (sample.model_calls[0] for sample in recorder.samples)
    assert call_cost(asked, PRICES) == 7e-06
    assert call_cost(cached, PRICES) == 0.0
    assert total_cost([asked, cached], PRICES).value == 7e-06


def test_cached_input_tokens_are_part_of_the_input() -> None:
    usage = usage_of_metadata(
        {
            "input_tokens": 20_100,
            "output_tokens": 100,
            "total_tokens": 20_200,
            "input_token_details": {"cache_read": 20_000},
        }
    )
    assert usage is not None
    assert (usage.input_tokens, usage.input_tokens - usage.cached_tokens) == (20_100, 100)


def test_a_stream_is_one_call_with_one_usage() -> None:
    recorder = Recorder()
    model = ScriptedChatModel([answer("one two three four", input=10, output=4)], model_name="nova")
    list(model.stream("go", {"callbacks": [recorder]}))

    total = total_cost(recorder.sample().model_calls, PRICES)
    assert (total.calls, total.tokens.usage.total_tokens) == (1, 14)


def test_a_recorded_run_is_held_to_budgets_and_broken_down() -> None:
    recorder = Recorder()
    model = ScriptedChatModel([answer("hi", input=600, output=400)], model_name="nova")
    model.invoke("go", {"callbacks": [recorder]})

    sample = recorder.sample()
    assert TokenBudget(1000).score(sample)
    assert not TokenBudget(999).score(sample)
    assert CostBudget(0.001, prices=PRICES).score(sample)
    assert cost_by(sample, "model", PRICES)["nova"].value == 0.001
