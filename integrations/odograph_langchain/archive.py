"""The archive: samples of the recorded runs, derived when asked for, and what is kept of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args
from uuid import UUID

from odograph.errors import InputError
from odograph.trace import MultiTurnSample
from odograph_langchain.derive import derive
from odograph_langchain.redact import mask_secrets
from odograph_langchain.sinks import Sink
from odograph_langchain.spans import Span, SpanStore
from odograph_langchain.trim import trim
from odograph_langchain.turns import Turn, goes_on, thread_of, turns_of

__all__ = ("Archive", "By", "Policy", "Redact")

By = Literal["run", "turn", "thread"]
Redact = Callable[[MultiTurnSample], MultiTurnSample]


@dataclass(frozen=True, slots=True)
class Policy:
    """What is kept and written: see `Recorder`."""

    keep: int | None = None
    sink: Sink | None = None
    redact: Redact = mask_secrets
    max_content_chars: int | None = None

    def __post_init__(self) -> None:
        for name in ("keep", "max_content_chars"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise InputError.of(f"{name} must be a whole number above 0", value)

    def apply(self, sample: MultiTurnSample) -> MultiTurnSample:
        """Redact first, so that no secret is cut in two and missed."""
        redacted = self.redact(sample)
        if not isinstance(redacted, MultiTurnSample):
            raise InputError.of("redact must return the sample", redacted)
        limit = self.max_content_chars
        return redacted if limit is None else trim(redacted, limit)


class Archive:
    """Samples over a store of spans."""

    def __init__(self, store: SpanStore, policy: Policy) -> None:
        self._store = store
        self._policy = policy
        self._derived: dict[tuple[str, tuple[UUID, ...]], tuple[object, MultiTurnSample]] = {}

    def collect(self, by: By, *, unfinished: bool = False) -> list[MultiTurnSample]:
        """Return the samples, in the order of their starts."""
        if by not in get_args(By):
            raise InputError.of("by must be 'run', 'turn' or 'thread'", by)
        roots = self._roots(unfinished=unfinished)
        groups: list[list[Turn]]
        if by == "run":
            groups = [[[root]] for root in roots]
        elif by == "turn":
            groups = [[turn] for turn in turns_of(roots)]
        else:
            groups = _threads(turns_of(roots))
        return [self._sample_of(group, by) for group in groups]

    def find(self, run_id: UUID | str | None) -> MultiTurnSample:
        """Return the sample of the turn with this run; without an id, of the last turn."""
        turns = turns_of(self._roots())
        if run_id is None:
            if not turns:
                raise InputError("the recorder has no finished run: was it in the callbacks?")
            return self._sample_of([turns[-1]], "turn")
        for turn in turns:
            if any(str(root.run_id) == str(run_id) for root in turn):
                return self._sample_of([turn], "turn")
        raise InputError.of("must be a finished run of the recorder", str(run_id), place="run_id")

    def take(self) -> list[MultiTurnSample]:
        """Return the finished samples and forget them."""
        roots = self._roots()
        samples = [self._sample_of([turn], "turn") for turn in turns_of(roots)]
        self._forget(roots)
        return samples

    def clear(self) -> None:
        """Forget everything."""
        self._forget(self._store.roots())

    def finish(self, root: Span) -> None:
        """Write the sample of a root that has ended, and forget what is beyond the bound."""
        if self._policy.sink is not None:
            turn = [root]
            if goes_on(root):
                turn = next((one for one in turns_of(self._roots()) if root in one), turn)
            self._policy.sink(self._sample_of([turn], "turn"))
        if self._policy.keep is not None:
            self._shorten(self._policy.keep)

    def _shorten(self, keep: int) -> None:
        roots = self._store.roots()
        if len(roots) <= keep:
            return
        finished = [root for root in roots if root.ended is not None]
        waiting = [root for root in roots if root.ended is None]
        gone = waiting[:-keep]
        turns = turns_of(finished)
        while len(finished) > keep:
            gone += turns[0]
            finished = finished[len(turns.pop(0)) :]
        self._forget(gone)

    def _roots(self, *, unfinished: bool = False) -> list[Span]:
        return [root for root in self._store.roots() if unfinished or root.ended is not None]

    def _forget(self, roots: Sequence[Span]) -> None:
        self._store.forget(roots)
        gone = {root.run_id for root in roots}
        for key in [key for key in list(self._derived) if not gone.isdisjoint(key[1])]:
            self._derived.pop(key, None)

    def _sample_of(self, group: Sequence[Turn], by: By) -> MultiTurnSample:
        """Derive a sample once; again only when something of its runs has happened since."""
        roots = [root for turn in group for root in turn]
        key = by, tuple(root.run_id for root in roots)
        state = [(root.latest, len(root.faults)) for root in roots]
        known = self._derived.get(key)
        if known is None or known[0] != state:
            sample = derive(group, history=by == "thread")
            known = self._derived[key] = (state, self._policy.apply(sample))
            if not all(map(self._store.holds, roots)):
                self._derived.pop(key, None)  # another thread has forgotten them meanwhile
        return known[1]


def _threads(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Group turns by their thread; a turn without one stands alone."""
    groups: dict[str | UUID, list[Turn]] = {}
    for turn in turns:
        groups.setdefault(thread_of(turn[0]) or turn[0].run_id, []).append(turn)
    return list(groups.values())
