"""Running a scenario: place the position, do the steps, compare."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cartable.kernel import Act, BadInput, Refused, Seat
from cartable.matches.deal.dealers import ScriptedDealer, SeededDealer, deal_on
from cartable.matches.scenarios.compare import mismatches, value_text
from cartable.matches.scenarios.read import EndKeys, Scenario, Step
from cartable.matches.scenarios.shape import check_shape


def run_scenario(scenario: Scenario) -> str:
    """Nothing when all of it holds; else the step, what was expected and what was found.

    BadInput is for a scenario that cannot be run: an impossible position, a key or card that the game does not know.
    """
    run = _Run(scenario)
    for number, step in enumerate(scenario.steps, 1):
        for failure in run.step(step, f"step {number}"):
            return failure
    if scenario.end is not None:
        for failure in run.end(scenario.end):
            return failure
    return ""


class _Run:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.game = scenario.game
        seeded = SeededDealer(scenario.seed)
        try:
            position = self.game.from_position(scenario.given, scenario.options, scenario.players, seeded.shuffle)
        except BadInput as error:
            raise error.inside("given") from error
        self.dealer = ScriptedDealer(position.script, scenario.seed)
        self.state: Any = position.state
        self._settle()
        described = self._described()
        for number, step in enumerate(scenario.steps, 1):
            self._check_shape(step, f"step {number}", described)

    def step(self, step: Step, where: str) -> Iterator[str]:
        """Do one step; a word for each thing that is not as it should be. The first ends the run."""
        if step.legal is not None:
            yield from self._legal(step.seat, step.legal, where)
        for act in step.illegal:
            if self.game.refusal(self.state, step.seat, self._complete(act)) is None:
                yield f"{where}: illegal: expected `{act}` to be refused, found it allowed"
        if step.move is not None:
            yield from self._move(step.seat, step.move, step.refused, where)
        if step.then:
            described = self._described()
            self._check_shape(step, where, described)
            differences = "; ".join(mismatches(self.game, step.then, described))
            if differences:
                yield f"{where}: then: {differences}"

    def end(self, end: EndKeys) -> Iterator[str]:
        """The game must be over, and so."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            to_move = ", ".join(map(str, self._to_move())) or "nobody but the table"
            yield f"end: expected the game to be over, found it going on (to move: {to_move})"
            return
        if end.winners is not None:
            yield from _compared("winners", sorted(end.winners), sorted(outcome.winners))
        yield from _compared("ranks", end.ranks, outcome.ranks)
        yield from _compared("scores", end.scores, outcome.scores)

    def _legal(self, seat: Seat, wanted: Iterable[Act], where: str) -> Iterator[str]:
        expected = Counter(str(self._complete(act)) for act in wanted)
        found = Counter(str(self._complete(act)) for act in self.game.legal(self.state, seat))
        if expected != found:
            texts = [value_text(sorted(acts.elements())) for acts in (expected, found)]
            yield f"{where}: legal: expected {texts[0]}, found {texts[1]}"

    def _move(self, seat: Seat, act: Act, rule: str | None, where: str) -> Iterator[str]:
        answer = self.game.step(self.state, seat, self._complete(act))
        if isinstance(answer, Refused):
            if rule is None:
                yield f"{where}: move: expected `{act}` to be allowed, found it refused: {answer.code} ({answer.rule})"
            elif answer.rule != rule:
                yield f"{where}: refused: expected {rule}, found {answer.rule} ({answer.code})"
        elif rule is not None:
            yield f"{where}: refused: expected `{act}` to be refused by {rule}, found it allowed"
        else:
            self.state = answer.state
            self._settle()

    def _settle(self) -> None:
        """The dealer's acts are not steps: they follow by themselves."""
        for _, stepped in deal_on(self.game, self.state, self.dealer):
            self.state = stepped.state

    def _complete(self, act: Act) -> Act:
        completed: Act = self.game.with_defaults(self.state, act)
        return completed

    def _to_move(self) -> list[Seat]:
        return sorted(seat for seat in self.game.actors(self.state) if seat >= 0)

    def _described(self) -> dict[str, Any]:
        return {**self.game.to_position(self.state, self.dealer), "to_move": self._to_move()}

    def _check_shape(self, step: Step, where: str, described: dict[str, Any]) -> None:
        try:
            check_shape(self.game, step.then, described)
        except BadInput as error:
            raise error.inside(f"{where}: then") from error


def _compared(key: str, expected: Sequence[int] | None, found: Sequence[int] | None) -> Iterator[str]:
    if expected is not None and (found is None or list(expected) != list(found)):
        yield f"end: {key}: expected {value_text(expected)}, found {value_text(found)}"
