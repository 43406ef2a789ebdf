from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from odograph.errors import InputError
from odograph.judge import HashedWords, LexicalJudge, adapt, as_embedder, as_judge


async def judge(task: Any, given: Any) -> Any:
    raise NotImplementedError


async def embed(texts: Sequence[str]) -> Any:
    raise NotImplementedError


def test_what_is_a_judge_or_an_embedder_stays_what_it_is() -> None:
    assert as_judge(judge) is judge
    assert as_judge(LexicalJudge()) == LexicalJudge()
    assert as_embedder(embed) is embed
    assert as_embedder(HashedWords()) == HashedWords()


@pytest.mark.parametrize("value", [3, None, len, print])
def test_what_no_adapter_knows_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="must be a judge or a chat model that an installed"):
        as_judge(value)
    with pytest.raises(InputError, match="must be an embedder or embeddings that an installed"):
        as_embedder(value)


def test_the_first_adapter_that_knows_a_value_turns_it_into_a_judge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(value: Any) -> Any:
        return None

    def known(value: Any) -> Any:
        return LexicalJudge(value) if isinstance(value, float) else None

    def adapters(group: str) -> tuple[list[Any], list[str]]:
        assert group == "odograph.judges"
        return [unknown, known], []

    monkeypatch.setattr(adapt, "_adapters", adapters)
    assert as_judge(0.5) == LexicalJudge(0.5)
    with pytest.raises(InputError):
        as_judge("a name")


def test_an_adapter_without_its_library_is_passed_over_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def points(group: str) -> list[EntryPoint]:
        return [EntryPoint("other", "no_such_library:as_judge", group)]

    monkeypatch.setattr(adapt, "entry_points", points)
    with pytest.raises(
        InputError, match=r"\(not loaded: other, for want of no_such_library\), got 3"
    ):
        as_judge(3)


@pytest.fixture(autouse=True)
def _adapters_are_looked_up_anew() -> Iterator[None]:
    lookup = adapt._adapters  # pyright: ignore[reportPrivateUsage]
    lookup.cache_clear()
    yield
    lookup.cache_clear()
