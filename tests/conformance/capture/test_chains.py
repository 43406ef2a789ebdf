"""Chains without a graph: question and answer, retrieval, several models, streams, caches."""

from typing import Any, cast

import pytest
from langchain_core.caches import InMemoryCache
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import FakeListLLM
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.output_parsers import JsonOutputParser, StrOutputParser
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_core.tools import tool
from pydantic import BaseModel

from conformance.capture.scene import RUNS, Run, calls, captured, config, graph, roles, say, texts
from odograph.trace import AIMessage as OurAIMessage
from odograph.trace import Usage
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel, call


class Shelf(BaseRetriever):
    """Finds what it is asked for."""

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        return [Document(f"about {query}", id=f"d{n}", metadata={"page": n}) for n in (1, 2)]


def chain_stream(runnable: Any, value: Any, config: Any) -> None:
    list(runnable.stream(value, config))


WAYS: dict[str, Run] = {**RUNS, "stream": chain_stream}
ways = pytest.mark.parametrize("run", WAYS.values(), ids=WAYS)


def rag(model: Any) -> Any:
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Use only this: {context}"), ("human", "Question: {question}")]
    )
    sources: Any = {"context": Shelf(), "question": cast(Any, RunnablePassthrough())}
    return sources | prompt | model | StrOutputParser()


@ways
def test_a_rag_chain(run: Run) -> None:
    sample = captured(rag(ScriptedChatModel(["because"])), "why?", run=run, thread=None)

    assert (sample.question, sample.response) == ("why?", "because")
    assert roles(sample.user_input) == "sua"
    (retrieval,) = sample.retrievals
    assert retrieval.query == "why?"
    assert [(one.id, one.metadata) for one in retrieval.documents] == [
        ("d1", {"page": 1}),
        ("d2", {"page": 2}),
    ]
    assert sample.retrieved_contexts == ["about why?", "about why?"]
    assert sample.path is None
    assert sample.status == "completed"


def test_the_prompt_that_the_model_saw_is_kept_with_the_question() -> None:
    sample = captured(rag(ScriptedChatModel(["because"])), "why?", thread=None)

    assert sample.user_input[1].metadata["additional_kwargs"]["prompt"] == "Question: why?"


@ways
def test_a_chain_with_history(run: Run) -> None:
    prompt = ChatPromptTemplate.from_messages(
        [("system", "be brief"), MessagesPlaceholder("history"), ("human", "{input}")]
    )
    history = [HumanMessage("first"), AIMessage("one")]
    chain = prompt | ScriptedChatModel(["two"])
    sample = captured(chain, {"history": history, "input": "second"}, run=run, thread=None)

    assert texts(sample) == ["be brief", "first", "one", "second", "two"]


def test_examples_in_the_prompt_are_not_what_the_user_asked() -> None:
    prompt = ChatPromptTemplate.from_messages(
        [("human", "2+2"), ("ai", "4"), ("human", "{question}")]
    )
    sample = captured(prompt | ScriptedChatModel(["6"]), {"question": "3+3"}, thread=None)

    assert (sample.question, sample.response) == ("3+3", "6")


def test_the_answer_is_what_the_chain_returned() -> None:
    def shout(message: AIMessage) -> str:
        return str(message.text).upper()

    sample = captured(ScriptedChatModel(["yes"]) | RunnableLambda(shout), "well?", thread=None)

    assert texts(sample) == ["well?", "yes", "YES"]


def test_an_answer_beside_its_sources() -> None:
    model: Any = ScriptedChatModel(["because"])
    answer = ChatPromptTemplate.from_template("{question}") | model | StrOutputParser()
    chain: Any = RunnablePassthrough.assign(context=lambda x: "c").assign(answer=answer)
    sample = captured(chain, {"question": "why?"}, thread=None)

    assert texts(sample) == ["why?", "because"]


def test_two_models_in_a_row() -> None:
    rewrite: Any = ChatPromptTemplate.from_messages(
        [("system", "rewrite"), ("human", "{question}")]
    )
    answer: Any = ChatPromptTemplate.from_template("answer: {question}")
    chain = (
        rewrite
        | ScriptedChatModel(["rewritten?"])
        | {"question": StrOutputParser()}
        | answer
        | ScriptedChatModel(["answered"])
        | StrOutputParser()
    )
    sample = captured(chain, {"question": "what?"}, thread=None)

    assert texts(sample) == ["rewrite", "what?", "rewritten?", "answered"]
    assert len(sample.model_calls) == 2


def test_a_loop_of_model_and_tools_written_by_hand() -> None:
    @tool
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    model = ScriptedChatModel([call("add", a=1, b=2), "3"])

    def loop(question: str) -> str:
        messages: list[Any] = [SystemMessage("count"), HumanMessage(question)]
        while True:
            answer = model.invoke(messages)
            messages.append(answer)
            if not answer.tool_calls:
                return str(answer.content)
            messages += [add.invoke(dict(one)) for one in answer.tool_calls]

    sample = captured(RunnableLambda(loop), "1+2?", thread=None)

    assert texts(sample) == ["count", "1+2?", "", "3", "3"]
    assert roles(sample.user_input) == "suata"
    assert calls(sample) == [("add", "executed", 1)]
    assert sample.call_records[0].message == 2


def test_a_chain_that_ends_with_its_tool() -> None:
    @tool
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    bound = ScriptedChatModel([call("add", a=1, b=2)]).bind_tools([add])

    def run_tool(message: AIMessage) -> Any:
        return add.invoke(dict(message.tool_calls[0]))

    sample = captured(bound | RunnableLambda(run_tool), "1+2?", thread=None)

    assert texts(sample) == ["1+2?", "", "3"]
    assert calls(sample) == [("add", "executed", 1)]


