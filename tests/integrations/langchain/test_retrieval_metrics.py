"""Ranked metrics of the documents that a recorded run retrieved."""

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig

from odograph import evaluate
from odograph.metrics import NDCGAtK, RecallAtK, ReciprocalRank
from odograph.trace import SingleTurnSample
from odograph_langchain import collect


class Shelf(BaseRetriever):
    """Returns the same documents to every question."""

    ids: list[str]

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        return [Document(f"text of {one}", id=one, metadata={"source": one}) for one in self.ids]


def ask(case_id: str, *relevant: str) -> SingleTurnSample:
    return SingleTurnSample(case_id=case_id, user_input="?", reference_context_ids=relevant)


def question(case: Any) -> str:
    return str(case.question)


def test_what_the_recorder_saw_is_measured_against_the_cases_references() -> None:
    runs = collect(
        [ask("one", "b"), ask("two", "z"), ask("none")], Shelf(ids=["a", "b"]), inputs=question
    )
    result = evaluate(runs, [ReciprocalRank(), RecallAtK(1), NDCGAtK(2, id_key="source")])

    assert [score.value for score in result.scores("ReciprocalRank()")] == [0.5, 0.0, None]
    assert [score.value for score in result.scores("RecallAtK(k=1)")] == [0.0, 0.0, None]
    assert result.rows[2].scores["ReciprocalRank()"].reason == "there is no relevant document"


def test_a_run_that_never_asks_the_retriever_scores_0() -> None:
    def forgetful(text: str, config: RunnableConfig) -> None:
        Shelf(ids=[]).invoke(text, config)

    (run,) = collect([ask("one", "b")], forgetful, inputs=question)
    assert RecallAtK(3).score(run).value == 0.0
