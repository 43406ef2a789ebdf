import io

from rich.console import Console

from odograph import Score
from odograph.evaluation import EvaluationResult, ResultRow
from odograph.report import print_breakdown, print_reasons, print_summary


def rows(*scores: dict[str, Score]) -> EvaluationResult:
    metrics = tuple(scores[0])
    return EvaluationResult(metrics, [ResultRow(one, f"case {i}") for i, one in enumerate(scores)])


def printed(result: EvaluationResult, *, limit: int | None = None) -> str:
    stream = io.StringIO()
    console = Console(file=stream, highlight=False)
    print_summary(result.summary(), console)
    print_reasons(result, console, limit=limit)
    return stream.getvalue()


def test_coverage_stands_beside_every_mean() -> None:
    unscored = Score.unscored("judge", "no reply")
    text = printed(
        rows(
            {"Flaky()": Score(1.0), "Steady()": Score(0.5)},
            *[{"Flaky()": unscored, "Steady()": Score(0.5)}] * 3,
        )
    )

    assert ["Flaky()", "1.000", "1", "of", "4", "judge", "3"] in [
        line.split() for line in text.splitlines()
    ]
    assert ["Steady()", "0.500", "4", "of", "4"] in [line.split() for line in text.splitlines()]


def test_a_metric_without_a_score_has_no_mean() -> None:
    assert "- " in printed(rows({"M()": Score.unscored("data", "no reference")}))


def test_only_rows_that_fall_short_are_explained() -> None:
    text = printed(rows({"M()": Score(True)}, {"M()": Score(False, "call 2 pay: $.eur: 4 != 5")}))

    assert "case 0" not in text
    assert "case 1" in text
    assert "call 2 pay: $.eur: 4 != 5" in text


def test_what_two_metrics_say_alike_is_said_once() -> None:
    text = printed(rows({"A()": Score(False, "no\nmissing x"), "B()": Score(0.0, "0\nmissing x")}))

    assert text.count("missing x") == 1


def test_the_rest_is_counted_where_a_limit_is_set() -> None:
    text = printed(rows(*[{"M()": Score(False, "no")}] * 5), limit=2)

    assert "... and 3 more rows below 1" in text
    assert "... and 1 more row below 1" in printed(
        rows(*[{"M()": Score(False, "no")}] * 2), limit=1
    )


def test_text_from_a_run_is_not_read_as_markup() -> None:
    assert "[red]x[/red]" in printed(rows({"M()": Score(False, "'[red]x[/red]' is not it")}))


def test_a_long_metric_is_not_cut_in_a_pipe() -> None:
    name = "TrajectoryMatch(mode='superset', args='superset', which='succeeded', scope='turn')"
    assert name in printed(rows({name: Score(0.5)}))


def lines_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_an_interval_stands_beside_the_mean_where_there_is_one() -> None:
    text = printed(rows({"M()": Score(True)}, {"M()": Score(False)}, {"M()": Score(True)}))

    assert ["metric", "mean", "scored", "95", "%", "interval"] in lines_of(text)
    assert ["M()", "0.667", "3", "of", "3", "0.208", "to", "0.939"] in lines_of(text)
    assert "interval" not in printed(rows({"M()": Score(True)}))


def test_labels_are_counted_and_the_judge_s_calls_told() -> None:
    judged = {"judge": {"calls": 2, "cost": None}}
    text = printed(
        rows({"M()": Score("good", "", judged)}, {"M()": Score("bad")}, {"M()": Score("good")})
    )

    assert ["metric", "mean", "scored", "labels", "judge", "calls"] in lines_of(text)
    assert ["M()", "-", "3", "of", "3", "bad", "1,", "good", "2", "2"] in lines_of(text)


def test_a_breakdown_has_a_line_for_each_value_and_tells_the_coverage() -> None:
    stream = io.StringIO()
    result = EvaluationResult(
        ["A()", "B()"],
        [
            ResultRow({"A()": Score(1.0), "B()": Score(True)}, metadata={"tier": "[gold]"}),
            ResultRow({"A()": Score(0.5), "B()": Score(False)}, metadata={"tier": "free"}),
            ResultRow(
                {"A()": Score.unscored("data", ""), "B()": Score(True)}, metadata={"tier": "free"}
            ),
        ],
    )
    print_breakdown(result, "tier", Console(file=stream, highlight=False))

    assert ["tier", "rows", "A()", "B()"] in lines_of(stream.getvalue())
    assert ["[gold]", "1", "1.000", "(1)", "1.000", "(1)"] in lines_of(stream.getvalue())
    assert ["free", "2", "0.500", "(1)", "0.500", "(2)"] in lines_of(stream.getvalue())


def test_a_mean_below_its_threshold_is_not_rounded_up_to_it() -> None:
    stream = io.StringIO()
    result = rows({"M()": Score(0.7996)})
    print_summary(result.summary(), Console(file=stream), thresholds={"M()": 0.8})

    assert ["M()", "0.7996", "1", "of", "1"] in lines_of(stream.getvalue())


def test_what_falls_short_of_1_is_not_shown_as_1() -> None:
    text = printed(rows({"M()": Score(0.9996, "one letter differs")}))

    assert ["M()", "0.9996", "1", "of", "1"] in lines_of(text)
    assert "0.9996 M(): one letter differs" in text


def test_text_from_a_run_sends_the_terminal_no_commands() -> None:
    score = Score(False, "made \x1b]0;title\x07\rfast")
    result = EvaluationResult(["M()"], [ResultRow({"M()": score}, "one\n::error::\x1b[2J")])

    text = printed(result)

    assert not {"\x1b", "\x07", "\r"} & set(text)
    assert "one\\n::error::\\x1b[2J" in text
    assert "made \\x1b]0;title\\x07\\rfast" in text


def test_on_a_terminal_an_edit_has_the_colour_of_its_kind() -> None:
    score = Score(
        False,
        "no\nmissing call look()",
        {"edits": [{"op": "missing", "subject": "missing call look()"}]},
    )
    stream = io.StringIO()
    colours = Console(file=stream, force_terminal=True, color_system="standard", highlight=False)
    print_reasons(rows({"M()": score}), colours)

    assert "\x1b[32mmissing call look()\x1b[0m" in stream.getvalue()
    assert "\x1b" not in printed(rows({"M()": score}))
