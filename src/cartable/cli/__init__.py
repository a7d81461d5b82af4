"""The `cartable` command: each of its commands is a function of a module, loaded when it is asked for."""

import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Final

import cartable

if TYPE_CHECKING:
    from typer import Typer

COMMANDS: Final = {
    "analyse": ("analyse", "show_analysis"),
    "arena": ("arena", "arena"),
    "backup": ("copy_store", "backup"),
    "check": ("check", "check"),
    "deal": ("deal", "compare_deal"),
    "hint": ("hint", "show_hint"),
    "migrate-store": ("copy_store", "migrate_store"),
    "perft": ("perft", "perft"),
    "play": ("play", "play"),
    "puzzle": ("puzzle", "puzzle"),
    "replay": ("replay", "replay"),
    "rules": ("rules", "rules"),
    "serve": ("serve", "serve"),
    "verify": ("verify", "verify"),
}
"""Each command with its module and the function there."""


def command_line(names: Iterable[str] = COMMANDS) -> "Typer":
    """The command with some of its commands, or with all."""
    import typer  # noqa: PLC0415 - `cartable --version` answers without it

    app = typer.Typer(name="cartable", no_args_is_help=True, pretty_exceptions_enable=False)

    @app.callback()
    def cartable_command(
        *,
        _version: Annotated[
            bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version.")
        ] = False,
    ) -> None:
        """A table for small, fast card games."""

    for name in names:
        module, function = COMMANDS[name]
        app.command(name)(getattr(import_module(f"cartable.cli.{module}"), function))
    return app


def _show_version(wanted: Any) -> None:
    if wanted:
        print(f"cartable {cartable.__version__}")
        sys.exit()


def main() -> None:
    """Run the command line. What cannot be read is told in one line, not in a traceback."""
    given = sys.argv[1:]
    if given == ["--version"]:
        _show_version(True)
    from cartable.kernel import BadInput  # noqa: PLC0415 - see above

    try:
        command_line(given[:1] if given[:1] and given[0] in COMMANDS else COMMANDS)()
    except BadInput as error:
        print(f"cartable: {error}", file=sys.stderr)
        sys.exit(2)
