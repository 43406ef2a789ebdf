"""A chat model that understands judge prompts: it reads the data in them and compares words."""

import json
import re
from contextvars import Context
from typing import Any

from langchain_core.messages import BaseMessage

from odograph import judge
from odograph._waiting import run
from odograph.judge import JudgeTask, LexicalJudge
from odograph.trace.values import is_object
from odograph_langchain.judge import ChatModelJudge
from odograph_langchain.testing import ScriptedChatModel

__all__ = ("chat_judge",)

TASKS: list[JudgeTask[Any, Any]] = [
    value for value in vars(judge).values() if isinstance(value, JudgeTask)
]
_DATA = re.compile(r"Judge this:\n<(data-[0-9a-f]{12})>\n(.*)\n</\1>", re.DOTALL)


def chat_judge(*, structured: bool, wrap: str = "{}") -> ChatModelJudge:
    """Judge by a chat model that answers rightly, with other words around its answer if asked."""

    def play(messages: list[BaseMessage]) -> Any:
        answer = answer_to(str(messages[0].content))
        return answer if structured else wrap.replace("{}", json.dumps(answer))

    return ChatModelJudge(ScriptedChatModel(play), structured=structured)


def answer_to(prompt: str) -> Any:
    [task] = [one for one in TASKS if prompt.startswith(one.instruction)]
    found = _DATA.search(prompt)
    assert found is not None
    fields = {name: _unnumbered(value) for name, value in json.loads(found[2]).items()}
    given = task.input.model_validate(fields)
    # in a context of its own, where nobody meters what stands in for the model
    answer = Context().run(run, lambda: LexicalJudge()(task, given))
    return answer.model_dump(mode="json")


def _unnumbered(value: Any) -> Any:
    """Undo the numbering of lists."""
    if is_object(value) and all(key.isdigit() for key in value):
        return list(value.values())
    return value
