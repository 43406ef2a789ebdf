"""What happened: messages, calls, the path of nodes, usage, samples, files of them."""

from odograph.trace.calls import CallRecord, Outcome, Which, join_calls
from odograph.trace.codec import SCHEMA, sample_from_dict, sample_to_dict
from odograph.trace.contexts import documents_of, texts_of
from odograph.trace.dataset import EvaluationDataset
from odograph.trace.messages import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    Message,
    Role,
    SystemMessage,
    ToolCall,
    ToolMessage,
)
from odograph.trace.openai import call_from_openai, from_openai, message_from_openai
from odograph.trace.path import NodePath, NodePathLike, NodeVisit, VisitStatus
from odograph.trace.records import DEFAULT_MAPPING, read_samples, sample_from_record
from odograph.trace.samples import (
    Document,
    Interrupt,
    ModelCall,
    MultiTurnSample,
    Retrieval,
    RunStatus,
    Sample,
    SingleTurnSample,
)
from odograph.trace.usage import Usage

__all__ = (
    "DEFAULT_MAPPING",
    "SCHEMA",
    "AIMessage",
    "CallRecord",
    "Document",
    "EvaluationDataset",
    "HumanMessage",
    "Interrupt",
    "InvalidToolCall",
    "Message",
    "ModelCall",
    "MultiTurnSample",
    "NodePath",
    "NodePathLike",
    "NodeVisit",
    "Outcome",
    "Retrieval",
    "Role",
    "RunStatus",
    "Sample",
    "SingleTurnSample",
    "SystemMessage",
    "ToolCall",
    "ToolMessage",
    "Usage",
    "VisitStatus",
    "Which",
    "call_from_openai",
    "documents_of",
    "from_openai",
    "join_calls",
    "message_from_openai",
    "read_samples",
    "sample_from_dict",
    "sample_from_record",
    "sample_to_dict",
    "texts_of",
)
