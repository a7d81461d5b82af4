"""How much one address may ask for, and how much all of them together."""

import asyncio
from collections import Counter, OrderedDict, defaultdict, deque
from ipaddress import IPv4Address, ip_address
from typing import Final, Literal

from cartable.server.common.clock import now_ms
from cartable.server.common.metrics import RefusalCounts
from cartable.server.limits import Limits


class Bucket:
    """`rate_s` a second, and `burst` at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate_s: float, burst: float) -> None:
        self._rate = rate_s / 1000
        self._burst = burst
        self._left = burst
        self._at = now_ms()

    def take(self, now: float, amount: float = 1.0) -> bool:
        """One more; False when it is too many."""
        left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if left < amount:
            self._left = left
            return False
        self._left = left - amount
        return True

    def wait_s(self, amount: float = 1.0) -> float:
        """Return the seconds until this amount is there, as far as the bucket can hold it."""
        left = self._left + max(0.0, now_ms() - self._at) * self._rate
        return max(0.0, min(amount, self._burst) - left) / self._rate / 1000

    def give_back(self) -> None:
        """The last one does not count."""
        self._left += 1


class Buckets:
    """A bucket for each address, the longest silent forgotten first."""

    def __init__(self, rate_s: float, burst: float, most: int) -> None:
        self._rate_s = rate_s
        self._burst = burst
        self._most = most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        bucket = self._of.pop(address, None) or Bucket(self._rate_s, self._burst)
        self._of[address] = bucket
        if len(self._of) > self._most:
            self._of.popitem(last=False)
        return bucket

    def take(self, address: str, amount: float = 1.0) -> bool:
        """Take this amount for an address; False when it is too much."""
        return self.of(address).take(now_ms(), amount)


Rate = Literal["pages", "requests", "address_messages", "replays", "drawings", "hints", "tables", "starts", "imports"]
"""What is counted by address; the limits of each are named after it."""

RATES: Final[tuple[Rate, ...]] = (
    "pages",
    "requests",
    "address_messages",
    "replays",
    "drawings",
    "hints",
    "tables",
    "starts",
    "imports",
)


class RateLimiter:
    """What every address has used of its budget. What is refused is counted, and told to whoever runs the server."""

    def __init__(self, limits: Limits, refusals: RefusalCounts) -> None:
        self.limits = limits
        self.refusals = refusals
        self._of: dict[Rate, Buckets] = {
            rate: Buckets(getattr(limits, f"{rate}_s"), getattr(limits, f"{rate}_burst"), limits.addresses)
            for rate in RATES
        }
        self.guesses = CodeGuesses(limits, refusals)
        self._import_bytes = Buckets(limits.import_bytes_s, limits.import_bytes_burst, limits.addresses)
        self._all_import_bytes = Bucket(limits.all_import_bytes_s, limits.all_import_bytes_burst)

    def take(self, rate: Rate, client: object, amount: float = 1.0) -> bool:
        """One more of this kind, or this many; False when it is too many."""
        return self._of[rate].take(address_of(client), amount) or self.refusals.count(rate)

    def bucket(self, rate: Rate, client: object) -> Bucket:
        """The bucket that all connections of an address share."""
        return self._of[rate].of(address_of(client))

    async def delay_refusal(self, began_s: float | None = None) -> None:
        """Delay a refusal, so that a client that retries at once is slowed down.

        `began_s` is when the request began, by the clock of the event loop: the answer then comes a fixed time after
        it, however long it took to look something up.
        """
        now_s = asyncio.get_running_loop().time()
        wait_s = self.limits.refusal_s - (0.0 if began_s is None else now_s - began_s)
        if wait_s > 0:
            await asyncio.sleep(wait_s)

    def retry_after_s(self, rate: Rate, client: object, amount: float = 1.0) -> float:
        """Return the seconds until an address may ask for this again."""
        return self._of[rate].of(address_of(client)).wait_s(amount)

    def take_import(self, client: object, size: int) -> bool:
        """Take `size` bytes of a match log; False when it is too much, from this address or in all."""
        taken = self._import_bytes.take(address_of(client), size) and self._all_import_bytes.take(now_ms(), size)
        return taken or self.refusals.count("import_bytes")


class CodeGuesses:
    """A table's code is the only secret of a private table: codes that no table has are counted strictly.

    Whoever looks a code up takes one of a few tries, and gets it back unless it is known that no table has the code.
    Without a try left, nothing is looked up but the keys of those who send one. While others of the same address may
    still get theirs back, it is waited for: so many people come at once.
    """

    def __init__(self, limits: Limits, refusals: RefusalCounts) -> None:
        self._refusals = refusals
        self._most = limits.addresses
        self._of = Buckets(limits.misses_s, limits.misses_burst, limits.addresses)
        self._all = Bucket(limits.all_misses_s, limits.all_misses_burst)
        self._pages: OrderedDict[str, str] = OrderedDict()
        """The wrong code of the last page that each address has opened."""
        self._under_way: Counter[str] = Counter()
        """By address, tries that have neither been given back nor spent."""
        self._waiting: defaultdict[str, deque[asyncio.Future[None]]] = defaultdict(deque)

    def attempt(self, client: object, code: str) -> "Guess | None":
        """Return a try to look a code up, or None when there is none left.

        A page asks for its table several times. If its code is wrong, that counts once: when the page is sent.
        """
        address = address_of(client, NETWORK)
        if self._pages.get(address) == code:
            return Guess(self, None, code)
        if not self.take(address):
            return None
        self._under_way[address] += 1
        return Guess(self, address, code)

    async def attempt_in_turn(self, client: object, code: str) -> "Guess | None":
        """Return a try, or None when the address has spent all; wait as long as others of it may give theirs back.

        Raise `TimeoutError` if that takes too long, as it does while the store does not answer.
        """
        address = address_of(client, NETWORK)
        async with asyncio.timeout(IN_TURN_S):
            while (guess := self.attempt(client, code)) is None and self._under_way[address] > 0:
                turn = asyncio.get_running_loop().create_future()
                self._waiting[address].append(turn)
                await turn
        return guess

    def settle(self, address: str, *, is_miss: bool) -> None:
        """Give a try back unless it was a miss, and let those go on who wait for one: all, when no other may come."""
        if not is_miss:
            self.give_back(address)
        self._under_way[address] -= 1
        is_last = not self._under_way[address]
        waiting = self._waiting[address]
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                if not is_last:
                    break
        if is_last:
            del self._under_way[address]
        if not waiting:
            del self._waiting[address]

    def take(self, address: str) -> bool:
        """Take a try; False when there is none left."""
        bucket, now = self._of.of(address), now_ms()
        if not bucket.take(now):
            return False
        if not self._all.take(now):
            bucket.give_back()
            return False
        return True

    def give_back(self, address: str) -> None:
        """Give a try back."""
        self._of.of(address).give_back()
        self._all.give_back()

    def missed_page(self, address: str, code: str) -> None:
        """Remember that this address has paid for a wrong code by opening its page."""
        self._pages[address] = code
        self._pages.move_to_end(address)
        if len(self._pages) > self._most:
            self._pages.popitem(last=False)

    def refused(self) -> None:
        """Somebody was not told whether there is such a table."""
        self._refusals.count("guesses")

    def retry_after_s(self, client: object) -> float:
        """Return the seconds until there is a try again."""
        return max(self._of.of(address_of(client, NETWORK)).wait_s(), self._all.wait_s())


IN_TURN_S: Final = 10.0
"""Seconds that a request waits for others of its address to be answered, before it may look a code up."""

GUESS: Final = "cartable.guess"
"""Where the scope of a request has the try that it took to look its code up."""


class Guess:
    """One try, which is given back at the end of a `with` block unless it was a proven miss."""

    def __init__(self, guesses: CodeGuesses, address: str | None, code: str) -> None:
        """`address` is who has to pay; None: nobody, as it is paid already."""
        self._guesses = guesses
        self._address = address
        self._code = code
        self._is_open = True

    def __enter__(self) -> "Guess":
        return self

    def __exit__(self, *_: object) -> None:
        self.found()

    def found(self) -> None:
        """Give the try back: there is such a table, or nobody could look."""
        if self._is_open and self._address is not None:
            self._guesses.settle(self._address, is_miss=False)
        self._is_open = False

    def missed(self, *, is_page: bool = False) -> None:
        """Keep the try: no table has the code."""
        if self._address is not None:
            is_paid = self._is_open or self._guesses.take(self._address)
            if self._is_open:
                self._guesses.settle(self._address, is_miss=True)
            if is_paid and is_page:
                self._guesses.missed_page(self._address, self._code)
        self._is_open = False


HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that are one household's; it has all the addresses that begin so."""

NETWORK: Final = 48
"""Bits that are one customer's of a provider: whoever guesses may have all the households in it."""


def address_of(client: object, bits: int = HOUSEHOLD) -> str:
    """Whom to count: an IPv4 address, or an IPv6 network."""
    host = str(client[0]) if isinstance(client, tuple | list) and client else "?"
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:MOST_LETTERS]
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{int(address) >> (address.max_prefixlen - bits):x}/{bits}"


MOST_LETTERS: Final = 64
"""Of what stands where an address should: it is remembered."""
