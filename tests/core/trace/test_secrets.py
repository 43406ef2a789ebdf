from collections.abc import Iterator

import pytest

from odograph.trace.secrets import MASKED, Mask, mask, set_mask

LONG = "a1B2c3D4e5F6g7H8i9J0"


@pytest.fixture
def restored() -> Iterator[None]:
    before = set_mask(Mask())
    yield
    set_mask(before)


@pytest.mark.parametrize(
    "name",
    [
        *("api_key", "OPENAI_API_KEY", "apikey", "private_key", "client_secret", "credentials"),
        *("token", "access_token", "refresh-token", "Authorization", "cookie"),
        *("password", "passwd"),
    ],
)
def test_a_text_in_a_field_of_such_a_name_is_masked(name: str) -> None:
    assert mask({"a": [{name: "hunter2"}]}) == {"a": [{name: MASKED}]}


@pytest.mark.parametrize("name", ["token_count", "tokens", "secretary", "key", "author", "city"])
def test_other_names_are_left_alone(name: str) -> None:
    assert mask({name: "Oslo"}) == {name: "Oslo"}


def test_numbers_are_no_secrets() -> None:
    assert mask({"token": 17, "password": None}) == {"token": 17, "password": None}


def test_whatever_is_inside_a_secret_field_is_masked() -> None:
    assert mask({"credentials": {"user": "ann", "tries": 2}}) == {
        "credentials": {"user": MASKED, "tries": 2}
    }
    assert mask({"api_keys": ["a"], "token": ["b", ["c"]]})["token"] == [MASKED, [MASKED]]


def test_headers_may_be_listed_in_pairs() -> None:
    assert mask({"headers": [["X-Api-Key", "a"], ("Accept", "b")]}) == {
        "headers": [["X-Api-Key", MASKED], ["Accept", "b"]]
    }


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"Authorization: Bearer {LONG}", "Authorization: Bearer ***"),
        (f"key sk-{LONG} used", "key *** used"),
        (f"lsv2_pt_{LONG}", "***"),
        (f"AKIA{LONG.upper()}", "***"),
        ("https://x.io/a?key=abc&q=1", "https://x.io/a?key=***&q=1"),
        ("postgres://ann:pw@host/db", "postgres://***@host/db"),
        (
            '{"user": "ann", "password": "pw\\"d", "n": 1}',
            '{"user": "ann", "password": "***", "n": 1}',
        ),
        ('{"api_key": "cut o', '{"api_key": "***'),
        ("401 - {'api_key': 'it\\'s', 'tries': '2'}", "401 - {'api_key': '***', 'tries': '2'}"),
        ("OPENAI_API_KEY=abc, tries=2", "OPENAI_API_KEY=***, tries=2"),
        ("connect(password='pw', max_tokens=100)", "connect(password='***', max_tokens=100)"),
        ("x-api-key: abc", "x-api-key: ***"),
        ("a risky task-force of 3", "a risky task-force of 3"),
        ("it's a token: 'Oslo' == 'Bergen'", "it's a token: 'Oslo' == 'Bergen'"),
    ],
)
def test_a_secret_is_known_by_its_shape(text: str, masked: str) -> None:
    assert mask(text) == masked


def test_more_can_be_masked_for_the_whole_process(restored: None) -> None:
    set_mask(Mask().extended(names=["iban"], shapes=[r"\d{4}-\d{4}"]))
    assert mask({"iban": "DE1", "note": "card 1234-5678", "api_key": "x"}) == {
        "iban": MASKED,
        "note": "card ***",
        "api_key": MASKED,
    }
