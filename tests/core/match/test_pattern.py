import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.errors import InputError
from odograph.match.pattern import PathPattern
from odograph.trace import NodePath, NodeVisit

ROUTE = "plan > (search_a & search_b) > team[draft > review+] > answer?"
GOOD: list[Any] = ["plan", {"search_a", "search_b"}, {"team": ["draft", "review"]}, "answer"]


def follows(pattern: str, path: Sequence[Any]) -> bool:
    return PathPattern(pattern).matches(path)


def why(pattern: str, path: Sequence[Any]) -> str:
    mismatch = PathPattern(pattern).mismatch(path)
    assert mismatch is not None
    return str(mismatch)


def test_worked_example() -> None:
    assert follows(ROUTE, GOOD)
    assert follows(ROUTE, GOOD[:3]), "the answer is optional"
    assert not follows(ROUTE, [*GOOD, "answer"]), "and comes once"
    assert not follows(ROUTE, ["plan", "search_a", "search_b", *GOOD[2:]]), "not one by one"
    assert not follows(ROUTE, [*GOOD[:2], {"team": ["draft"]}, "answer"]), "no review"
    assert not follows(ROUTE, [*GOOD[:2], "team", "answer"]), "nothing ran inside team"


@pytest.mark.parametrize(
    ("pattern", "path", "verdict"),
    [
        ("a > b", ["a", "b"], True),
        ("a > b", ["b", "a"], False),
        ("a > b", [{"a", "b"}], False),
        ("a & b", [{"a", "b"}], True),
        ("a & b", [{"a", "b", "c"}], False),
        ("a & b & ...", [{"a", "b", "c"}], True),
        ("a", [("a", "a")], False),
        ("a & a", [("a", "a")], True),
        ("worker+ & join", [("worker", "worker", "join")], True),
        ("worker+ & join", ["join"], False),
        ("worker & worker*", ["worker"], True),
        ("worker & worker*", [("worker", "worker", "worker")], True),
        ("worker & worker*", ["worker", "worker"], False),
        ("worker{2,3} & join?", [("worker", "worker")], True),
        ("worker{2,3} & join?", [("worker",) * 4], False),
        ("(a | b) & c", [{"b", "c"}], True),
        ("(a | b) & c", [{"a", "b"}], False),
        ("(a & b) & c", [{"a", "b", "c"}], True),
        ("a | b > c", ["a"], True),
        ("a | b > c", ["a", "c"], False),
        ("(a | b) > c", ["a", "c"], True),
        ("(a > b)+", ["a", "b", "a", "b"], True),
        ("(a > b)+", ["a", "b", "a"], False),
        ("a{2}", ["a", "a"], True),
        ("a{2,3}", ["a"] * 4, False),
        ("a{2,}", ["a"] * 9, True),
        ("_ > b", ["x", "b"], True),
        ("_ > b", [{"x", "y"}, "b"], False),
        ("(_ & ...) > b", [{"x", "y"}, "b"], True),
        ("...", [], True),
        ("a > ... > b", ["a", "b"], True),
        ("a > ... > b", ["a", {"x", "b"}, "y", "b"], True),
        ("a > ... > b", ["a", "b", "c"], False),
        ("a?", [], True),
        ("a", [], False),
        ("a & a?", [()], False),
        ("a > b", ["a", (), "b"], True),
    ],
)
def test_what_each_sign_means(pattern: str, path: list[Any], verdict: bool) -> None:
    assert follows(pattern, path) is verdict


@pytest.mark.parametrize(
    "name",
    ["Human.before_model", "tools:0", "deep-research", "team/tools", "__start__", "_x", "büro"],
)
def test_names_of_nodes_need_no_quotes(name: str) -> None:
    assert follows(f"{name} > b", [name, "b"])


@pytest.mark.parametrize("name", ["my node", "a>b", "it's", 'say "hi"', "-a", "a.", "_", "back\\"])
def test_any_other_name_goes_in_quotes(name: str) -> None:
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    assert follows(f"'{escaped}'", [name])
    assert not follows(f"'{escaped}'", ["x"])
    assert f"got '{escaped}'" in why("x", [name]), "the mismatch spells it so that it can be typed"


def test_a_name_without_brackets_does_not_look_inside() -> None:
    assert follows("team", [{"team": ["anything"]}])
    assert follows("team", ["team"])


def test_every_graph_that_ran_inside_follows_the_brackets() -> None:
    assert follows("team[a > b]", [{"team": [["a", "b"], ["a", "b"]]}])
    assert not follows("team[a > b]", [{"team": [["a", "b"], ["a"]]}])
    assert follows("team[a?]", ["team"]), "no graph at all is a path without steps"


def test_brackets_nest_and_take_any_node() -> None:
    deep = [{"outer": [{"inner": ["leaf"]}, "end"]}]
    assert follows("outer[inner[leaf] > end]", deep)
    assert follows("_[inner[_] > ...]", deep)
    assert not follows("outer[inner[root] > end]", deep)


