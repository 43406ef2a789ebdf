import json
import random
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odograph.judge import JudgeError, Verdicts, check_verdicts
from odograph.judge.reading import read_answer, read_json


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{"verdict": "yes"}', {"verdict": "yes"}),
        ('```json\n{"verdict": "yes"}\n```', {"verdict": "yes"}),
        ('Here:\n```\n{"verdict": "no"}\n```\nHope this helps!', {"verdict": "no"}),
        ('See [1]: {"a": 1}', {"a": 1}),
        ('{"reason": "uses } inside", "v": 1}', {"reason": "uses } inside", "v": 1}),
        ('{"reason": "a \\" {", "v": 1}', {"reason": 'a " {', "v": 1}),
        ('In {braces}, {"a": 1}', {"a": 1}),
        ('<think>{"a": 1} or not</think>{"a": 2}', {"a": 2}),
        ('Hm. <thinking>{"a": </thinking>\n{"a": 2}', {"a": 2}),
        ('{"a": "<think>"}', {"a": "<think>"}),
        ('{"a": 1} and again {"a": 1}', {"a": 1}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        # trailing commas outside of strings, and Python's literals
        ('{"r": "a, b, ] and {c, }", "s": 1}', {"r": "a, b, ] and {c, }", "s": 1}),
        ('{"r": "ok, }", "items": [1, 2, ], }', {"r": "ok, }", "items": [1, 2]}),
        ("{'v': True, 'r': \"it's fine\"}", {"v": True, "r": "it's fine"}),
        ('{"v": True, "r": None}', {"v": True, "r": None}),
        ("{'v': 'a } b'}", {"v": "a } b"}),
    ],
)
def test_one_object_is_found_whatever_stands_around_it(text: str, data: Any) -> None:
    assert read_json(text) == data


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no JSON object"),
        ("I would say yes.", "no JSON object"),
        ('["a"]', "no JSON object"),
        ('{"a": 1}{"a": 2}', "2 different objects"),
        ('<think>{"a": 1}', "ends inside a thought"),
        ('{"a": 1} or so</think>{"a": 2}', "2 different objects"),
        ('{"verdicts": [{"index": 0, "verdict": "yes"}, {"index": 1, "verd', "cut off"),
        ('{"a": {"b": 1}', "cut off"),
        ('{"a": "never ends}', "cut off"),
        ('{"a": [1}', "malformed at character 8"),
        ('{"a": 1 "b": 2}', "malformed"),
        ("{'r': 'don't', 'v': 1}", "malformed"),
        ("{'a': print(1)}", "malformed"),
        ("{'a': {1, 2}: 3}", "malformed"),
        ("{'a': (1, 2)}", "must hold a JSON object"),
        ("{1: 2}", "must hold a JSON object"),
        ('{"a": NaN}', "NaN is no value of JSON"),
        ("{'a': 1e999}", "must hold a JSON object"),
        ('{"a": 1, "a": 2}', "names a key twice"),
        ("{'a': 1, 'a': True}", "names a key twice"),
        ('{"a": ' * 100 + "}" * 100, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "malformed"),
        ('{"a": "' + "b" * 500_000 + '"}', "500009 characters"),
    ],
)
def test_what_is_not_one_whole_object_is_refused(text: str, told: str) -> None:
    with pytest.raises(JudgeError, match=told):
        read_json(text)


@given(st.text(alphabet="{}[]\"',:\\ab1 \n-.eTrueNnone<>/think"))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(JudgeError):
        assert isinstance(read_json(text), dict)


def test_no_code_runs(tmp_path: Any) -> None:
    target = tmp_path / "pwned"
    for text in (
        f"{{'a': open({str(target)!r}, 'w')}}",
        f"{{'a': __import__('pathlib').Path({str(target)!r}).write_text('x')}}",
    ):
        with pytest.raises(JudgeError):
            read_json(text)
    assert not target.exists()


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        ('"yes"', "yes"),
        ("true", "yes"),
        ("1", "yes"),
        ('"Yes."', "yes"),
        ('"supported"', "yes"),
        ('"False"', "no"),
        ('"fail"', "no"),
        ("0", "no"),
        ('"0.0"', "no"),
        ("-1", "undetermined"),
        ('"Undetermined"', "undetermined"),
        ('"cannot tell"', "undetermined"),
    ],
)
def test_words_for_yes_and_no_are_read_by_what_they_say(written: str, verdict: str) -> None:
    reply = f'{{"verdicts": [{{"index": 0, "reason": "", "verdict": {written}}}]}}'
    assert read_answer(reply, Verdicts).verdicts[0].verdict == verdict


@pytest.mark.parametrize("written", ['""', "null", "2", "0.5", '"maybe"', '"not yes"', "[]", "{}"])
def test_what_is_no_verdict_is_refused_with_its_place(written: str) -> None:
    reply = f'{{"verdicts": [{{"index": 0, "reason": "", "verdict": {written}}}]}}'
    with pytest.raises(JudgeError, match=r"^verdicts\.0\.verdict: "):
        read_answer(reply, Verdicts)


@pytest.mark.parametrize("index", ["true", "0.5", '"first"', "null"])
def test_an_index_is_a_whole_number(index: str) -> None:
    reply = f'{{"verdicts": [{{"index": {index}, "reason": "", "verdict": "yes"}}]}}'
    with pytest.raises(JudgeError, match=r"^verdicts\.0\.index: "):
        read_answer(reply, Verdicts)


def test_data_that_came_as_arguments_is_checked_too() -> None:
    with pytest.raises(JudgeError, match=r"^verdicts: Field required, got \{\}"):
        read_answer({}, Verdicts)


# mangled replies

LABELS = ["yes", "no", "undetermined"]
STRUCTURE = '{}[]",:\\\n '


def any_reply(rng: random.Random) -> tuple[str, list[str]]:
    """A right reply with one to five verdicts, as some model would write it."""
    labels = [rng.choice(LABELS) for _ in range(rng.randint(1, 5))]
    reasons = ["it's so", 'says "1932"', "a, }", "{x}", "", "ünï", "[1]: see, ]"]
    told = [
        {"index": index, "reason": rng.choice(reasons), "verdict": label}
        for index, label in enumerate(labels)
    ]
    data = {"verdicts": told}
    text = rng.choice([json.dumps(data), json.dumps(data, indent=2), repr(data)])
    around = rng.choice(["{}", "```json\n{}\n```", "Sure!\n{}\nDone.", "As [1] says: {}"])
    return around.replace("{}", text), labels


def mangled(text: str, rng: random.Random) -> str:
    """Cut, drop, double or put in something, once or a few times."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.randint(1, 30))
        match rng.randrange(6):
            case 0:
                text = text[:at]
            case 1:
                text = text[at:]
            case 2:
                text = text[:at] + text[end:]
            case 3:
                text = text[:end] + text[at:]
            case 4:
                text = text[:at] + rng.choice(STRUCTURE) + text[at:]
            case _:
                text = re.sub(re.escape(rng.choice(STRUCTURE)), "", text, count=rng.randint(1, 3))
    return text


def test_a_mangled_reply_is_refused_or_says_what_it_said() -> None:
    rng = random.Random(20261130)
    refused = 0
    for number in range(10_000):
        reply, labels = any_reply(rng)
        broken = mangled(reply, rng)
        try:
            answer = read_answer(broken, Verdicts)
            verdicts = check_verdicts(answer.verdicts, len(labels))
        except JudgeError:
            refused += 1
            continue
        assert [one.verdict for one in verdicts] == labels, (number, reply, broken)
    assert 5_000 < refused < 10_000
