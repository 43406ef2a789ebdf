from odograph.evaluation import first_divergence
from odograph.evaluation.divergence import actions_of
from odograph.trace import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    MultiTurnSample,
    NodePath,
    SingleTurnSample,
    ToolCall,
)


def run(*steps: str | list[str]) -> MultiTurnSample:
    """Each text is a step that calls this tool, a list a parallel batch, `.` an answer."""
    batches = [[] if step == "." else [step] if isinstance(step, str) else step for step in steps]
    said = [AIMessage(tool_calls=[ToolCall(name) for name in batch]) for batch in batches]
    return MultiTurnSample(user_input=[HumanMessage("go"), *said])


def test_the_first_step_that_no_passing_run_takes() -> None:
    parted = first_divergence(
        [run("search", "read", "."), run("search", "read", ".")],
        [run("search", "guess", "."), run("search", ".")],
    )
    assert parted is not None
    assert parted.step == 2
    assert parted.before == ("search({})",)
    assert parted.passing == {"read({})": 2}
    assert parted.failing == {"guess({})": 1, "(answers)": 1}
    assert str(parted) == (
        "step 2: passing runs read({}) (2); failing guess({}) (1), (answers) (1)"
    )


def test_it_counts_from_the_passing_run_that_is_followed_longest() -> None:
    parted = first_divergence([run("a", "b"), run("x", "y")], [run("x", "z")])
    assert parted is not None
    assert (parted.step, parted.passing, parted.failing) == (2, {"y({})": 1}, {"z({})": 1})


def test_of_several_steps_that_of_most_runs_is_told() -> None:
    good = [run("a", "b", "c")]
    parted = first_divergence(good, [run("z"), run("a", "b", "y"), run("a", "b", "x")])
    assert parted is not None
    assert (parted.step, parted.elsewhere) == (3, 1)
    assert str(parted).endswith("; 1 part elsewhere")


def test_of_equals_the_earliest_is_told() -> None:
    parted = first_divergence([run("a", "b")], [run("a", "y"), run("z")])
    assert parted is not None
    assert parted.step == 1


def test_a_run_may_end_too_early_or_go_on() -> None:
    early = first_divergence([run("a", "b")], [run("a")])
    late = first_divergence([run("a")], [run("a", "b")])
    assert early is not None
    assert late is not None
    assert (early.step, early.failing) == (2, {"(ends)": 1})
    assert (late.step, late.passing) == (2, {"(ends)": 1})


def test_runs_that_do_the_same_do_not_part() -> None:
    assert first_divergence([run("a", ".")], [run("a", ".")]) is None
    assert first_divergence([], [run("a")]) is None
    assert first_divergence([run("a")], []) is None


def test_the_calls_of_a_batch_have_no_order_and_arguments_count() -> None:
    assert actions_of(run(["b", "a"])) == actions_of(run(["a", "b"]))
    one = AIMessage(tool_calls=[ToolCall("f", {"y": 1, "x": "é"})])
    assert actions_of(MultiTurnSample(user_input=[one])) == ('f({"x": "é", "y": 1})',)


def test_a_malformed_call_is_a_step_of_its_own_kind() -> None:
    broken = AIMessage(invalid_tool_calls=[InvalidToolCall("f", '{"x"')])
    assert actions_of(MultiTurnSample(user_input=[broken])) == ('f({"x")',)


def test_a_run_without_messages_is_told_by_its_nodes() -> None:
    sample = SingleTurnSample(path=NodePath.of(["plan", {"x", "y"}]))
    assert actions_of(sample) == ("plan", "x & y")
    assert actions_of(SingleTurnSample()) == ()


def test_long_arguments_are_cut_where_they_are_shown() -> None:
    long = AIMessage(tool_calls=[ToolCall("think", {"thought": "hm " * 100})])
    parted = first_divergence([run("a")], [MultiTurnSample(user_input=[long])])
    assert parted is not None
    assert str(parted).endswith("hm ... (1)")
    assert len(str(parted)) < 200