def test_parallel_nodes_are_assigned_to_brackets_in_the_only_way_that_works() -> None:
    # the first team fits both members, the second only the first of them
    step = (NodeVisit("team", nested=[NodePath.of(["a"])]), NodeVisit("team"))
    assert follows("team[...] & team[a]", [step[::-1]])
    assert follows("team[...] & team[a]", [step])
    assert not follows("team[a] & team[a]", [step])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            ["plan", {"search_b", "search_a"}, "answer"],
            "after plan, search_a & search_b: expected team[draft > review+], got answer (step 3)",
        ),
        (["plan"], "after plan: expected search_a & search_b, but the path ends (step 2)"),
        ([], "expected plan, but the path ends (step 1)"),
        ([("plan", "plan")], "expected plan, got plan & plan (step 1)"),
        (
            [*GOOD, "answer"],
            "after ..., search_a & search_b, team, answer: expected the end, got answer (step 5)",
        ),
        ([*GOOD[:3], "x"], "expected answer or the end, got x (step 4)"),
        (
            [*GOOD[:2], {"team": ["draft", "answer"]}],
            "got team (step 3); inside team: after draft: expected review, got answer (step 2)",
        ),
    ],
)
def test_a_mismatch_says_how_far_it_got_and_what_was_expected(path: list[Any], text: str) -> None:
    assert text in why(ROUTE, path)


def test_a_mismatch_lists_every_way_on_once() -> None:
    assert why("a > (b | c | b > d | x & y)", ["a", "z"]) == (
        "after a: expected b or c or x & y, got z (step 2)"
    )
    assert why("a > ... > b", ["a", "c"]) == ("after a, c: expected b, but the path ends (step 3)")


def test_a_mismatch_of_many_nodes_is_cut() -> None:
    wide = [tuple(f"n{i}" for i in range(9))]
    assert why("a", wide) == "expected a, got n0 & n1 & n2 & n3 & n4 & n5 & ... (3 more) (step 1)"
    many = " | ".join(f"n{i}" for i in range(9))
    assert why(many, ["a"]) == "expected n0 or n1 or n2 or n3 or n4 or n5 or 3 more, got a (step 1)"


def test_a_mismatch_is_data_too() -> None:
    mismatch = PathPattern("a > team[b]").mismatch(["a", {"team": ["c"]}])
    assert mismatch is not None
    assert mismatch.as_dict() == {
        "step": 1,
        "after": ["a"],
        "expected": ["team[b]"],
        "got": "team",
        "may_end": False,
        "inside": {
            "node": "team",
            "step": 0,
            "after": [],
            "expected": ["b"],
            "got": "c",
            "may_end": False,
        },
    }


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("", 1, "expected a node"),
        ("  ", 1, "expected a node"),
        ("a > > b", 5, "expected a node, '_', '...' or '(' after 'a >', got '>'"),
        ("a b", 3, "expected '>', '&', '|' or the end after 'a', got 'b'"),
        ("a >", 4, "got the end"),
        ("(a", 3, "expected '>', '&', '|' or ')' after '(a', got the end"),
        ("a)", 2, "got ')'"),
        ("a++", 3, "one repetition only"),
        ("...*", 4, "any number already"),
        ("a & (b > c)", 5, "as member of one step"),
        ("(a & b)+ & c", 1, "as member of one step"),
        ("a & b+ c", 8, "got 'c'"),
        ("a{3,2}", 2, "bounds such as"),
        ("a{0}", 2, "bounds such as"),
        ("a > 'b", 5, "goes in quotes"),
        ("a > b$", 6, "got '$' (a name with such characters goes in quotes)"),
        ("a->b", 2, "got '-'"),
        ("team[]", 6, "got ']'"),
        ("()", 2, "got ')'"),
        ("(" * 60 + "a" + ")" * 60, 51, "at most 50 levels"),
    ],
)
def test_a_fault_in_the_text_is_named_with_its_column(text: str, column: int, said: str) -> None:
    with pytest.raises(InputError) as caught:
        PathPattern(text)
    assert f"column {column}:" in str(caught.value)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_text_is_refused() -> None:
    text: Any = ["a", "b"]
    with pytest.raises(InputError, match="must be text"):
        PathPattern(text)


def test_repetitions_that_multiply_are_refused_and_not_unrolled() -> None:
    with pytest.raises(InputError, match="more than 5000 states"):
        PathPattern("((a{99}){99}){99}")
    assert follows("a{0,99999999999} & b", [("a", "b", "a")]), "inside a step they only count"


def test_the_repr_parses_back() -> None:
    pattern = PathPattern("a  > 'b c'")
    assert repr(pattern) == "PathPattern(\"a  > 'b c'\")"
    assert eval(repr(pattern)) == pattern
    assert str(pattern) == "a  > 'b c'"
    assert hash(pattern) == hash(PathPattern("a  > 'b c'"))


# -- against Python's regular expressions: one letter is a step with one node

