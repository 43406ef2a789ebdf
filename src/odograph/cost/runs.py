"""What one run took: its model calls, its steps, and the time from its first start to its end."""

from collections.abc import Iterator, Sequence

from odograph.trace import AIMessage, CallRecord, ModelCall, MultiTurnSample, Sample

__all__ = ("latency_of", "model_calls_of", "steps_of")


def model_calls_of(sample: Sample) -> Sequence[ModelCall]:
    """The model calls that the recorder saw; without a recorder, one for each AI message.

    A message that tells no usage is a call that told none.
    """
    recorded = sample.model_calls or sample.calls is not None or sample.path is not None
    if recorded or not isinstance(sample, MultiTurnSample):
        return sample.model_calls
    answers = (one for one in sample.user_input if isinstance(one, AIMessage))
    return tuple(ModelCall(usage=one.usage) for one in answers)


def steps_of(sample: Sample) -> Sequence[Sequence[ModelCall]]:
    """The model calls by step of the tool loop.

    Each call of the agent's model is a step. A call that middleware makes for itself (a summary)
    belongs to the step that it prepares; after the last step, to the last.
    """
    steps: list[list[ModelCall]] = []
    waiting: list[ModelCall] = []
    for call in model_calls_of(sample):
        if call.internal:
            waiting.append(call)
        else:
            steps.append([*waiting, call])
            waiting = []
    if waiting and steps:
        steps[-1] += waiting
    elif waiting:
        steps.append(waiting)
    return steps


def latency_of(sample: Sample) -> float | None:
    """Seconds from the first start to the last end among the model and tool calls of a run.

    None where no call tells its times.
    """
    times = list(_times(sample))
    if not times:
        return None
    return max(end for _, end in times) - min(start for start, _ in times)


def _times(sample: Sample) -> Iterator[tuple[float, float]]:
    calls: list[ModelCall | CallRecord] = [*sample.model_calls, *sample.call_records]
    for call in calls:
        if call.started_at is not None:
            yield call.started_at, call.started_at + (call.latency or 0.0)
