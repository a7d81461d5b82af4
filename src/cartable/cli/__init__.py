"""The `cartable` command: each of its commands is a function of a module, loaded when it is asked for."""

import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

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

PLAYERS_COMMANDS: Final = frozenset(("analyse", "deal", "hint", "play", "puzzle", "replay", "rules", "verify"))
"""The commands that have `--lang`."""


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
    if given[:1] and given[0] in PLAYERS_COMMANDS:
        _run_for_player(given)
    from cartable.games.package import BadGame  # noqa: PLC0415 - see above
    from cartable.kernel import BadInput  # noqa: PLC0415 - likewise

    try:
        command_line(given[:1] if given[:1] and given[0] in COMMANDS else COMMANDS)()
    except (BadInput, BadGame) as error:
        _refuse(str(error))


def _run_for_player(given: Sequence[str]) -> NoReturn:
    """Run a command that speaks the player's language, whatever is wrong with its words. Other commands are for those
    who host or program, and speak English."""
    from typer import Abort  # noqa: PLC0415 - see above

    from cartable.cli.errors import error_text, sentences, translated  # noqa: PLC0415 - likewise
    from cartable.cli.language import language_in  # noqa: PLC0415 - likewise
    from cartable.games.package import BadGame  # noqa: PLC0415 - likewise
    from cartable.kernel import BadInput  # noqa: PLC0415 - likewise

    language = language_in(given)
    try:
        # In English Typer tells itself what is wrong with an option, and exits.
        sys.exit(command_line(given[:1])(standalone_mode=not sentences(language)) or 0)
    except BadInput as error:
        _refuse(error_text(error, language))
    except BadGame as error:  # for whoever installed the game
        _refuse(str(error))
    except Abort:
        sys.exit(1)
    except Exception as error:
        if not hasattr(error, "format_message"):  # Typer's errors have it; their classes have no public name
            raise
        _refuse(translated(error.format_message(), language))


def _refuse(told: str) -> NoReturn:
    print(f"cartable: {told}", file=sys.stderr)
    sys.exit(2)
