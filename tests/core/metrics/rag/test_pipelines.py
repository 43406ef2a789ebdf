"""Two pipelines on eight questions: one retrieves and reads well, the other does not."""

from statistics import mean

import pytest

from odograph.metrics import AnswerRelevancy, ContextPrecision, ContextRecall, Faithfulness, Metric
from odograph.trace import SingleTurnSample

# question, right answer, passage that holds it, what the bad pipeline answers
QUESTIONS = [
    (
        "When was the harbour bridge opened?",
        "The harbour bridge was opened in 1932.",
        "The harbour bridge was opened to traffic in March 1932.",
        "The harbour bridge was opened in 1954 by a queen.",
    ),
    (
        "How deep is lake Aru?",
        "Lake Aru is 310 metres deep.",
        "At its deepest point, lake Aru is 310 metres deep.",
        "Lake Aru is 95 metres deep near the dam.",
    ),
    (
        "Who built the clock tower?",
        "The clock tower was built by Lena Voss.",
        "In 1888 the clock tower was built by Lena Voss.",
        "The clock tower was built by monks from the valley.",
    ),
    (
        "What do red pandas eat?",
        "Red pandas eat bamboo.",
        "Red pandas eat mostly bamboo, and some berries.",
        "Red pandas eat fish and small frogs.",
    ),
    (
        "Which river runs through Orven?",
        "The river Sall runs through Orven.",
        "The town of Orven lies where the river Sall runs through a gorge.",
        "The river Tamm runs through Orven and its vineyards.",
    ),
    (
        "How many keys has the old organ?",
        "The old organ has 1240 keys and pipes.",
        "Counted together, the old organ has 1240 keys and pipes.",
        "The old organ has 88 keys like a piano.",
    ),
    (
        "What is the museum made of?",
        "The museum is made of glass.",
        "The museum is made of glass, on a frame of oak.",
        "The museum is made of concrete and copper.",
    ),
    (
        "When does the night train leave?",
        "The night train leaves at 22:40.",
        "From platform 3, the night train leaves at 22:40 every day.",
        "The night train leaves at 19:15 except on Sundays.",
    ),
]
NOISE = [
    "Bread rises faster in a warm kitchen.",
    "The committee meets on Tuesdays.",
    "Paint dries slowly when it rains.",
]

GOOD = [
    SingleTurnSample(
        user_input=question,
        response=right,
        reference=right,
        retrieved_contexts=[passage, NOISE[0]],
    )
    for question, right, passage, _ in QUESTIONS
]
BAD = [
    SingleTurnSample(
        user_input=question,
        response=wrong,
        reference=right,
        retrieved_contexts=[*NOISE, *([passage] if index % 2 else [])],
    )
    for index, (question, right, passage, wrong) in enumerate(QUESTIONS)
]


def average(metric: Metric, samples: list[SingleTurnSample]) -> float:
    return mean(float(metric.score(sample)) for sample in samples)


@pytest.mark.parametrize(
    ("metric", "good", "bad"),
    [
        (Faithfulness(), 1.0, 0.0),
        (ContextPrecision(), 1.0, 0.125),
        (ContextRecall(), 1.0, 0.5),
    ],
)
def test_what_hangs_on_the_evidence_falls(metric: Metric, good: float, bad: float) -> None:
    assert average(metric, GOOD) == good
    assert average(metric, BAD) == bad


def test_relevancy_does_not_fall_for_wrong_answers_to_the_point() -> None:
    good, bad = average(AnswerRelevancy(), GOOD), average(AnswerRelevancy(), BAD)
    assert good > 0.5
    assert bad > 0.8 * good
