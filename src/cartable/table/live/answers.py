"""Every act gets its answer, and an act that is sent twice gets one for each time."""

from cartable.kernel import Seat
from cartable.table.live.effects import Answer, Answered


class Answers:
    """The acts that are being judged or written down. One that is sent again meanwhile is answered with the first:
    nobody is told that an act was judged while a crash could still undo it.
    """

    def __init__(self) -> None:
        self._again: dict[tuple[Seat, int], int] = {}

    def awaited(self, seat: Seat, k: int) -> None:
        """Act `k` of a seat goes to the judge."""
        self._again[seat, k] = 0

    def sent_again(self, seat: Seat, k: int) -> bool:
        """Act `k` has come once more; False when it has been answered before."""
        if (seat, k) not in self._again:
            return False
        self._again[seat, k] += 1
        return True

    def given(self, answer: Answer) -> tuple[Answer, ...]:
        """The answer, and one more for every time the act was sent again."""
        again = self._again.pop((answer.seat, answer.k), 0)
        return (answer, *[Answer(answer.seat, answer.k, Answered.ALREADY)] * again) if again else (answer,)
