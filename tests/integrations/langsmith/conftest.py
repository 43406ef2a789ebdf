import socket
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from langsmith import Client


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A client that sends nothing, in a test that fails if anything tried to."""
    asked: list[Any] = []

    def refuse(*address: Any, **_: Any) -> NoReturn:
        asked.append(address)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    # LangChain's tracer posts the runs inside a target even with `upload_results=False`;
    # sampling none of them is what keeps them here
    yield Client(api_key="x", auto_batch_tracing=False, tracing_sampling_rate=0.0)
    assert asked == []
