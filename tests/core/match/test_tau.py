"""Real runs of a tool-calling agent, whose calls predict whether the task was done.

tau-bench, airline: 50 tasks, 4 attempts each; the reward says whether the data base ended right.
"""

from collections import Counter
from pathlib import Path

import pytest

from odograph.metrics import ToolCallF1, TrajectoryMatch
from odograph.trace import MultiTurnSample, Sample, read_samples

DATA = Path(__file__).parents[4] / "shared" / "data" / "tau_airline_gpt4o.json.gz"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the runs are not here")

CHANGING = [
    *("book_reservation", "cancel_reservation", "send_certificate"),
    *("update_reservation_baggages", "update_reservation_flights"),
    "update_reservation_passengers",
]


@pytest.fixture(scope="module")
def runs() -> list[Sample]:
    return list(read_samples(DATA, failed=lambda text: text.startswith("Error")))


def test_the_runs_are_read_whole(runs: list[Sample]) -> None:
    messages = [m for run in runs if isinstance(run, MultiTurnSample) for m in run.user_input]
    assert (len(runs), len(messages)) == (200, 5308)
    assert sum(len(run.call_records) for run in runs) == 1164
    assert [run.gaps for run in runs if run.gaps] == []


def test_mean_f1_of_all_calls(runs: list[Sample]) -> None:
    scores = [float(ToolCallF1().score(run)) for run in runs]
    assert round(sum(scores) / len(scores), 5) == 0.35376


def test_all_reference_calls_are_among_those_made(runs: list[Sample]) -> None:
    done = [run for run in runs if TrajectoryMatch("superset").score(run)]
    assert Counter(run.metadata["reward"] for run in done) == {1.0: 57, 0.0: 19}


def test_successful_changes_predict_the_reward(runs: list[Sample]) -> None:
    rule = TrajectoryMatch("unordered", which="succeeded", tools=CHANGING)
    verdicts = Counter((bool(rule.score(run)), run.metadata["reward"] == 1.0) for run in runs)
    assert verdicts == {(True, True): 83, (True, False): 4, (False, True): 1, (False, False): 112}


def test_an_id_used_twice_does_not_mix_up_the_results(runs: list[Sample]) -> None:
    repeated = [
        run
        for run in runs
        if max(Counter(one.requested.id for one in run.call_records).values(), default=0) > 1
    ]
    assert len(repeated) == 49
    assert {one.outcome for run in repeated for one in run.call_records} == {"executed", "errored"}
