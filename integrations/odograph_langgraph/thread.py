"""A checkpointer that shows a run its thread and writes nothing."""
# ruff: noqa: ARG002 - LangGraph fixes the signatures of a checkpointer

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)

__all__ = ("ThreadReader",)


class ThreadReader(BaseCheckpointSaver[Any]):
    """Reads the threads of another checkpointer and drops what a run would write to them.

    A run on it goes on from a thread as the thread is, and leaves the thread as it was. It fits
    runs that need not read their own checkpoints again, so none that stop and are resumed.
    """

    def __init__(self, inner: BaseCheckpointSaver[Any]) -> None:
        super().__init__(serde=inner.serde)
        self._inner = inner

    @property
    def config_specs(self) -> list[Any]:
        """The settings that the inner checkpointer takes."""
        inner: Any = self._inner
        specs: list[Any] = inner.config_specs
        return specs

    def get_next_version(self, current: Any, channel: None) -> Any:
        """Count versions as the inner checkpointer does, since the run goes on from them."""
        return self._inner.get_next_version(current, channel)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint of the thread."""
        return self._inner.get_tuple(config)

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Read a checkpoint of the thread."""
        return await self._inner.aget_tuple(config)

    def list(self, config: RunnableConfig | None, **kwargs: Any) -> Iterator[CheckpointTuple]:
        """List the thread's checkpoints."""
        return self._inner.list(config, **kwargs)

    def alist(self, config: RunnableConfig | None, **kwargs: Any) -> AsyncIterator[CheckpointTuple]:
        """List the thread's checkpoints."""
        return self._inner.alist(config, **kwargs)

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Name the checkpoint as if it had been written."""
        thread = config.get("configurable", {})
        return {"configurable": {**thread, "checkpoint_id": checkpoint["id"]}}

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Name the checkpoint as if it had been written."""
        return self.put(config, checkpoint, metadata, new_versions)

    def put_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Drop the writes."""

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Drop the writes."""
