"""How the demo's agent decides: rules over the messages, in place of a model.

The rules read what the tools returned, so the agent really searches and reads. They have the
faults that agents have, so that there is something to see: whoever writes of a bug gets an issue
before anything was looked up, and a search that seems to have missed is simply made again.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall, ToolMessage

from odograph_cli.demo.search import sections, words
from odograph_langchain.testing import call

__all__ = ("RULES", "Done", "Turn", "decide")

_STOPWORDS = set(
    words(
        """a about an and any are as at be been between can difference do does for from get given
        had has have how i in is it its me mean my of on one or page please say should so tell than
        that the their them there they this to two used was we what when where which who whose why
        will with would you your"""
    )
)
_NOTHING_FOUND = "The documentation says nothing about this."


@dataclass(frozen=True, slots=True)
class Done:
    """A call of this turn and what its tool returned."""

    name: str
    args: dict[str, Any]
    text: str
    failed: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """What the rules see: the question, and what was done for it so far."""

    question: str
    done: Sequence[Done]

    @classmethod
    def of(cls, messages: Sequence[BaseMessage]) -> "Turn":
        """Read the last turn of a conversation."""
        starts = [i for i, one in enumerate(messages) if isinstance(one, HumanMessage)]
        since = messages[starts[-1] :]
        asked = {
            one["id"]: one
            for message in since
            if isinstance(message, AIMessage)
            for one in message.tool_calls
        }
        answers = [one for one in since if isinstance(one, ToolMessage)]
        done = [
            Done(
                asked[one.tool_call_id]["name"],
                asked[one.tool_call_id]["args"],
                one.text,
                one.status == "error",
            )
            for one in answers
        ]
        return cls(since[0].text, done)

    def of_tool(self, name: str) -> list[Done]:
        """The calls of one tool that worked."""
        return [one for one in self.done if one.name == name and not one.failed]

    def hits(self) -> list[dict[str, str]]:
        """The best hit of each query, in the order of the queries."""
        found = {one.args["query"]: json.loads(one.text)[:1] for one in self.of_tool("docs_search")}
        return [hit for hits in found.values() for hit in hits]


Rule = Callable[[Turn], str | list[ToolCall] | None]


def decide(messages: list[BaseMessage]) -> str | list[ToolCall]:
    """Answer like a model: the first rule that has something to say."""
    turn = Turn.of(messages)
    for rule in RULES:
        decided = rule(turn)
        if decided is not None:
            return decided
    return _NOTHING_FOUND


def greet(turn: Turn) -> str | list[ToolCall] | None:
    """Answer small talk without a tool."""
    if re.match(r"(hello|hi|thanks|thank you)\b", turn.question, re.IGNORECASE):
        return "Hello! Ask me about samples, matching, scores or anything else in Odograph's docs."
    return None


def report(turn: Turn) -> str | list[ToolCall] | None:
    """Open an issue when asked to, and, too eagerly, whenever a bug is mentioned."""
    opened = turn.of_tool("github_open_issue")
    if opened:
        return f"I {opened[-1].text}: {opened[-1].args['title']}"
    asked = re.match(r"please open an issue: (.+)", turn.question, re.IGNORECASE)
    if asked is None and "bug" not in words(turn.question):
        return None
    title = asked[1] if asked else turn.question
    return [call("github_open_issue", title=title.rstrip(".?"), body=turn.question)]


def read_named_page(turn: Turn) -> str | list[ToolCall] | None:
    """Read a page that the question names, without a search."""
    named = re.search(r"\bpage (\S+)", turn.question)
    if named is None or turn.done:
        return None
    return [call("fetch_page", url=f"docs/{named[1].rstrip('?,.')}")]


def search(turn: Turn) -> str | list[ToolCall] | None:
    """Search once; for a comparison once for each side, in one message."""
    if turn.of_tool("docs_search"):
        return None
    compared = re.search(r"\bdifference between (.+) and (.+?)\??$", turn.question)
    sides = [compared[1], compared[2]] if compared else [turn.question]
    return [call("docs_search", query=_query(side)) for side in sides]


def search_again(turn: Turn) -> str | list[ToolCall] | None:
    """Make a search again, word for word, when no title that it found shares a word with it."""
    searches = turn.of_tool("docs_search")
    if len(searches) != 1 or turn.of_tool("fetch_page"):
        return None
    query = searches[0].args["query"]
    titles = " ".join(f"{hit['title']} {hit['section']}" for hit in json.loads(searches[0].text))
    if set(words(query)) & set(words(titles)):
        return None
    return [call("docs_search", query=query)]


def fetch(turn: Turn) -> str | list[ToolCall] | None:
    """Read the page of the best hit of each search."""
    read = {one.args["url"] for one in turn.of_tool("fetch_page")}
    wanted = dict.fromkeys(hit["url"] for hit in turn.hits() if hit["url"] not in read)
    return [call("fetch_page", url=url) for url in wanted] or None


def answer(turn: Turn) -> str | list[ToolCall] | None:
    """Quote, from each page that was read, the section that was found, or the first one."""
    pages = {one.args["url"]: one.text for one in turn.of_tool("fetch_page")}
    wanted = {(hit["url"], hit["section"]): None for hit in turn.hits()}
    quoted: list[str] = []
    for url, page in pages.items():
        parts = {one.heading: one.text for one in sections(url, page)}
        named = [heading for found, heading in wanted if found == url] or list(parts)[:1]
        quoted += [f"{parts[heading].split(chr(10) * 2)[0]} [{url}]" for heading in named]
    return "\n\n".join(quoted) or None


def _query(question: str) -> str:
    return " ".join(word for word in words(question) if word not in _STOPWORDS)


RULES: tuple[Rule, ...] = (
    greet,
    report,
    read_named_page,
    search,
    search_again,
    fetch,
    answer,
)
"""The rules, the first one first."""
