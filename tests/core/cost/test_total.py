from odograph.cost import call_cost, total_cost
from odograph.trace import ModelCall, Usage

PRICES = {"known-1": {"input": 1.0, "output": 1.0}}


def test_an_unknown_price_is_unknown_and_marks_the_total() -> None:
    calls = [ModelCall("known-1", Usage(1000, 0)), ModelCall("mystery", Usage(5000, 10))]
    total = total_cost(calls, PRICES)
    assert (total.known, total.complete, total.unpriced) == (0.001, False, ("mystery",))
    assert total.value is None
    assert [call_cost(call, PRICES) for call in calls] == [0.001, None]


def test_a_reply_from_a_cache_costs_what_it_says() -> None:
    asked = ModelCall("known-1", Usage(5, 2))
    cached = ModelCall("known-1", Usage(5, 2, cost=0.0))
    assert call_cost(asked, PRICES) == 7e-06
    assert call_cost(cached, PRICES) == 0.0
    assert total_cost([asked, cached], PRICES).value == 7e-06


def test_what_a_provider_says_goes_before_the_table() -> None:
    assert call_cost(ModelCall("known-1", Usage(1000, 0, cost=0.5)), PRICES) == 0.5
    assert call_cost(ModelCall("mystery", Usage(1000, 0, cost=0.5))) == 0.5


def test_a_call_without_usage_has_no_cost_and_blames_no_price() -> None:
    total = total_cost([ModelCall("known-1"), ModelCall("known-1", Usage(1000, 0))], PRICES)
    assert (total.known, total.calls, total.calls_without_cost) == (0.001, 2, 1)
    assert total.unpriced == ()
    assert not total.tokens.complete


def test_a_model_without_a_name_is_told_as_such() -> None:
    assert total_cost([ModelCall(None, Usage(1, 1))], PRICES).unpriced == ("?",)


def test_no_call_costs_nothing() -> None:
    assert total_cost([], PRICES).value == 0.0


def test_it_is_written_as_json_values() -> None:
    written = total_cost([ModelCall("mystery", Usage(10, 5)), ModelCall()], PRICES).as_dict()
    assert written == {
        "cost_usd": 0.0,
        "complete": False,
        "calls": 2,
        "calls_without_cost": 2,
        "unpriced_models": ["mystery"],
        "input_tokens": 10,
        "output_tokens": 5,
        "total_tokens": 15,
        "calls_without_usage": 1,
    }
