from odograph.trace import CallRecord, HumanMessage, ModelCall, MultiTurnSample, Retrieval, ToolCall
from odograph_langchain.redact import mask_secrets

SECRET = "RuntimeError: 400 for https://api.example/v1?key=AIzaTEST123&x=1"
HIDDEN = "RuntimeError: 400 for https://api.example/v1?key=***&x=1"


def test_metadata_and_errors_of_a_sample_and_not_its_messages() -> None:
    masked = mask_secrets(
        MultiTurnSample(
            user_input=[HumanMessage("my key is sk-test-0000")],
            metadata={
                "model_kwargs": {"api_key": "sk-test-0000", "Authorization": "Bearer abc.def"},
                "max_tokens": 100,
                "token_count": 7,
            },
            error=SECRET,
            calls=[CallRecord(ToolCall("f"), "errored", error=SECRET)],
            model_calls=[ModelCall(error=SECRET)],
            retrievals=[Retrieval("q", error=SECRET)],
            gaps=[SECRET],
        )
    )

    assert masked.question == "my key is sk-test-0000"
    assert masked.metadata == {
        "model_kwargs": {"api_key": "***", "Authorization": "***"},
        "max_tokens": 100,
        "token_count": 7,
    }
    assert masked.error == HIDDEN
    assert masked.call_records[0].error == HIDDEN
    assert masked.model_calls[0].error == HIDDEN
    assert masked.retrievals[0].error == HIDDEN
    assert list(masked.gaps) == [HIDDEN]


def test_a_sample_without_secrets_stays_equal() -> None:
    sample = MultiTurnSample(user_input=[HumanMessage("hi")], metadata={"n": 1}, error="E: no")

    assert mask_secrets(sample) == sample
