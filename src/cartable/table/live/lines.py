"""The players' lines as the table knows them: what was measured, and what every race teaches about them."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from cartable.kernel import Seat
from cartable.table.referee import Line, Receipt, Record


class Lines:
    """Those who are here, each on the line of one connection. Whoever comes back has a new one."""

    def __init__(self, here: Iterable[Seat]) -> None:
        """`here` are on lines of which nothing is known yet: such a line is credited with no lag."""
        self.known: dict[Seat, Line] = {}
        self._records: dict[Seat, Record] = {}
        self._board: dict[Seat, tuple[int, float]] = {}
        for seat in here:
            self.connected(seat, Line())

    def connected(self, seat: Seat, line: Line) -> None:
        """A new connection, and nothing is held against it that another one did."""
        self.known[seat] = line
        self._records[seat] = Record()
        self._board.pop(seat, None)

    def gone(self, seat: Seat) -> None:
        self.known.pop(seat, None)

    def pinged(self, seat: Seat, rtt: float, loop_lag: float = 0.0) -> None:
        """One more round trip was measured, and how late arrivals are stamped."""
        if seat in self.known:
            self.known[seat] = replace(self.known[seat].pinged(rtt), loop_lag=loop_lag)

    def shown(self, n: int, due: Mapping[Seat | None, float]) -> None:
        """An ordinary update, of act `n`, goes out: how soon it is seen tells what is usual on a line."""
        for seat in self.known:
            if seat in due:
                self._board[seat] = n, due[seat]

    def seen(self, seat: Seat, n: int, at: float) -> None:
        """A device painted act `n`."""
        shown = self._board.get(seat)
        if seat in self.known and shown is not None and shown[0] == n:
            del self._board[seat]
            self._records[seat] = self._records[seat].updated(at - shown[1])

    def learn(self, receipts: Iterable[Receipt]) -> None:
        """What contested acts tell: quota spent, stamps and answers to be believed or not."""
        for receipt in receipts:
            line = self.known.get(receipt.seat)
            if line is None:
                continue
            record = self._records[receipt.seat]
            if receipt.residual is not None:
                record = record.called(receipt.residual)
            if receipt.ack is not None:
                record = record.raced(receipt.ack)
            self._records[receipt.seat] = record
            self.known[receipt.seat] = record.judge(line.raced(receipt.use))
