"""Who may do what at a table, in every phase: each role asks each operation of the API and says each message.

The operations are taken from the server's own document and routes, the messages from the types of the wire: a new one
without an answer in `answers.toml` for each role fails.
"""

import tomllib
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from cartable.server.app import opened
from cartable.server.http.routes import ROUTES
from cartable.wire import up
from tests.server.authority.table_world import PHASES, Phase, TableWorld
from tests.server.live_server import async_test, config

ANSWERS: Final = tomllib.loads((Path(__file__).parent / "answers.toml").read_text())
CLASSES: Final[dict[str, str]] = {role: kind for kind, roles in ANSWERS["roles"].items() for role in roles}
WIDER: Final = {"host": "seated", "link": "seated", "sent-away": "nobody", "seated": "anybody", "nobody": "anybody"}
AT_TABLE: Final = "POST /api/tables/{code}/"

LASTING: Final = frozenset(
    AT_TABLE + name for name in ("leave", "void-links", "let-back", "start", "rematch", "give-up")
)
"""Operations after which the table is another: where they are allowed they are asked at a table of their own."""

Body = Callable[[TableWorld, str], Any]
BODIES: Final[dict[str, Body]] = {
    "POST /api/tables": lambda _world, _role: {"game": "push"},
    "POST /api/matches": lambda _world, _role: b"{}\n",
    AT_TABLE + "sit": lambda _world, _role: {"name": "Newcomer"},
    AT_TABLE + "rejoin": lambda world, role: {"key": world.roles[role].key or "nonsense"},
    AT_TABLE + "kick": lambda _world, _role: {"place": 999},
    AT_TABLE + "nudge": lambda world, _role: {"place": world.roles["guest"].place},
    AT_TABLE + "lock": lambda _world, _role: {"locked": False},
    AT_TABLE + "ready": lambda _world, _role: {"ready": False},
    AT_TABLE + "bots": lambda _world, _role: {"level": "random"},
    AT_TABLE + "settings": lambda _world, _role: {},
    AT_TABLE + "seats": lambda world, _role: {"places": [place.id for place in world.table.roster.room.places]},
}
"""What is sent, by operation: where it can be, what changes nothing for the roles that ask later."""


async def _remove_last(world: TableWorld) -> None:
    last = world.table.roster.room.places[-1].id
    assert await world.table.leave(last) is None


async def _go_on(world: TableWorld) -> None:
    assert world.table.matches.pause(world.roles["host"].place, False) is None


UNDONE: Final[dict[str, Callable[[TableWorld], Awaitable[None]]]] = {
    AT_TABLE + "sit": _remove_last,
    AT_TABLE + "bots": _remove_last,
    AT_TABLE + "pause": _go_on,
}
"""How the table becomes again what it was, after an operation that was allowed."""

MESSAGES: Final[dict[str, dict[str, Any]]] = {
    "act": {"k": 0, "act": "draw"},
    "ask": {"q": 1, "act": "draw"},
    "react": {"what": "star"},
    "nonce-hash": {"deal": 1, "hash": "0" * 64},
    "nonce": {"deal": 1, "nonce": "0" * 64},
    "seen": {"n": 0},
    "pong": {"p": 1},
    "": {},
}
"""What is said after the first message, by tag."""


def expected(section: str, name: str, role: str, phase: Phase) -> str:
    """Return the answer that `answers.toml` gives. KeyError: it gives none."""
    key = "operations" if section == "http" else "messages"
    (entry,) = [entry for entry in ANSWERS[section] if name in entry[key]] or [{}]
    kind: str | None = CLASSES[role]
    while kind is not None and kind not in entry:
        kind = WIDER.get(kind)
    if kind is None:
        raise KeyError(f"{section}: expected an answer for {name}, {role}")
    answer = entry[kind]
    return str(answer if isinstance(answer, str) else answer[phase])


def operations(document: dict[str, Any]) -> list[str]:
    """Return all operations of the document, and those of the routes that it does not list."""
    listed = [f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods]
    hidden = [f"{route.method} {path}" for route in ROUTES if not route.listed for path in route.paths]
    return listed + hidden


def tags() -> list[str]:
    """Return the tags of all messages that a client can send."""
    return [str(kind.__struct_config__.tag) for kind in get_args(up.UpMessage)]


def is_lasting(name: str, role: str, phase: Phase) -> bool:
    """Return whether the table is another after this role has asked this."""
    return name in LASTING and expected("http", name, role, phase).startswith("2")


