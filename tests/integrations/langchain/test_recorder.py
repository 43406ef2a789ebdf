import asyncio
import gc
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

import odograph_langchain
from odograph.errors import InputError
from odograph.trace import HumanMessage as OurHumanMessage
from odograph.trace import MultiTurnSample, read_samples
from odograph_langchain import Recorder
from odograph_langchain.testing import ScriptedChatModel


def model() -> ScriptedChatModel:
    return ScriptedChatModel(lambda messages: AIMessage(f"re {messages[-1].text}"))


def ask(recorder: Recorder, text: str = "hi", **config: Any) -> None:
    model().invoke(text, cast(RunnableConfig, {"callbacks": [recorder], **config}))


def pausing() -> Any:
    def ask_person(state: Any) -> Any:
        return {"messages": [AIMessage(interrupt("go?"))]}

    builder: Any = StateGraph(MessagesState)
    builder.add_node("ask", ask_person)
    builder.add_edge(START, "ask")
    return builder.compile(checkpointer=InMemorySaver())


def on_thread(recorder: Recorder) -> Any:
    return {"callbacks": [recorder], "configurable": {"thread_id": "t"}}


def test_importing_the_package_imports_no_langchain() -> None:
    code = "import sys, odograph_langchain; print('langchain_core' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)

    assert run.stdout.strip() == "False"


def test_a_name_that_the_package_lacks() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Recordr'"):
        _ = odograph_langchain.Recordr
    assert "Recorder" in dir(odograph_langchain)


def test_the_last_sample_and_one_by_its_run() -> None:
    recorder = Recorder()
    run_id = uuid4()
    ask(recorder, "first", run_id=run_id)
    ask(recorder, "second")

    assert recorder.sample().question == "second"
    assert recorder.sample(run_id).question == "first"
    assert recorder.sample(str(run_id)) is recorder.sample(run_id)


def test_without_a_run_there_is_no_sample() -> None:
    recorder = Recorder()
    with pytest.raises(InputError, match="no finished run"):
        recorder.sample()
    ask(recorder)
    with pytest.raises(InputError, match="run_id: must be a finished run of the recorder, got 'x'"):
        recorder.sample("x")


def test_case_and_attempt_come_from_the_metadata() -> None:
    recorder = Recorder()
    ask(recorder, metadata={"case_id": 7, "attempt": 2, "team": "a"})
    ask(recorder, metadata={"attempt": "second"})
    first, second = recorder.samples

    assert (first.case_id, first.attempt, first.metadata) == ("7", 2, {"team": "a"})
    assert (second.attempt, second.metadata) == (None, {"attempt": "second"})


def test_samples_are_derived_once() -> None:
    recorder = Recorder()
    ask(recorder)

    assert recorder.sample() is recorder.samples[0]


def test_taking_hands_over_and_forgets() -> None:
    recorder = Recorder()
    ask(recorder, "first")
    taken = recorder.take()
    ask(recorder, "second")

    assert [one.question for one in taken] == ["first"]
    assert [one.question for one in recorder.samples] == ["second"]


def test_taking_lets_the_memory_go() -> None:
    class Payload:
        pass

    recorder = Recorder()
    payload = Payload()
    alive = weakref.ref(payload)

    def use(value: Payload) -> str:
        return "used"

    RunnableLambda(use).invoke(payload, {"callbacks": [recorder]})
    del payload
    gc.collect()
    assert alive() is not None
    recorder.take()
    gc.collect()

    assert alive() is None


def test_what_comes_late_of_a_run_that_was_taken_makes_no_sample() -> None:
    recorder = Recorder()
    late: list[asyncio.Task[Any]] = []

    async def start(value: str, config: RunnableConfig) -> str:
        async def speak() -> None:
            await asyncio.sleep(0.02)
            await model().ainvoke("late", config)

        late.append(asyncio.create_task(speak()))
        return value

    async def main() -> None:
        await RunnableLambda(start).ainvoke("x", {"callbacks": [recorder]})
        assert len(recorder.take()) == 1
        await asyncio.gather(*late)

    asyncio.run(main())

    assert recorder.collect(unfinished=True) == []


def test_clear_forgets_everything() -> None:
    recorder = Recorder()
    ask(recorder)
    recorder.clear()

    assert recorder.samples == []


def test_by_must_be_known() -> None:
    with pytest.raises(InputError, match="by must be 'run', 'turn' or 'thread', got 'day'"):
        Recorder().collect(by="day")  # type: ignore[arg-type]


def test_a_turn_is_several_runs() -> None:
    recorder = Recorder()
    made = pausing()
    made.invoke({"messages": [HumanMessage("hi")]}, on_thread(recorder))
    made.invoke(Command(resume="yes"), on_thread(recorder))
    made.invoke({"messages": [HumanMessage("more")]}, on_thread(recorder))

    assert [len(recorder.collect(by=by)) for by in ("run", "turn", "thread")] == [3, 2, 1]
    runs = recorder.collect(by="run")
    assert [one.status for one in runs] == ["interrupted", "completed", "interrupted"]
    turn = recorder.samples[0]
    assert all(recorder.sample(one.run_id) is turn for one in runs[:2])


def test_no_more_than_the_bound_is_kept() -> None:
    recorder = Recorder(keep=3)
    for n in range(10):
        ask(recorder, f"q{n}")

    assert [one.question for one in recorder.samples] == ["q7", "q8", "q9"]


