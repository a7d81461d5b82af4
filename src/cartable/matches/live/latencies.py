"""What the table knows of the players' connections: what was measured, and what every race teaches about them."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from cartable.kernel import Seat
from cartable.matches.referee import HonestyRecord, Latency, Receipt


class Latencies:
    """The latency of everybody who is here. Whoever comes back has a new connection, and a new latency."""

    def __init__(self, here: Iterable[Seat]) -> None:
        """Nothing is known yet of those who are `here`: their connections are credited with no lag."""
        self.known: dict[Seat, Latency] = {}
        self._records: dict[Seat, HonestyRecord] = {}
        self._last_update: dict[Seat, tuple[int, float]] = {}
        for seat in here:
            self.connected(seat, Latency())

    def connected(self, seat: Seat, latency: Latency) -> None:
        """A new connection: nothing that another one did is held against it."""
        self.known[seat] = latency
        self._records[seat] = HonestyRecord()
        self._last_update.pop(seat, None)

    def disconnected(self, seat: Seat) -> None:
        """The connection is gone."""
        self.known.pop(seat, None)

    def pinged(self, seat: Seat, rtt: float, loop_lag: float = 0.0) -> None:
        """One more round trip was measured, and how late arrivals are stamped."""
        if seat in self.known:
            self.known[seat] = replace(self.known[seat].pinged(rtt), loop_lag=loop_lag)

    def update_sent(self, n: int, send_at: Mapping[Seat | None, float]) -> None:
        """An ordinary update, of act `n`, goes out: how soon it is painted tells what is usual on a connection."""
        for seat in self.known:
            if seat in send_at:
                self._last_update[seat] = n, send_at[seat]

    def seen(self, seat: Seat, n: int, at: float) -> None:
        """A device painted act `n`."""
        update = self._last_update.get(seat)
        if seat in self.known and update is not None and update[0] == n:
            del self._last_update[seat]
            self._records[seat] = self._records[seat].updated(at - update[1])

    def learn(self, receipts: Iterable[Receipt]) -> None:
        """What contested acts tell: quota spent, and whether stamps and SEEN messages can be believed."""
        for receipt in receipts:
            latency = self.known.get(receipt.seat)
            if latency is None:
                continue
            record = self._records[receipt.seat]
            if receipt.residual is not None:
                record = record.called(receipt.residual)
            if receipt.ack is not None:
                record = record.raced(receipt.ack)
            self._records[receipt.seat] = record
            self.known[receipt.seat] = record.judge(latency.raced(receipt.use))
