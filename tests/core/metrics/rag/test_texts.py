from odograph.metrics import ContextPrecision, Faithfulness, QuotedSpans
from odograph.metrics.rag.texts import (
    contexts_of,
    filled,
    question_of,
    reference_contexts_of,
    response_of,
)
from odograph.trace import (
    AIMessage,
    Document,
    HumanMessage,
    MultiTurnSample,
    Retrieval,
    SingleTurnSample,
    ToolMessage,
)

RUN = MultiTurnSample(
    user_input=[
        HumanMessage("Of what is the bridge?"),
        AIMessage("Let me look."),
        ToolMessage("found"),
        AIMessage(' The bridge is steel: "a bridge of steel". It is red. '),
    ],
    retrievals=[
        Retrieval("bridge", [Document("Cats sleep."), Document("It is a bridge of steel.")]),
        Retrieval("colour", [Document(" ")]),
    ],
    reference="The bridge is steel.",
)


def test_a_run_is_read_by_its_question_its_last_answer_and_all_it_retrieved() -> None:
    assert question_of(RUN) == "Of what is the bridge?"
    assert response_of(RUN).startswith("The bridge is steel")
    assert contexts_of(RUN) == ["Cats sleep.", "It is a bridge of steel.", " "]
    assert reference_contexts_of(RUN) == ()


def test_so_the_measures_of_answers_score_runs_too() -> None:
    assert Faithfulness().score(RUN).value == 0.5
    assert ContextPrecision().score(RUN).value == 0.5
    assert QuotedSpans().score(RUN).value == 1.0


def test_a_run_that_retrieved_nothing_lacks_contexts() -> None:
    plain = MultiTurnSample(user_input=RUN.user_input)
    assert Faithfulness().score(plain).fault == "data"


def test_what_is_not_there_is_empty() -> None:
    empty = SingleTurnSample()
    assert (question_of(empty), response_of(empty), contexts_of(empty)) == ("", "", ())
    assert filled(["", " \n", "a "]) == ["a "]
