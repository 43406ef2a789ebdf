"""A run that was interrupted goes on where it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.evaluation.judged import Playing, Supported, answers, yes
from odograph import InputError, Score, SingleTurnSample
from odograph.evaluation import EvaluationResult, evaluate
from odograph.judge import Claims, Verdicts
from odograph.metrics.function import metric


def stopping_at(case: str, seen: list[str]) -> Any:
    @metric(name="seen")
    def stops(sample: SingleTurnSample) -> bool:
        if sample.case_id == case:
            raise KeyboardInterrupt
        seen.append(sample.case_id or "")
        return True

    return stops


def test_a_run_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first: list[str] = []
    second: list[str] = []

    half = evaluate(answers(5), stopping_at("3", first), resume=path)
    whole = evaluate(answers(5), stopping_at("none", second), resume=path)

    assert (first, second) == (["0", "1", "2"], ["3", "4"])
    assert [score.scored for score in half.scores("seen")] == [True] * 3 + [False] * 2
    assert whole.summary()[0].mean == 1
    assert EvaluationResult.from_jsonl(path) == EvaluationResult(["seen"], list(whole.rows))


def test_what_a_killed_process_left_is_whole_lines_and_a_cut_one_is_done_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "results.jsonl"
    evaluate(answers(3), stopping_at("none", []), resume=path)
    text = path.read_text()
    path.write_text(text[:-10])

    seen: list[str] = []
    evaluate(answers(3), stopping_at("none", seen), resume=path)
    assert seen == ["2"]


def test_what_the_judge_failed_at_is_asked_again_and_nothing_else(tmp_path: Path) -> None:
    fails = [True]

    def play(given: Claims) -> Verdicts:
        if fails[0] and given.claims == ["answer 1"]:
            raise TimeoutError("too late")
        return yes(given)

    judge, path = Playing(play), tmp_path / "results.jsonl"
    evaluate(answers(3), Supported(), judge=judge, resume=path)
    fails[0] = False
    result = evaluate(answers(3), Supported(), judge=judge, resume=path)

    assert len(judge.asked) == 4
    assert result.summary()[0].scored == 3


def test_a_changed_sample_is_scored_again_and_an_added_one_too(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    seen: list[str] = []
    evaluate(answers(3), stopping_at("none", []), resume=path)
    changed = [answers(1, "other")[0], *answers(4)[1:]]
    evaluate(changed, stopping_at("none", seen), resume=path)

    assert seen == ["0", "3"]


def test_a_metric_that_is_added_is_scored_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    seen: list[str] = []
    evaluate(answers(2), stopping_at("none", seen), resume=path)

    def length(response: str) -> int:
        return len(response)

    result = evaluate(answers(2), [stopping_at("none", seen), length], resume=path)
    assert seen == ["0", "1"]
    assert [score.value for score in result.scores("length")] == [8, 8]


def test_rows_are_in_the_file_as_soon_as_they_are_done(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    lines: list[int] = []

    def look(done: int) -> None:
        lines.append(len(path.read_text().splitlines()))

    evaluate(answers(3), stopping_at("none", []), resume=path, progress=look)
    assert lines == [2, 3, 4]  # with the head


def test_another_judge_does_not_go_on_with_the_first_one_s_scores(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    evaluate(answers(1), Supported(), judge=Playing(name="small"), resume=path)
    with pytest.raises(InputError, match=r"Supported\(\) was judged by .* small; go on with that"):
        evaluate(answers(1), Supported(), judge=Playing(name="large"), resume=path)


def test_a_judge_without_a_name_may_go_on(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    asked: list[str] = []

    async def judge(task: Any, given: Claims) -> Verdicts:
        asked.append(given.claims[0])
        return yes(given)

    for count in (2, 3):
        evaluate(answers(count), Supported(), judge=judge, resume=path)
    assert sorted(asked) == ["answer 0", "answer 1", "answer 2"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"schema": "other"}\n', "the first line must have schema"),
        ("nonsense\n", "is no line of results"),
        (
            '{"schema": "odograph-result/1", "metrics": ["A()"]}\n{"scores": {}}\n',
            "cannot be resumed: it was not written with resume=",
        ),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        evaluate(answers(1), stopping_at("none", []), resume=path)
    assert path.read_text() == text


def test_an_unfinished_file_reads_as_results_in_the_order_of_the_dataset(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    head = {"schema": "odograph-result/1", "metrics": ["A()"]}
    rows = [{"row": i, "scores": {"A()": {"value": i, "reason": ""}}} for i in (2, 0)]
    path.write_text("".join(json.dumps(one) + "\n" for one in (head, *rows)))

    assert EvaluationResult.from_jsonl(path).scores("A()") == [Score(0), Score(2)]
