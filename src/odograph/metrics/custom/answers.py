"""Models of the answers to custom metrics, bound to their labels, range or ranking."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, create_model

from odograph.judge.judge import JudgeError
from odograph.judge.plain import read_label, read_number, read_truth

__all__ = ("label_answer", "number_answer", "ranking_answer", "truth_answer")

_Reason = Annotated[str, Field(description="At most 40 words.")]


def label_answer(labels: Sequence[str]) -> type[BaseModel]:
    """Build a model whose value is one of the labels, as they are spelled here."""

    def read(value: Any) -> Any:
        return read_label(value, labels) if isinstance(value, str) else value

    kind: Any = Literal[tuple(labels)]
    return _model(Annotated[kind, BeforeValidator(read)])


def number_answer(low: float, high: float, *, whole: bool) -> type[BaseModel]:
    """Build a model whose value is a number from low to high."""

    def read(value: Any) -> Any:
        if isinstance(value, bool):
            raise JudgeError(f"value must be a number, got {value}")
        return read_number(value, low, high) if isinstance(value, str) else value

    limited: Any = Field(ge=low, le=high)
    kind: Any = int if whole else float
    return _model(Annotated[kind, limited, BeforeValidator(read)])


def truth_answer() -> type[BaseModel]:
    """Build a model whose value is a verdict."""

    def read(value: Any) -> Any:
        return read_truth(str(value).casefold())

    return _model(Annotated[bool, BeforeValidator(read)])


def ranking_answer(items: Sequence[str] | int) -> type[BaseModel]:
    """Build a model whose value ranks the items, each once; or that many items of the judge's."""
    number = items if isinstance(items, int) else len(items)

    def check(ranked: list[str]) -> list[str]:
        if len(ranked) != number or len(set(ranked)) != number:
            raise JudgeError(f"value must rank {number} items, each once, got {ranked}")
        if not isinstance(items, int) and set(ranked) != set(items):
            raise JudgeError(f"value must rank {', '.join(items)}, got {ranked}")
        return ranked

    return _model(Annotated[list[str], AfterValidator(check)])


def _model(kind: Any) -> type[BaseModel]:
    model: type[BaseModel] = create_model("Answer", reason=(_Reason, ...), value=(kind, ...))
    return model
