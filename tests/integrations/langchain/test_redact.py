from typing import Any

import pytest

from odograph.trace import CallRecord, HumanMessage, ModelCall, MultiTurnSample, ToolCall
from odograph_langchain.redact import MASK, mask_secrets, mask_text, mask_value


def test_by_name_in_nested_structures() -> None:
    told = {
        "model_kwargs": {
            "api_key": "sk-test-0000",
            "headers": {"Authorization": "Bearer abc.def", "accept": "json"},
        },
        "max_tokens": 100,
        "token_count": 7,
        "tokens": [1, 2],
        "credentials": {"user": "ann", "pins": ["1234"]},
        "openaiApiKey": "x",
        "accessToken": "y",
    }

    assert mask_value(told) == {
        "model_kwargs": {"api_key": MASK, "headers": {"Authorization": MASK, "accept": "json"}},
        "max_tokens": 100,
        "token_count": 7,
        "tokens": [1, 2],
        "credentials": {"user": MASK, "pins": [MASK]},
        "openaiApiKey": MASK,
        "accessToken": MASK,
    }


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (
            "400 for url https://api.example/v1?key=AIzaTEST123&x=1",
            f"400 for url https://api.example/v1?key={MASK}&x=1",
        ),
        ("Incorrect API key provided: sk-proj-abcdef123", f"Incorrect API key provided: {MASK}"),
        ("Authorization: Bearer abc.def-123", f"Authorization: Bearer {MASK}"),
        ("postgres://ann:hunter2@db/x failed", f"postgres://ann:{MASK}@db/x failed"),
        ('{"api_key": "verysecret", "n": 3}', f'{{"api_key": "{MASK}", "n": 3}}'),
        ("token eyJhbGciOiJIUzI1.eyJzdWIiOiIx.sig", f"token {MASK}"),
        ("AKIAIOSFODNN7EXAMPLE is no key of mine", f"{MASK} is no key of mine"),
    ],
)
def test_by_shape_in_text(text: str, masked: str) -> None:
    assert mask_text(text) == masked


@pytest.mark.parametrize(
    "text",
    [
        "ValueError: max_tokens must be at least 1, got 0",
        "KeyError: 'key'",
        "the token limit of 4096 was passed",
        "a basic example of a bearer of news",
        "https://api.example/v1?q=keys&page=2",
        "task-1234567890 and disk-usage-report",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert mask_text(text) == text


@pytest.mark.parametrize("name", ["monkey", "sort_key", "keyboard", "author", "cache_key"])
def test_names_that_only_look_like_secrets(name: str) -> None:
    assert mask_value({name: "plain"}) == {name: "plain"}


def test_metadata_and_errors_of_a_sample_and_not_its_messages() -> None:
    told: Any = MultiTurnSample(
        user_input=[HumanMessage("my key is sk-test-0000")],
        metadata={"password": "x"},
        error="RuntimeError: sk-test-0000",
        calls=[CallRecord(ToolCall("f"), "errored", error="E: sk-test-0000")],
        model_calls=[ModelCall(error="E: sk-test-0000")],
        gaps=["saw sk-test-0000"],
    )
    masked = mask_secrets(told)

    assert masked.question == "my key is sk-test-0000"
    assert masked.metadata == {"password": MASK}
    assert masked.error == f"RuntimeError: {MASK}"
    assert masked.call_records[0].error == f"E: {MASK}"
    assert masked.model_calls[0].error == f"E: {MASK}"
    assert list(masked.gaps) == [f"saw {MASK}"]