def test_the_bound_holds_while_threads_record_and_write() -> None:
    given: list[MultiTurnSample] = []
    recorder = Recorder(keep=20, sink=given.append)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, [recorder] * 400))

    assert len({one.run_id for one in given}) == len(given) == 400
    assert len(recorder.samples) == 20
    assert {gap for one in (*given, *recorder.samples) for gap in one.gaps} == set()


def test_the_bound_holds_for_runs_that_never_end() -> None:
    class Hanging(ScriptedChatModel):
        async def _agenerate(self, *args: Any, **kwargs: Any) -> Any:
            await asyncio.sleep(60)

    recorder = Recorder(keep=2)

    async def main() -> None:
        for _ in range(5):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(
                    Hanging(script=[]).ainvoke("hi", {"callbacks": [recorder]}), 0.001
                )

    asyncio.run(main())
    ask(recorder, "ended")

    assert [one.status for one in recorder.collect(unfinished=True)] == [
        "cancelled",
        "cancelled",
        "completed",
    ]


def test_a_turn_is_dropped_as_a_whole() -> None:
    recorder = Recorder(keep=2)
    made = pausing()
    made.invoke({"messages": [HumanMessage("hi")]}, on_thread(recorder))
    made.invoke(Command(resume="yes"), on_thread(recorder))
    ask(recorder, "next")

    assert [one.question for one in recorder.samples] == ["next"]


def test_a_file_gets_each_sample_as_its_run_ends(tmp_path: Path) -> None:
    recorder = Recorder(sink=tmp_path / "runs.jsonl")
    for n in range(3):
        ask(recorder, f"q{n}")

    assert list(read_samples(tmp_path / "runs.jsonl")) == recorder.samples


def test_a_recorder_given_twice_gives_each_sample_once() -> None:
    given: list[MultiTurnSample] = []
    recorder = Recorder(sink=given.append)
    model().invoke("hi", {"callbacks": [recorder, recorder]})

    assert len(given) == 1


def test_a_pause_is_given_and_then_its_whole_turn() -> None:
    given: list[MultiTurnSample] = []
    recorder = Recorder(sink=given.append)
    made = pausing()
    made.invoke({"messages": [HumanMessage("hi")]}, on_thread(recorder))
    made.invoke(Command(resume="yes"), on_thread(recorder))

    assert [one.status for one in given] == ["interrupted", "completed"]
    assert given[0].run_id == given[1].run_id
    assert given[1] is recorder.sample()


def test_a_failed_run_is_given_too() -> None:
    given: list[MultiTurnSample] = []
    failing = ScriptedChatModel([ValueError("no")])
    with pytest.raises(ValueError, match="no"):
        failing.invoke("hi", {"callbacks": [Recorder(sink=given.append)]})

    assert [one.error for one in given] == ["ValueError: no"]


def test_a_sink_that_fails_does_not_disturb_the_run_and_is_told() -> None:
    def broken(sample: MultiTurnSample) -> None:
        raise OSError("disk full")

    recorder = Recorder(sink=broken)
    ask(recorder)

    assert recorder.sample().response == "re hi"
    assert list(recorder.sample().gaps) == ["the recorder failed: OSError: disk full"]


def test_secrets_are_masked_before_a_sample_is_shown_or_written(tmp_path: Path) -> None:
    recorder = Recorder(sink=tmp_path / "runs.jsonl")
    failing = ScriptedChatModel([RuntimeError("bad key sk-test-0000 at https://x/v1?key=abcdwxyz")])
    with pytest.raises(RuntimeError):
        failing.invoke("hi", {"callbacks": [recorder], "metadata": {"auth_token": "xyz", "n": 7}})
    written = (tmp_path / "runs.jsonl").read_text()

    assert recorder.sample().metadata == {"auth_token": "***", "n": 7}
    assert recorder.sample().error == "RuntimeError: bad key *** at https://x/v1?key=***"
    assert "sk-test-0000" not in written
    assert "xyz" not in written
    assert "abcdwxyz" not in written


def test_redaction_of_ones_own() -> None:
    def hide(sample: MultiTurnSample) -> MultiTurnSample:
        return MultiTurnSample(user_input=[OurHumanMessage("hidden")])

    given: list[MultiTurnSample] = []
    recorder = Recorder(redact=hide, sink=given.append)
    ask(recorder)

    assert [one.question for one in given] == ["hidden"]
    assert recorder.sample().question == "hidden"


def test_a_redaction_that_fails_writes_nothing() -> None:
    def broken(sample: MultiTurnSample) -> MultiTurnSample:
        raise RuntimeError("cannot")

    given: list[MultiTurnSample] = []
    recorder = Recorder(redact=broken, sink=given.append)
    ask(recorder)

    assert given == []
    with pytest.raises(RuntimeError, match="cannot"):
        recorder.sample()


def test_a_redaction_that_returns_nothing_is_refused() -> None:
    recorder = Recorder(redact=lambda sample: None)  # type: ignore[arg-type, return-value]
    ask(recorder)

    with pytest.raises(InputError, match="redact must return the sample, got None"):
        recorder.sample()


def test_long_texts_are_cut() -> None:
    recorder = Recorder(max_content_chars=10)
    ask(recorder, "x" * 30)

    assert recorder.sample().question == "x" * 10 + "[... 20 characters cut]"
    assert list(recorder.sample().gaps) == ["texts of over 10 characters were cut"]


@pytest.mark.parametrize("name", ["keep", "max_content_chars"])
@pytest.mark.parametrize("value", [0, -1, 1.5, True, "3"])
def test_bounds_must_be_whole_numbers_above_0(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"{name} must be a whole number above 0, got {value!r}"):
        Recorder(**{name: value})
