"""The `cartable` command: each of its commands is named here, with its module."""

import sys

import typer

from cartable.cli import analyse, arena, check, copy_store, hint, perft, play, replay, rules, serve, verify
from cartable.kernel import BadInput

app = typer.Typer(
    name="cartable",
    help="A table for small, fast card games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command("analyse")(analyse.show_analysis)
app.command("arena")(arena.arena)
app.command("backup")(copy_store.backup)
app.command("check")(check.check)
app.command("hint")(hint.show_hint)
app.command("migrate-store")(copy_store.migrate_store)
app.command("perft")(perft.perft)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("rules")(rules.rules)
app.command("serve")(serve.serve)
app.command("verify")(verify.verify)


def main() -> None:
    """Run the command line. What cannot be read is told in one line, not in a traceback."""
    try:
        app()
    except BadInput as error:
        print(f"cartable: {error}", file=sys.stderr)
        sys.exit(2)
