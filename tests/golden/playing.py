"""`*.game`: a whole match in written acts, with all that everybody is told and sees after each of them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cartable.kernel import Act, AnyGame, Event, Seat, Stepped
from cartable.matches.perft import WHO, who
from tests.golden.changes import changes, plain, written
from tests.golden.plan import Whole
from tests.kit.sample import sampled

LEGEND: Final = """\
A numbered line is an act. "!" is what happened, told to all, or to the seats named alone. The other lines are what
changed in the views: in every one (*), or in those of the seats named; "-" is a spectator.
"""

Done = tuple[Seat, Act]
_ACT: Final = re.compile(r"^\d+ (dealer|clock|seat (\d+)): (.+)$", re.MULTILINE)
_SEATS: Final = {name: seat for seat, name in WHO.items()}


def played(game: AnyGame, whole: Whole) -> list[Done]:
    """The acts of a match that is played by its policy."""
    match = sampled(game, whole.setup(game, whole.policy))
    assert game.outcome(match.last), f"{whole.file}: the match does not end"
    return [(turn.seat, turn.act) for turn in match.turns]


def acts_in(game: AnyGame, text: str) -> list[Done]:
    """The acts that a file holds."""
    return [(int(seat) if seat else _SEATS[name], game.act(act)) for name, seat, act in _ACT.findall(text)]


def game_text(game: AnyGame, whole: Whole, acts: Iterable[Done]) -> str:
    """The whole file: the match that consists of these acts."""
    head = [f"{game.id}: {whole.title}", *whole.described(), "", *LEGEND.splitlines()]
    return "\n".join([*(f"# {line}".rstrip() for line in head), "", *_told(game, whole, acts)]) + "\n"


def _told(game: AnyGame, whole: Whole, acts: Iterable[Done]) -> Iterator[str]:
    state = whole.begin(game)
    viewers = (*range(whole.players), None)
    views = [plain(game.view(state, viewer)) for viewer in viewers]
    yield "the start"
    yield from _seen([[f"{key}={written(value)}" for key, value in view.items()] for view in views])
    for number, (seat, act) in enumerate(acts):
        stepped = game.step(state, seat, act)
        yield f"{number} {who(seat)}: {act}"
        if not isinstance(stepped, Stepped):
            yield f"  refused: {stepped.code} ({stepped.rule})"
            return
        state = stepped.state
        yield from (_happened(event) for event in stepped.events)
        now = [plain(game.view(state, viewer)) for viewer in viewers]
        yield from _seen([list(changes(was, is_)) for was, is_ in zip(views, now, strict=True)])
        views = now
    yield f"the end: {written(game.outcome(state))}"


def _happened(event: Event) -> str:
    fields = {name: value for name, value in plain(event).items() if name not in ("event", "to")}
    audience = "!" if event.to is None else f"! {event.to}"
    return f"  {audience} {event.name()} {written(fields)}"


def _seen(shown: Sequence[Sequence[str]]) -> Iterator[str]:
    """What each viewer sees, said once for those who see the same; the last viewer is a spectator."""
    viewers: defaultdict[str, list[int]] = defaultdict(list)
    for viewer, items in enumerate(shown):
        for item in items:
            viewers[item].append(viewer)
    lines: defaultdict[str, list[str]] = defaultdict(list)
    names = [*map(str, range(len(shown) - 1)), "-"]
    for item, those in viewers.items():
        lines["*" if len(those) == len(shown) else " ".join(names[each] for each in those)].append(item)
    for audience, items in sorted(lines.items()):  # the star first, then seats
        yield f"  {audience} {'  '.join(items)}"


def first_difference(kept: str, found: str) -> str:
    """The place where two texts part, with a few lines before it; nothing when they are equal."""
    old, new = kept.splitlines(), found.splitlines()
    for number, (was, is_) in enumerate(zip([*old, "(the end)"], [*new, "(the end)"], strict=False)):
        if was != is_:
            before = old[max(0, number - 4) : number]
            return "\n".join([f"line {number + 1}:", *before, f"kept:  {was}", f"found: {is_}"])
    return "" if kept == found else "the ends of the lines differ"