class Verdict(BaseModel):
    """A verdict."""

    ok: bool


def test_structured_output_is_no_call() -> None:
    model: Any = ScriptedChatModel([Verdict(ok=True)]).with_structured_output(Verdict)
    sample = captured(model, "good?", thread=None)

    assert sample.call_records == ()
    assert sample.response == '{"ok": true}'


def test_json_that_is_parsed_stays_the_models_answer() -> None:
    sample = captured(ScriptedChatModel(['{"a": 1}']) | JsonOutputParser(), "as JSON", thread=None)

    assert sample.response == '{"a": 1}'


def test_a_bare_model_and_a_model_of_texts() -> None:
    messages = [SystemMessage("brief"), HumanMessage("hi")]
    sample = captured(ScriptedChatModel(["ho"]), messages, thread=None)
    assert texts(sample) == ["brief", "hi", "ho"]

    sample = captured(FakeListLLM(responses=["ho"]), "hi", thread=None)
    assert texts(sample) == ["hi", "ho"]


def test_a_bare_tool_and_a_bare_retriever() -> None:
    @tool
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    sample = captured(add, {"a": 1, "b": 2}, thread=None)
    assert [(one.name, one.result, one.message) for one in sample.call_records] == [
        ("add", "3", None)
    ]
    assert sample.user_input == ()

    sample = captured(Shelf(), "cats", thread=None)
    assert sample.question == "cats"
    assert sample.retrieved_contexts == ["about cats", "about cats"]


def test_documents_in_the_artifact_of_a_tool() -> None:
    @tool(response_format="content_and_artifact")
    def lookup(query: str) -> tuple[str, list[Document]]:
        """Look up."""
        found = [Document(f"about {query}", id="d1")]
        return found[0].page_content, found

    asked = {"name": "lookup", "args": {"query": "cats"}, "id": "1", "type": "tool_call"}
    sample = captured(lookup, asked, thread=None)

    assert [(one.query, one.documents[0].id) for one in sample.retrievals] == [("cats", "d1")]


def test_a_retriever_inside_a_retriever_counts_once() -> None:
    class Twice(BaseRetriever):
        inner: BaseRetriever

        def _get_relevant_documents(
            self, query: str, *, run_manager: CallbackManagerForRetrieverRun
        ) -> list[Document]:
            return self.inner.invoke(query, {"callbacks": run_manager.get_child()})[:1]

    sample = captured(Twice(inner=Shelf()), "cats", thread=None)

    assert sample.retrieved_contexts == ["about cats"]


def test_the_documents_of_a_graph_tell_their_node() -> None:
    def look(state: Any) -> Any:
        found = Shelf().invoke(state["messages"][-1].text)
        return say(found[0].page_content)(state)

    sample = captured(graph({"look": look}), {"messages": [("user", "cats")]})

    assert [one.node for one in sample.retrievals] == ["look"]


def used(n: int, m: int) -> UsageMetadata:
    return UsageMetadata(input_tokens=n, output_tokens=m, total_tokens=n + m)


def test_a_reply_from_the_cache_costs_nothing() -> None:
    reply = AIMessage("hi", usage_metadata=used(5, 2))
    model = ScriptedChatModel([reply, "another"], cache=InMemoryCache())
    recorder = Recorder()
    for _ in range(2):
        model.invoke("same", config(recorder))
    usages = [sample.model_calls[0].usage for sample in recorder.samples]

    assert usages == [
        Usage(input_tokens=5, output_tokens=2),
        Usage(input_tokens=5, output_tokens=2, cost=0.0),
    ]


def test_a_stream_that_counts_running_totals_is_counted_once() -> None:
    class Running(ScriptedChatModel):
        def _stream(self, *args: Any, **kwargs: Any) -> Any:
            for at, chunk in enumerate(super()._stream(*args, **kwargs)):
                message: Any = chunk.message
                message.usage_metadata = used(10, at + 1)
                yield chunk

    recorder = Recorder()
    list(Running(script=["one two"]).stream("hi", config(recorder)))

    sample = recorder.sample()
    (made,) = sample.model_calls
    assert made.usage == Usage(input_tokens=10, output_tokens=3)
    answer: Any = sample.user_input[-1]
    assert answer.usage == made.usage


def test_details_of_usage() -> None:
    details = UsageMetadata(
        input_tokens=10,
        output_tokens=5,
        total_tokens=15,
        input_token_details={"cache_read": 4, "cache_creation": 2},
        output_token_details={"reasoning": 3},
    )
    sample = captured(ScriptedChatModel([AIMessage("x", usage_metadata=details)]), "q", thread=None)

    assert sample.model_calls[0].usage == Usage(10, 5, 4, 2, 3)


def test_content_of_blocks_and_tools_of_the_provider() -> None:
    content: list[Any] = [
        {"type": "reasoning", "reasoning": "hm"},
        {"type": "server_tool_call", "id": "s1", "name": "web_search", "args": {"q": "x"}},
        {"type": "text", "text": "The answer."},
    ]
    sample = captured(ScriptedChatModel([AIMessage(content)]), "q", thread=None)
    answer = sample.user_input[-1]

    assert sample.response == "The answer."
    assert list(answer.blocks) == content
    assert isinstance(answer, OurAIMessage)
    assert answer.tool_calls == ()
    assert sample.call_records == ()
