"""The HTTP API of tables: everything but the play itself, which goes over the socket."""

from io import BytesIO
from typing import Any, Final

import msgspec
import segno
from litestar import Request, Response, delete, get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from cartable.games import registry
from cartable.kernel import Refused, read_options
from cartable.server.common.addresses import address_for_others
from cartable.server.common.codes import place_of, read_code
from cartable.server.common.credentials import cookie, headers_of, key_of, no_cookie
from cartable.server.common.rate_limits import Buckets, address_of
from cartable.server.http import problems
from cartable.server.services import House
from cartable.server.store import HeldElsewhere
from cartable.server.tables.registry import Hall
from cartable.server.tables.table import TableHost
from cartable.server.thinking.advice import hint_for
from cartable.table.live import TableSettings
from cartable.wire import down, rest

AnyRequest = Request[Any, Any, Any]
NO_SEAT: Final = "no-seat"


def settings_with(settings: TableSettings, given: rest.Settings) -> TableSettings:
    """Settings with what was given changed."""
    changes = {name: value for name, value in msgspec.structs.asdict(given).items() if value is not msgspec.UNSET}
    return replace(settings, **changes)


class Desk:
    """Where requests about tables are answered."""

    def __init__(self, hall: Hall, house: House) -> None:
        self._hall = hall
        self._house = house
        limits = house.config.limits
        self._opened = Buckets(limits.tables_s, limits.tables_burst, limits.addresses)

    async def table(self, code: str) -> TableHost:
        """The table of a path."""
        known = read_code(code)
        table = await self._hall.find(known) if known is not None else None
        if table is None:
            raise problems.trouble(404, "no-such-table")
        if isinstance(table, HeldElsewhere):
            raise problems.trouble(503, "stopped")
        return table

    def place(self, request: AnyRequest, table: TableHost) -> int:
        """The place of whoever asks."""
        place = place_of(table.keys, key_of(headers_of(request.scope), table.code))
        if place is None:
            raise problems.trouble(401, NO_SEAT, "the cookie or the bearer token of a place at this table")
        return place

    async def seat(self, request: AnyRequest, code: str) -> tuple[TableHost, int]:
        """The table of a path, and the place there of whoever asks."""
        table = await self.table(code)
        return table, self.place(request, table)

    def cookie(self, request: AnyRequest, table: TableHost, key: str) -> dict[str, str]:
        secure = request.scope["scheme"] == "https"
        return {"set-cookie": cookie(table.code, key, self._house.config.base_path, secure=secure)}

    # --- tables ------------------------------------------------------------------------------------------------

    async def open(self, request: AnyRequest, data: rest.NewTable) -> Response[rest.Opened]:
        if not self._opened.take(address_of(request.scope.get("client"))):
            raise problems.trouble(429, "too-many-tables")
        game = registry.game(data.game)
        options = read_options(game.options, data.options)
        settings = settings_with(TableSettings(pace=self._house.config.pace), data.settings)
        table = await self._hall.open(game, options, settings, public=data.public)
        if data.name is None:
            return Response(rest.Opened(table.info()), status_code=201)
        place, key = expect(await table.sit(data.name, data.face))
        return Response(
            rest.Opened(table.info(), place, key), headers=self.cookie(request, table, key), status_code=201
        )

    async def sit(self, request: AnyRequest, code: str, data: rest.Sit) -> Response[rest.Seated]:
        table = await self.table(code)
        place, key = expect(await table.sit(data.name, data.face))
        headers = self.cookie(request, table, key)
        return Response(rest.Seated(place, key, table.info()), headers=headers, status_code=201)

    async def rejoin(self, request: AnyRequest, code: str, key: str) -> Response[rest.Seated]:
        table = await self.table(code)
        place = place_of(table.keys, key)
        if place is None:
            raise problems.trouble(401, NO_SEAT, "the key of a place at this table")
        headers = self.cookie(request, table, key)
        return Response(rest.Seated(place, key, table.info()), headers=headers, status_code=200)

    async def leave(self, request: AnyRequest, code: str) -> Response[down.TableInfo]:
        table, place = await self.seat(request, code)
        allowed(await table.leave(place))
        gone = {"set-cookie": no_cookie(table.code, self._house.config.base_path)}
        return Response(table.info(), headers=gone, status_code=200)

    async def change(self, request: AnyRequest, code: str, data: rest.Change) -> down.TableInfo:
        table, place = await self.seat(request, code)
        options = table.options
        if data.options is not msgspec.UNSET:
            options = read_options(table.game.options, {**msgspec.to_builtins(options), **data.options})
        public = table.public if data.public is msgspec.UNSET else data.public
        allowed(await table.change(place, options, settings_with(table.settings, data.settings), public))
        return table.info()

    async def hint(self, request: AnyRequest, code: str) -> rest.Hint:
        table, place = await self.seat(request, code)
        return await hint_for(self._house.thinkers, table, place)

    async def qr(self, request: AnyRequest, code: str) -> bytes:
        table = await self.table(code)
        picture = BytesIO()
        segno.make(self.link(request, table), error="m").save(picture, kind="svg", scale=8, border=3, xmldecl=False)
        return picture.getvalue()

    def link(self, request: AnyRequest, table: TableHost) -> str:
        """How others reach a table."""
        came_by = f"{request.scope['scheme']}://{request.headers.get('host', '')}"
        return f"{address_for_others(self._house.config, came_by)}/t/{table.code}"

    async def mine(self, request: AnyRequest, code: str) -> rest.OwnPlace:
        table = await self.table(code)
        place = place_of(table.keys, key_of(headers_of(request.scope), table.code))
        play, seat = table.matches.play, table.matches.seat_of(place)
        to_act = play is not None and seat is not None and table.matches.on and bool(play.sight(seat)[1])
        return rest.OwnPlace(table.info(), place, to_act)


