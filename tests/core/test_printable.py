import pytest

from odograph._printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Åse said: 5 < 6 & 7 \\ 8", "Åse said: 5 < 6 & 7 \\ 8"),
        ("\x1b[2Jgone", r"\x1b[2Jgone"),
        ("one\n::error::two\r", r"one\n::error::two\r"),
        ("right \u202eto left", r"right \u202eto left"),
    ],
)
def test_text_stays_and_commands_are_spelled(text: str, shown: str) -> None:
    assert printable(text) == shown
