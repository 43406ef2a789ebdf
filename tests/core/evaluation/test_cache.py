from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.evaluation.judged import Playing, Supported, Twice, answers, yes
from odograph import InputError
from odograph.evaluation import evaluate
from odograph.evaluation.cache import identity_of
from odograph.judge import CLAIM_SUPPORT, Claims, LexicalJudge, Verdicts


def asked_in(cache: Path, judge: Playing, *metrics: Any) -> int:
    before = len(judge.asked)
    evaluate(answers(3), metrics or (Supported(),), judge=judge, cache=cache)
    return len(judge.asked) - before


def test_a_second_run_asks_nothing_again(tmp_path: Path) -> None:
    cache, judge = tmp_path / "answers.db", Playing()

    assert asked_in(cache, judge) == 3
    assert asked_in(cache, judge) == 0


def test_kept_answers_give_the_same_scores_and_took_nothing(tmp_path: Path) -> None:
    cache, judge = tmp_path / "answers.db", Playing()
    first, second = (evaluate(answers(3), Supported(), judge=judge, cache=cache) for _ in range(2))

    assert [s.value for s in second.scores("Supported()")] == [
        s.value for s in first.scores("Supported()")
    ]
    assert (first.summary()[0].judge.calls, second.summary()[0].judge.calls) == (3, 0)
    assert second.summary()[0].judge.cost == 0


def test_another_model_has_answers_of_its_own(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"

    assert asked_in(cache, Playing(name="small")) == 3
    assert asked_in(cache, Playing(name="large")) == 3


def test_an_edited_task_is_another_question(tmp_path: Path) -> None:
    cache, judge = tmp_path / "answers.db", Playing()
    edited = Supported(tasks=[CLAIM_SUPPORT.with_instruction("Be strict.")])

    assert asked_in(cache, judge) == 3
    assert asked_in(cache, judge, edited) == 3


def test_a_question_is_not_asked_beside_itself(tmp_path: Path) -> None:
    judge = Playing(latency=0.01)
    same = [answers(1)[0]] * 5
    evaluate(same, [Supported(), Twice()], judge=judge, cache=tmp_path / "answers.db")

    assert len(judge.asked) == 2  # the one that both put, and the one that Twice puts before


def test_what_failed_is_asked_again_and_what_did_not_is_kept(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    fails = [True]

    def play(given: Claims) -> Verdicts:
        if fails[0] and given.claims == ["answer 1"]:
            return Verdicts(verdicts=[])  # no verdict for the claim
        return yes(given)

    judge = Playing(play)
    assert asked_in(cache, judge) == 3
    fails[0] = False
    assert asked_in(cache, judge) == 1
    assert asked_in(cache, judge) == 0


def test_a_judge_without_a_name_is_refused_and_its_answers_never_taken_for_another_s(
    tmp_path: Path,
) -> None:
    async def judge(task: Any, given: Any) -> Any:
        return yes(given)

    with pytest.raises(InputError, match="a judge whose answers are kept must have an `identity`"):
        evaluate(answers(1), Supported(), judge=judge, cache=tmp_path / "answers.db")


def test_a_judge_that_is_a_value_is_known_by_its_repr() -> None:
    assert identity_of(LexicalJudge(threshold=0.5)) != identity_of(LexicalJudge())


def test_a_mapping_may_name_a_judge_in_any_order() -> None:
    @dataclass(eq=False)
    class Named:
        identity: dict[str, Any]

    one, two = {"model": "m", "t": 0}, {"t": 0, "model": "m"}
    assert identity_of(Named(one)) == identity_of(Named(two))


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    path.write_text("not a database, but long enough to be looked at " * 20)
    with pytest.raises(InputError, match=r"answers\.db: is no cache of answers"):
        evaluate(answers(1), Supported(), judge=Playing(), cache=path)
