"""Many made-up matches of one kind, judged each way, and counted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from cartable.matches.referee import HonestyRecord, Latency
from cartable.matches.referee.guards import TESTED
from cartable.matches.referee.latency import KEPT_PINGS
from lab.bench.fairness.judges import Judged, by_arrival, by_quota, by_referee
from lab.bench.fairness.world import RACES, NetworkKind, draw_person

Rng = np.random.Generator


@dataclass
class JudgeTally:
    """What one way of judging did."""

    races: int = 0
    ties: int = 0
    share: float = 0.0
    """Races won by seat 0; a tie is shared."""
    finger: int = 0
    """Races in which the first by eye and finger was not found, nor among the tied."""
    unheard: int = 0
    """Wrong races in which the true first was not heard before the end."""
    wrong_by_match: list[int] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)

    def add(self, match: Sequence[Judged], truths: Sequence[int], fingers: Sequence[int]) -> None:
        """A race is wrong when the true first is neither found first nor among the tied."""
        wrong = [(race, truth) for race, truth in zip(match, truths, strict=True) if truth not in race.found]
        self.wrong_by_match.append(len(wrong))
        self.unheard += sum(truth not in race.heard for race, truth in wrong)
        self.finger += sum(first not in race.found for race, first in zip(match, fingers, strict=True))
        self.races += len(match)
        self.ties += sum(len(race.found) > 1 for race in match)
        self.share += sum((0 in race.found) / len(race.found) for race in match)
        self.delays += [race.delay for race in match]
        self.gains += [race.gain for race in match if race.gain is not None]

    @property
    def wrong_percent(self) -> float:
        return 100 * sum(self.wrong_by_match) / self.races

    @property
    def wrong_error(self) -> float:
        """95 % of the chance in `wrong_percent`; races of one match share their connections, so matches are counted."""
        spread = float(np.std(self.wrong_by_match)) * sqrt(len(self.wrong_by_match))
        return 100 * 1.96 * spread / self.races

    @property
    def finger_percent(self) -> float:
        return 100 * self.finger / self.races

    @property
    def unheard_percent(self) -> float:
        """Of the wrong races."""
        return 100 * self.unheard / max(1, sum(self.wrong_by_match))

    @property
    def tie_percent(self) -> float:
        return 100 * self.ties / self.races

    @property
    def share_percent(self) -> float:
        return 100 * self.share / self.races

    @property
    def gain(self) -> float:
        return float(np.mean(self.gains)) if self.gains else 0.0

    @property
    def gain_95(self) -> float:
        return float(np.percentile(self.gains, 95))

    @property
    def delay(self) -> tuple[float, float, float]:
        """Mean, 95th percentile, longest."""
        return float(np.mean(self.delays)), float(np.percentile(self.delays, 95)), max(self.delays)


@dataclass
class Cell:
    """One kind of table."""

    arrival: JudgeTally = field(default_factory=JudgeTally)
    quota: JudgeTally = field(default_factory=JudgeTally)
    referee: JudgeTally = field(default_factory=JudgeTally)


@dataclass(frozen=True)
class Kind:
    """What sits at a table: one network a seat, drawn again for every match."""

    networks: Callable[[Rng], Sequence[NetworkKind]]
    forger: int | None = None
    clock_step: float = 1.0


def measure(kind: Kind, races: int, rng: Rng, step: Callable[[], None]) -> Cell:
    """Matches of `RACES` races each, until there are `races`; `step` is called after each match."""
    cell = Cell()
    for _ in range(-(-races // RACES)):
        people = [draw_person(rng, network) for network in kind.networks(rng)]
        truths = np.array([person.interval for person in people]).argmin(axis=0).tolist()
        fingers = np.array([person.reaction for person in people]).argmin(axis=0).tolist()
        # A forger is judged as in the first 20 calls, before the stamp test can speak, all match long.
        ours = by_referee(
            people, RACES, rng, forger=kind.forger, guarded=kind.forger is None, clock_step=kind.clock_step
        )
        cell.arrival.add(by_arrival(people, RACES), truths, fingers)
        cell.quota.add(by_quota(people, RACES, kind.forger), truths, fingers)
        cell.referee.add(ours, truths, fingers)
        step()
    return cell


@dataclass(frozen=True)
class Doubts:
    """How many clients of 100 fail a test of `guards`, after 20 calls."""

    honest: float
    shaving: float
    holding: float


def doubts(network: NetworkKind, shaved: float, held: float, clients: int, rng: Rng) -> Doubts:
    """Clients that are honest, that shave so much off every stamp, or hold back the SEEN of every race so long."""
    failed = [0, 0, 0]
    for _ in range(clients):
        person = draw_person(rng, network, TESTED)
        latency = Latency(rtts=tuple((person.ping_down + person.ping_up).ravel()[-KEPT_PINGS:].tolist()))
        residuals = person.call - person.seen
        acks = person.reveal + person.paint + person.seen
        updates = tuple(person.update.tolist())
        honest = HonestyRecord(tuple(residuals.tolist()), tuple(acks.tolist()), updates)
        failed[0] += honest.stamps_forged() or honest.acks_delayed(latency)
        failed[1] += HonestyRecord(residuals=tuple((residuals + shaved).tolist())).stamps_forged()
        failed[2] += HonestyRecord((), tuple((acks + held).tolist()), updates).acks_delayed(latency)
    return Doubts(*(100 * count / clients for count in failed))