def allowed(refused: Refused | None) -> None:
    """Go on unless it was refused."""
    if refused is not None:
        raise problems.refused(refused)


def expect(result: tuple[int, str] | Refused) -> tuple[int, str]:
    """A place and its key, unless it was refused."""
    if isinstance(result, Refused):
        raise problems.refused(result)
    return result


def table_routes(desk: Desk, hall: Hall) -> list[BaseRouteHandler]:
    """The routes, each a line or two around the desk."""

    @post("/api/tables", summary="Open a table")
    async def open_table(request: AnyRequest, data: JSONBody[rest.NewTable]) -> Response[rest.Opened]:
        return await desk.open(request, data)

    @get("/api/tables", summary="The tables that want to be found")
    async def list_tables() -> list[rest.TableLine]:
        return await hall.public()

    @get("/api/tables/{code:str}", summary="A table")
    async def show_table(code: FromPath[str]) -> down.TableInfo:
        return (await desk.table(code)).info()

    @post("/api/tables/{code:str}/sit", summary="Take a place")
    async def sit(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Sit]) -> Response[rest.Seated]:
        return await desk.sit(request, code, data)

    @post("/api/tables/{code:str}/rejoin", status_code=200, summary="Exchange a personal link's key for the cookie")
    async def rejoin(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Rejoin]) -> Response[rest.Seated]:
        return await desk.rejoin(request, code, data.key)

    @post("/api/tables/{code:str}/link", summary="A further key for one's own place, for another device")
    async def link(request: AnyRequest, code: FromPath[str]) -> rest.Seated:
        table, place = await desk.seat(request, code)
        key = await table.another_key(place)
        if isinstance(key, Refused):
            raise problems.refused(key)
        return rest.Seated(place, key, table.info())

    @post("/api/tables/{code:str}/leave", status_code=200, summary="Give one's place up")
    async def leave(request: AnyRequest, code: FromPath[str]) -> Response[down.TableInfo]:
        return await desk.leave(request, code)

    @post("/api/tables/{code:str}/bots", summary="Add a bot")
    async def add_bot(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.AddBot]) -> down.TableInfo:
        table, place = await desk.seat(request, code)
        allowed(await table.add_bot(place, data.level, data.name))
        return table.info()

    @delete("/api/tables/{code:str}/places/{place:int}", status_code=200, summary="Send somebody or a bot away")
    async def remove(request: AnyRequest, code: FromPath[str], place: FromPath[int]) -> down.TableInfo:
        table, by = await desk.seat(request, code)
        allowed(await table.kick(by, place))
        return table.info()

    @post("/api/tables/{code:str}/kick", status_code=200, summary="Send somebody or a bot away")
    async def kick(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Kick]) -> down.TableInfo:
        table, by = await desk.seat(request, code)
        allowed(await table.kick(by, data.place))
        return table.info()

    @post("/api/tables/{code:str}/ready", status_code=200, summary="Be ready, or not yet")
    async def ready(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Ready]) -> down.TableInfo:
        table, place = await desk.seat(request, code)
        allowed(await table.ready(place, data.ready))
        return table.info()

    @post("/api/tables/{code:str}/lock", status_code=200, summary="Let nobody else sit down, or again everybody")
    async def lock(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Lock]) -> down.TableInfo:
        table, place = await desk.seat(request, code)
        allowed(await table.lock(place, data.locked))
        return table.info()

    @post("/api/tables/{code:str}/settings", status_code=200, summary="Change options or settings between matches")
    async def change(request: AnyRequest, code: FromPath[str], data: JSONBody[rest.Change]) -> down.TableInfo:
        return await desk.change(request, code, data)

    @post(["/api/tables/{code:str}/start", "/api/tables/{code:str}/rematch"], status_code=200, summary="Start a match")
    async def start(request: AnyRequest, code: FromPath[str]) -> down.TableInfo:
        table, place = await desk.seat(request, code)
        allowed(table.start(place))
        return table.info()

    @post("/api/tables/{code:str}/pause", status_code=200, summary="Stop the match for a while")
    async def pause(request: AnyRequest, code: FromPath[str]) -> down.TableInfo:
        table, place = await desk.seat(request, code)
        allowed(table.pause(place, True))
        return table.info()

    @post("/api/tables/{code:str}/resume", status_code=200, summary="Let the match go on")
    async def resume(request: AnyRequest, code: FromPath[str]) -> down.TableInfo:
        table, place = await desk.seat(request, code)
        allowed(table.pause(place, False))
        return table.info()

    @post("/api/tables/{code:str}/give-up", status_code=200, summary="End the match without an outcome")
    async def give_up(request: AnyRequest, code: FromPath[str]) -> down.TableInfo:
        table, place = await desk.seat(request, code)
        allowed(table.give_up(place))
        return table.info()

    @post("/api/tables/{code:str}/hint", status_code=200, summary="What a strong player would do at one's own place")
    async def hint(request: AnyRequest, code: FromPath[str]) -> rest.Hint:
        return await desk.hint(request, code)

    @get("/api/tables/{code:str}/mine", summary="One's own place at a table, and whether it is one's turn")
    async def mine(request: AnyRequest, code: FromPath[str]) -> rest.OwnPlace:
        return await desk.mine(request, code)

    @get("/api/tables/{code:str}/invitation", summary="The table's link, as other devices can follow it")
    async def invitation(request: AnyRequest, code: FromPath[str]) -> rest.Invitation:
        return rest.Invitation(desk.link(request, await desk.table(code)))

    @get("/api/tables/{code:str}/qr.svg", media_type="image/svg+xml", summary="The table's link as a QR code")
    async def qr(request: AnyRequest, code: FromPath[str]) -> bytes:
        return await desk.qr(request, code)

    return [
        open_table,
        list_tables,
        show_table,
        sit,
        rejoin,
        link,
        leave,
        add_bot,
        remove,
        kick,
        ready,
        lock,
        change,
        start,
        pause,
        resume,
        give_up,
        hint,
        mine,
        invitation,
        qr,
    ]
