"""The command line: `odograph demo`, `odograph score`, `odograph compare`."""

import sys
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from odograph import __version__
from odograph.errors import OdographError
from odograph_cli.compare_command import compare_files
from odograph_cli.demo_command import demo
from odograph_cli.score_command import score

__all__ = ("app", "main")

app = typer.Typer(
    name="odograph",
    help="Record the course an agent took, score it, and stop a change that makes it worse.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"odograph {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    """Record the course an agent took, score it, and stop a change that makes it worse."""


app.command()(demo)
app.command()(score)
app.command("compare")(compare_files)


def main() -> None:
    """Run the command line; a mistake of the user is one line and exit status 2."""
    out: Any = sys.stdout
    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="backslashreplace")  # what a code page lacks is no crash
    try:
        app()
    except (OdographError, OSError) as error:  # OSError: what cannot be written
        typer.echo(f"odograph: {error}", err=True)
        sys.exit(2)
