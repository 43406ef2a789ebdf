"""Which documents a run retrieved, and which it should have."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from odograph.trace import Retrieval, Sample
from odograph.trace.values import is_mapping, is_sequence

__all__ = ("WhichRetrieval", "reference_ids", "retrieved_ids")

WhichRetrieval = Literal["all", "first", "last"]


def reference_ids(sample: Sample) -> Sequence[Any] | Mapping[str, Any] | None:
    """The ids of `reference_context_ids`, a field or, for a recorded run, a key of its metadata.

    In the metadata it may also be grades by id. None where there are none.
    """
    own: Any = getattr(sample, "reference_context_ids", None)
    found: Any = sample.metadata.get("reference_context_ids") if own is None else own
    return found if is_sequence(found) or is_mapping(found) else None


def retrieved_ids(
    sample: Sample, which: WhichRetrieval, id_key: str | None
) -> tuple[Sequence[Any] | None, str]:
    """The ids of the retrieved documents, in order, or None and why they are not known.

    `retrieved_context_ids` if given, else those of the documents that the recorder saw. A recorded
    run that retrieved nothing has none of them, which is known.
    """
    own: Any = getattr(sample, "retrieved_context_ids", None)
    if own is not None:
        return own, ""
    runs: Sequence[Retrieval] = sample.retrievals
    recorded = sample.model_calls or sample.path is not None or sample.calls is not None
    if not runs and not recorded:
        return None, "the sample has neither retrieved_context_ids nor recorded retrievals"
    if which != "all":
        runs = runs[:1] if which == "first" else runs[-1:]
    found: list[Any] = []
    for number, run in enumerate(runs):
        for index, document in enumerate(run.documents):
            name = document.id if id_key is None else document.metadata.get(id_key)
            if name is None:
                wanted = "no id" if id_key is None else f"no {id_key!r} in its metadata"
                return None, f"document {index} of retrieval {number} has {wanted}"
            found.append(name)
    return found, ""
