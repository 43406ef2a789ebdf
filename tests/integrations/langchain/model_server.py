"""A loopback server that answers chat completions as a provider would, by a script."""

import json
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from langchain_openai import ChatOpenAI
from pydantic import SecretStr


class ModelServer(ThreadingHTTPServer):
    """Plays one reply per request; the last one again and again.

    `requests` holds the bodies received.
    """

    daemon_threads = True

    def __init__(self, *replies: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = list(replies)
        self.requests: list[dict[str, Any]] = []
        self.keep_alive = False  # else clients leave connections open behind a test

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def next(self) -> dict[str, Any]:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    @property
    def prompts(self) -> list[str]:
        """The last message of each request."""
        return [body["messages"][-1]["content"] for body in self.requests]


def reply(
    content: Any = "",
    *,
    status: int = 200,
    headers: dict[str, str] | None = None,
    finish: str = "stop",
    delay: float = 0.0,
    **message: Any,
) -> dict[str, Any]:
    """Write a reply: content as text (data is written as JSON), or an error of that status."""
    text = content if isinstance(content, str) or content is None else json.dumps(content)
    return {
        "status": status,
        "headers": headers or {},
        "finish": finish,
        "delay": delay,
        "message": {"role": "assistant", "content": text, **message},
    }


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        server = self.server
        assert isinstance(server, ModelServer)
        server.requests.append(body)
        answer = server.next()
        time.sleep(answer["delay"])
        status = answer["status"]
        told: dict[str, Any] = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": body["model"],
            "choices": [
                {"index": 0, "message": answer["message"], "finish_reason": answer["finish"]}
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }
        if status != 200:
            told = {"error": {"message": f"status {status}", "type": "x", "code": None}}
        data = json.dumps(told).encode()
        self.send_response(status)
        for name, value in {"content-type": "application/json", **answer["headers"]}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        if not server.keep_alive:
            self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        pass

    def handle(self) -> None:
        with suppress(OSError):  # a client left its connection open and went away
            super().handle()


@contextmanager
def serving(*replies: dict[str, Any]) -> Generator[ModelServer]:
    server = ModelServer(*replies)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def chat_model(server: ModelServer, **settings: Any) -> ChatOpenAI:
    """The real client of OpenAI, pointed at the server; its own repeats are off."""
    given: dict[str, Any] = {"max_retries": 0, "temperature": 0.7, **settings}
    return ChatOpenAI(model="judge-1", base_url=server.url, api_key=SecretStr("k"), **given)
