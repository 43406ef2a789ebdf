from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from odograph_langchain.judge_waits import is_refused_form, is_transient, wait_before


class Response:
    def __init__(self, status: int, after: str | None = None) -> None:
        self.status_code = status
        self.headers = {} if after is None else {"retry-after": after}


class ProviderError(Exception):
    def __init__(self, status: int, after: str | None = None) -> None:
        super().__init__(status)
        self.response = Response(status, after)


class APIConnectionError(Exception):
    pass


class ReadTimeout(Exception):
    pass


@pytest.mark.parametrize(
    ("error", "transient"),
    [
        (ProviderError(429), True),
        (ProviderError(503), True),
        (ProviderError(529), True),  # Anthropic: overloaded
        (ProviderError(400), False),
        (ProviderError(401), False),
        (TimeoutError(), True),
        (ConnectionResetError(), True),
        (APIConnectionError(), True),
        (ReadTimeout(), True),
        (ValueError("timeout"), False),
    ],
)
def test_what_may_pass_is_known_by_status_or_name(error: Exception, transient: bool) -> None:
    assert is_transient(error) is transient


def test_a_refused_form_is_known_by_its_status() -> None:
    assert is_refused_form(ProviderError(400))
    assert is_refused_form(ProviderError(422))
    assert not is_refused_form(ProviderError(429))
    assert not is_refused_form(ValueError())


@pytest.mark.parametrize(
    ("after", "seconds"), [("0", 0.0), ("1.5", 1.5), ("-3", 0.0), ("61", None), ("60", 60.0)]
)
def test_what_the_provider_asks_for_goes_first(after: str, seconds: float | None) -> None:
    assert wait_before(1, ProviderError(429, after)) == seconds


def test_a_date_to_come_back_at() -> None:
    at = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    wait = wait_before(1, ProviderError(429, at))
    assert wait is not None
    assert 25 < wait <= 30


@pytest.mark.parametrize("after", [None, "soon", "nan", "inf", ""])
def test_without_a_request_the_pause_doubles_and_is_spread(after: Any) -> None:
    for attempt, middle in ((1, 0.5), (2, 1.0), (3, 2.0)):
        wait = wait_before(attempt, ProviderError(429, after))
        assert wait is not None
        assert 0.75 * middle <= wait <= 1.25 * middle
