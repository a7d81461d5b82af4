"""Who is connected to a table: one socket for each place, any number of spectators, and how long nobody has been."""

import asyncio
from collections.abc import Callable, Collection

from cartable.server.config import ServerConfig
from cartable.server.tables.connection import Connection
from cartable.server.tables.views import ENCODER
from cartable.wire import down


class Presence:
    """The connections of one table. Whatever changes at the table is announced to them from here."""

    def __init__(
        self,
        config: ServerConfig,
        describe: Callable[[], down.TableInfo],
        on_idle: Callable[[], None],
        on_host_absent: Callable[[], None],
    ) -> None:
        """`describe` tells what everybody may know about the table; `on_idle` is called when nobody has been connected
        for a while, `on_host_absent` when its host has not."""
        self._config = config
        self._describe = describe
        self._on_idle = on_idle
        self._on_host_absent = on_host_absent
        self._by_place: dict[int, Connection] = {}
        self._spectators: set[Connection] = set()
        self._connections: tuple[Connection, ...] = ()
        self._idle_timer: asyncio.TimerHandle | None = None
        self._host_timer: asyncio.TimerHandle | None = None
        self._announcing = False

    # --- who is here -------------------------------------------------------------------------------------------

    def connections(self) -> tuple[Connection, ...]:
        """Every open socket at the table."""
        return self._connections

    def connection_of(self, place: int) -> Connection | None:
        """The socket of a place."""
        return self._by_place.get(place)

    @property
    def places(self) -> Collection[int]:
        """The places whose people are here."""
        return self._by_place.keys()

    @property
    def spectators(self) -> int:
        """Return how many people watch. A screen of somebody who has a place does not count."""
        return sum(connection.screen_of is None for connection in self._spectators)

    @property
    def crowded(self) -> bool:
        """Return whether no more spectators fit. Screens of those who have a place do not count."""
        return self.spectators >= self._config.limits.spectators

    def dismiss(self, place: int, place_of: Callable[[str | None], int | None], goodbye: down.Goodbye) -> None:
        """Close the socket of a place if its key opens the place no more; its screens with such keys are spectators
        from now on. `place_of` returns the place that a key opens."""
        for connection in self._connections:
            if place in (connection.place, connection.screen_of) and place_of(connection.key) != place:
                if connection.screen_of is None:
                    connection.say_goodbye(goodbye)
                else:
                    connection.screen_of = None
        self.announce()

    def add(self, connection: Connection) -> None:
        """A socket has said hello. Of two at the same place the newer one stays."""
        place = connection.place
        if place is None:
            self._spectators.add(connection)
        else:
            older = self._by_place.pop(place, None)
            self._by_place[place] = connection
            connection.bars_changed = self.announce
            if older is not None:
                older.say_goodbye(down.Goodbye("newer"))
        self._count()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None

    def remove(self, connection: Connection) -> bool:
        """A socket is closed; False when a newer one had taken its place before."""
        place = connection.place
        if place is None:
            self._spectators.discard(connection)
        elif self._by_place.get(place) is connection:
            del self._by_place[place]
        else:
            return False
        self._count()
        return True

    def _count(self) -> None:
        self._connections = (*self._by_place.values(), *self._spectators)

    # --- waiting -----------------------------------------------------------------------------------------------

    def wait_if_empty(self) -> None:
        """Nobody may be here: `on_idle` is called unless somebody comes in time."""
        if not self._connections:
            if self._idle_timer is not None:
                self._idle_timer.cancel()
            loop = asyncio.get_running_loop()
            self._idle_timer = loop.call_later(self._config.idle_s, self._on_idle)

    def expect_host(self, host: int | None) -> None:
        """Wait for the host who is away, or stop waiting for the one who is back."""
        away = host is not None and host not in self._by_place
        if away and self._host_timer is None:
            loop = asyncio.get_running_loop()
            self._host_timer = loop.call_later(self._config.host_absent_s, self._host_absent)
        elif not away and self._host_timer is not None:
            self._host_timer.cancel()
            self._host_timer = None

    def _host_absent(self) -> None:
        self._host_timer = None
        self._on_host_absent()

    def stop_waiting(self) -> None:
        """The table leaves the memory: no timer may call it again."""
        for timer in (self._idle_timer, self._host_timer):
            if timer is not None:
                timer.cancel()

    # --- saying it to all --------------------------------------------------------------------------------------

    def send(self, message: down.Down) -> None:
        """The same message to everybody."""
        text = ENCODER.encode(message)
        for connection in self._connections:
            connection.send_text(text)

    def announce(self) -> None:
        """Something about the table is new: tell everybody, once for all that changes in this turn of the loop."""
        if not self._announcing:
            self._announcing = True
            asyncio.get_running_loop().call_soon(self.announce_now)

    def announce_now(self) -> None:
        self._announcing = False
        self.send(down.TableChanged(self._describe()))
