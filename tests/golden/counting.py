"""`counts.txt`: the tree below a position with few cards, counted depth by depth and by first act."""

from collections.abc import Iterator
from typing import Any, Final

from cartable.kernel import AnyGame
from cartable.matches.perft import Counts, count_by_first_act, count_tree, who
from tests.golden.plan import counts_setting, plan

LEGEND: Final = """\
{id}: the tree below the position in counts.toml, counted; written by `make golden`.
For each number of acts done (depth): in how many ways one gets to a position in which the dealer is to act (chance),
somebody else is (decision), or the match is over (end). Below each depth the same apart for each first act.
"""


def counts_text(game: AnyGame) -> str:
    """The whole file."""
    tree = plan(game).counts
    comment = [*LEGEND.format(id=game.id).splitlines(), "", "Depth 2 by hand:", *tree.by_hand.strip().splitlines()]
    lines = [f"# {line}".rstrip() for line in comment]
    state = counts_setting(game).begin(game)
    return "\n".join([*lines, "", *_counted(game, state, tree.depth)]) + "\n"


def _counted(game: AnyGame, state: Any, depth: int) -> Iterator[str]:
    for number, counts in enumerate(count_tree(game, state, depth)):
        if number:
            yield f"depth {number}: {_told(counts)}"
            yield from by_first_act(game, state, number)


def by_first_act(game: AnyGame, state: Any, depth: int) -> list[str]:
    """The lines below a depth."""
    return [f"  {who(seat)}: {act}: {_told(counts)}" for seat, act, counts in count_by_first_act(game, state, depth)]


def _told(counts: Counts) -> str:
    return f"chance {counts.chance}, decision {counts.decision}, end {counts.end}"


def wrong_counts(kept: str, found: str) -> str:
    """The first depth that differs, with both counts for every first act; nothing when the counts are equal."""
    was, is_ = _by_depth(kept), _by_depth(found)
    for depth in dict.fromkeys((*was, *is_)):
        old, new = was.get(depth, {}), is_.get(depth, {})
        if old != new:
            acts = dict.fromkeys((*old, *new))
            lines = [
                f"  {act or 'all'}: {old.get(act, 'not there')}"
                + ("" if old.get(act) == new.get(act) else f"  ->  {new.get(act, 'gone')}")
                for act in acts
            ]
            return "\n".join([f"{depth}, kept -> found:", *lines])
    return ""


def _by_depth(text: str) -> dict[str, dict[str, str]]:
    """By depth, the counts of each first act and, without a name, of all."""
    depths: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        what, _, counts = line.rpartition(": ")
        if line.startswith("depth "):
            depths[what] = {"": counts}
        elif line.startswith("  "):
            depths[list(depths)[-1]][what.strip()] = counts
    return depths
