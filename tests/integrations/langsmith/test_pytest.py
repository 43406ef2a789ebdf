import pytest

pytest_plugins = ("pytester",)


def test_an_evaluator_gives_feedback_in_a_test_marked_for_langsmith(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGSMITH_TEST_TRACKING", "false")  # nothing is sent
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")
    pytester.makepyfile(
        """
        import pytest
        from dataclasses import dataclass
        from langsmith import testing as t

        from odograph.metrics import Metric, Score
        from odograph_langsmith import as_evaluator

        @dataclass(frozen=True, repr=False)
        class Same(Metric):
            def _measure(self, sample):
                return Score(sample.response == sample.reference, "compared")

        @pytest.mark.langsmith
        def test_sum():
            inputs, outputs, wanted = {"question": "2 + 2?"}, "4", {"answer": "4"}
            with t.trace_feedback():
                feedback = as_evaluator(Same())(
                    inputs=inputs, outputs=outputs, reference_outputs=wanted
                )
                t.log_feedback(**feedback)
            assert feedback == {"key": "Same()", "score": True, "comment": "compared"}
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