letters = st.sampled_from("abc")
atoms = letters.map(lambda one: (one, one)) | st.just(("_", "."))


Both = tuple[str, str]  # a pattern, and the regular expression that means the same


def _repeated(part: Both, sign: str) -> Both:
    return f"({part[0]}){sign}", f"(?:{part[1]}){sign}"


def _in_turn(parts: list[Both]) -> Both:
    return f"({' > '.join(p for p, _ in parts)})", "".join(r for _, r in parts)


def _one_of(parts: list[Both]) -> Both:
    return f"({' | '.join(p for p, _ in parts)})", f"(?:{'|'.join(r for _, r in parts)})"


def _compound(parts: st.SearchStrategy[Both]) -> st.SearchStrategy[Both]:
    signs = st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{2,}", "{0,1}"])
    several = st.lists(parts, min_size=2, max_size=3)
    later = parts.map(lambda one: (f"(... > {one[0]})", f"(?:.*{one[1]})"))
    repeated = st.tuples(parts, signs).map(lambda one: _repeated(*one))
    return st.one_of(repeated, several.map(_in_turn), several.map(_one_of), later)


patterns = st.recursive(atoms, _compound, max_leaves=8)


@given(patterns, st.text("abc", max_size=7))
def test_sequences_agree_with_regular_expressions(both: Both, path: str) -> None:
    pattern, regex = both
    assert follows(pattern, list(path)) is (re.fullmatch(regex, path) is not None)


@given(patterns, st.text("abc", max_size=7))
def test_the_mismatch_is_at_the_first_step_that_no_way_survives(both: Both, path: str) -> None:
    pattern, regex = both
    mismatch = PathPattern(pattern).mismatch(list(path))
    if mismatch is None:
        return

    def can_go_on(prefix: str) -> bool:
        # the shortest way to an end needs few letters, for the patterns are small
        return any(PathPattern(pattern).matches([*prefix, *tail]) for tail in tails)

    tails = ["".join(t) for n in range(4) for t in product("abc", repeat=n)]
    if mismatch.step < len(path):
        assert not can_go_on(path[: mismatch.step + 1])
    assert (re.fullmatch(regex, path[: mismatch.step]) is not None) is mismatch.may_end


# -- against brute force: one step, its members tried in every way

members = st.lists(
    st.tuples(
        st.sampled_from([("a",), ("b",), ("a", "b"), ("b", "c"), ("a", "b", "c", "d")]),
        st.sampled_from([(1, 1), (0, 1), (0, None), (1, None), (2, 2), (1, 2)]),
    ),
    min_size=2,
    max_size=4,
)


def _text(member: tuple[tuple[str, ...], tuple[int, int | None]]) -> str:
    names, (least, most) = member
    sign = "" if (least, most) == (1, 1) else f"{{{least},{'' if most is None else most}}}"
    return ("_" if len(names) == 4 else f"({'|'.join(names)})") + sign


def _assignments(step: Sequence[str], count: int) -> Iterator[tuple[int, ...]]:
    return product(range(count), repeat=len(step))


@given(members, st.lists(st.sampled_from("abcd"), min_size=1, max_size=5))
def test_parallel_steps_agree_with_brute_force(
    wanted: list[tuple[tuple[str, ...], tuple[int, int | None]]], step: list[str]
) -> None:
    def fits(assigned: tuple[int, ...]) -> bool:
        placed = all(name in wanted[m][0] for name, m in zip(step, assigned, strict=True))
        numbers = [assigned.count(m) for m in range(len(wanted))]
        return placed and all(
            least <= n and (most is None or n <= most)
            for n, (_, (least, most)) in zip(numbers, wanted, strict=True)
        )

    possible = any(map(fits, _assignments(step, len(wanted))))
    assert follows(" & ".join(map(_text, wanted)), [tuple(step)]) is possible


class _Counted(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    comparisons = 0

    def __eq__(self, other: object) -> bool:
        _Counted.comparisons += 1
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


def _comparisons(pattern: str, steps: int) -> int:
    path = NodePath([[NodeVisit(_Counted("a"))] for _ in range(steps)])
    compiled = PathPattern(pattern)
    _Counted.comparisons = 0
    compiled.matches(path)
    return _Counted.comparisons


@pytest.mark.parametrize("pattern", ["(a* > a*)* > b", "(a | a > a)+ > b", "... > a > ... > b"])
def test_time_is_linear_where_backtracking_would_explode(pattern: str) -> None:
    short, long = _comparisons(pattern, 100), _comparisons(pattern, 1000)
    assert short > 0
    assert long <= 11 * short


def test_time_is_linear_in_the_width_of_a_step() -> None:
    def comparisons(width: int) -> int:
        path = NodePath([[NodeVisit(_Counted("a")) for _ in range(width)]])
        compiled = PathPattern("a & a{2,3} & ...")
        _Counted.comparisons = 0
        assert compiled.matches(path)
        return _Counted.comparisons

    assert comparisons(1000) <= 10 * comparisons(100) + 10
