"""What the runners add for each judge call: `evaluate` beside ragas, at judges that answer at once.

Faithfulness of 1,000 samples, two calls each, in one process. Run it with an interpreter that has
ragas 0.4.3 and langchain-community 0.4.1:

    PYTHONPATH=src python benchmarks/evaluate_beside_ragas.py
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, get_args

from odograph import Faithfulness, SingleTurnSample, evaluate

SAMPLES = 1_000
CALLS = 2
REPEATS = 5
CLAIMS = ["a", "b", "c", "d"]
VERDICTS = [{"index": i, "reason": "", "verdict": "yes"} for i in range(len(CLAIMS))]
ANSWERS: dict[str, Any] = {
    "texts": {"texts": [{"index": 0, "claims": CLAIMS}]},
    "verdicts": {"verdicts": VERDICTS},
}
FIELDS: dict[str, Any] = {
    "user_input": "q",
    "response": "a, b, c and d",
    "retrieved_contexts": ["a b c d"],
}


class Answering:
    """Our judge: fills in the answer that the task asks for."""

    async def __call__(self, task: Any, _given: Any, /) -> Any:
        (field,) = task.output.model_fields
        return task.output.model_validate(ANSWERS[field])


def ours() -> None:
    samples = [SingleTurnSample(**FIELDS) for _ in range(SAMPLES)]
    (summary,) = evaluate(samples, Faithfulness(judge=Answering())).summary()
    assert summary.mean == 1
    assert summary.scored == SAMPLES


def theirs() -> Callable[[], None]:
    """Ragas' own batch of the same measure, at a model that fills in its answers at once."""
    # by name: the type checkers' interpreter lacks it
    base: Any = import_module("ragas.llms.base").InstructorBaseRagasLLM
    collections: Any = import_module("ragas.metrics.collections")

    class Playing(base):  # type: ignore[misc]
        def generate(self, prompt: str, response_model: Any) -> Any:
            del prompt
            if get_args(response_model.model_fields["statements"].annotation) == (str,):
                return response_model(statements=CLAIMS)
            said = [{"statement": one, "reason": "", "verdict": 1} for one in CLAIMS]
            return response_model.model_validate({"statements": said})

        async def agenerate(self, prompt: str, response_model: Any) -> Any:
            return self.generate(prompt, response_model)

    metric: Any = collections.Faithfulness(llm=Playing())

    def run() -> None:
        scores: Any = asyncio.run(metric.abatch_score([dict(FIELDS) for _ in range(SAMPLES)]))
        assert [one.value for one in scores] == [1.0] * SAMPLES

    return run


def milliseconds(work: Callable[[], None]) -> float:
    """Median CPU time for each judge call."""
    taken: list[float] = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken) * 1000 / SAMPLES / CALLS


def main() -> None:
    print(f"CPU milliseconds for each judge call, {SAMPLES} samples of faithfulness")
    print(f"odograph evaluate: {milliseconds(ours):.3f}")
    print(f"ragas abatch_score: {milliseconds(theirs()):.3f}")


if __name__ == "__main__":
    main()
