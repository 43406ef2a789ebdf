import asyncio

from odograph.judge import Spend, metering, note_call, note_kept
from odograph.trace import Usage

CALL = Usage(input_tokens=10, output_tokens=2, cost=0.5)


def test_calls_are_counted_where_they_are_metered() -> None:
    note_call(CALL)  # nobody meters
    with metering() as outer:
        note_call(CALL)
        with metering() as inner:
            note_call(CALL, lexical=True)
    assert (outer.calls, outer.input_tokens, outer.output_tokens, outer.cost) == (2, 20, 4, 1.0)
    assert (inner.calls, inner.lexical, outer.lexical) == (1, True, True)


def test_an_unknown_usage_makes_the_cost_unknown() -> None:
    with metering() as spend:
        note_call(CALL)
        note_call(None)
        note_call(Usage(input_tokens=1))
    assert spend.as_dict() == {
        "calls": 3,
        "input_tokens": 11,
        "output_tokens": 2,
        "cost": None,
        "calls_without_usage": 1,
    }


def test_kept_answers_are_no_calls() -> None:
    with metering() as spend:
        note_kept()
    assert (spend.calls, spend.cost, spend.as_dict()["kept_answers"]) == (0, 0.0, 1)


async def test_tasks_started_inside_are_metered_and_no_others() -> None:
    async def call() -> None:
        await asyncio.sleep(0)
        note_call(CALL)

    async def metered(times: int) -> Spend:
        with metering() as spend:
            await asyncio.gather(*(call() for _ in range(times)))
        return spend

    spends = await asyncio.gather(metered(1), metered(3), metered(2))
    assert [spend.calls for spend in spends] == [1, 3, 2]