async def wrong_answers(world: TableWorld, names: Sequence[str], roles: Iterable[str]) -> list[str]:
    """Ask operations in some roles, and return what was answered otherwise than expected."""
    wrong = []
    for name, role in product(names, roles):
        answer = expected("http", name, role, world.phase)
        before = world.state()
        response = await world.ask(role, name, BODIES[name](world, role) if name in BODIES else None)
        code = "" if response.is_success else f" {response.json()['code']}"
        got = f"{response.status_code}{code}"
        if got != answer:
            wrong.append(f"{world.phase}: {name} by {role}: expected {answer}, got {got}")
        elif not response.is_success and world.state() != before:
            wrong.append(f"{world.phase}: {name} by {role}: refused, but something has changed")
        if response.is_success and name in UNDONE:
            await UNDONE[name](world)
    return wrong


@pytest.mark.parametrize("phase", PHASES)
@async_test
async def test_every_role_is_answered_as_it_should_be(phase: Phase, tmp_path: Path) -> None:
    async with opened(config(tmp_path)) as server:
        world = await TableWorld.build(server, phase)
        document = (await world.ask("stranger", "GET /api/openapi.json", None)).json()
        names = operations(document)
        assert set(names) == {name for section, name, _, _ in cells() if section == "http"}
        wrong = []
        for name in names:
            wrong += await wrong_answers(world, [name], [who for who in CLASSES if not is_lasting(name, who, phase)])
        await world.close()
        links = ANSWERS["roles"]["link"]
        for name, roles in product(sorted(LASTING), ([*CLASSES.keys() - links], links)):
            asking = [role for role in CLASSES if role in roles and is_lasting(name, role, phase)]
            if asking:
                world = await TableWorld.build(server, phase)
                wrong += await wrong_answers(world, [name], asking)
                await world.close()
        assert not wrong, "\n".join(wrong)
        assert server.services.metrics.errors == 0


@pytest.mark.parametrize("phase", PHASES)
@async_test
async def test_every_role_is_heard_on_the_socket_as_it_should_be(phase: Phase, tmp_path: Path) -> None:
    async with opened(config(tmp_path)) as server:
        world = await TableWorld.build(server, phase)
        wrong = []
        for number, role in enumerate(world.roles):
            said = [world.hello(role), *({"t": tag, **MESSAGES[tag]} for tag in tags() if tag != "hello")]
            said = [{**message, "k": number} if "k" in message else message for message in said]
            for message, got in zip(said, await world.say(role, said), strict=True):
                answer = expected("socket", message["t"], role, phase)
                if got != answer:
                    wrong.append(f"{phase}: {message['t']!r} by {role}: expected {answer}, got {got}")
        await world.close()
        assert not wrong, "\n".join(wrong)
        assert server.services.metrics.errors == 0


def cells() -> Iterator[tuple[str, str, str, Phase]]:
    """Return everything that `answers.toml` must tell."""
    asked = {f"{route.method} {path}" for route in ROUTES for path in route.paths}
    for section, names in (("http", sorted(asked)), ("socket", tags())):
        for name in names:
            for role in CLASSES:
                for phase in PHASES:
                    yield section, name, role, phase


def test_every_operation_has_an_answer_for_each_role_and_no_answer_is_left_over() -> None:
    told = [expected(*cell) for cell in cells()]
    assert len(told) > 1500
    names = {name for _, name, _, _ in cells()}
    written = [name for entry in ANSWERS["http"] for name in entry["operations"]]
    written += [name for entry in ANSWERS["socket"] for name in entry["messages"]]
    assert sorted(written) == sorted(names)
    with pytest.raises(KeyError, match="expected an answer"):
        expected("http", AT_TABLE + "steal", "guest", "lobby")


@async_test
async def test_an_operation_that_forgets_to_ask_who_is_host_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The law itself: a table that lets everybody lock it, and one that takes anybody for a guest."""
    async with opened(config(tmp_path)) as server:
        world = await TableWorld.build(server, "lobby")
        name = AT_TABLE + "lock"
        assert await wrong_answers(world, [name], CLASSES) == []
        with monkeypatch.context() as loosened:
            loosened.setattr("cartable.matches.room.Room.lock", lambda room, _by, _locked: room)
            wrong = await wrong_answers(world, [name], CLASSES)
            assert [line.split(" by ")[1] for line in wrong] == [
                f"{role}: expected 403 host-only, got 200" for role in CLASSES if CLASSES[role] in ("seated", "link")
            ]
        with monkeypatch.context() as loosened:
            guest = world.roles["guest"].place
            loosened.setattr("cartable.server.http.context.place_at", lambda _request, _table: guest)
            wrong = await wrong_answers(world, [name], CLASSES)
            assert {line.split(" by ")[1].partition(":")[0] for line in wrong} == {
                role for role in CLASSES if CLASSES[role] in ("nobody", "sent-away", "host")
            }
        await world.close()
