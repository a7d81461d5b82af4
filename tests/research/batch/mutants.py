"""Every rule of the simulator once broken: text of its source, and what to write instead."""

from typing import Final

from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator import view as push_view
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.simulator import sheet as quinto_sheet

Mutant = tuple[str, object, str, str]
"""The rule, the module, what stands there, and what to put there."""

_WAY = "following = seat + jnp.where((now.switches & 1) != 0, word(seats - 1), word(1))"

PUSH: Final[list[Mutant]] = [
    ("PUSH-01", push, "SWITCH_CARDS if switches else 0, int(risk)", "SWITCH_CARDS if switches else 1, int(risk)"),
    ("PUSH-07", push, "seats > 2 or bool(switch_cards)", "True"),
    ("PUSH-08", push, "unbegun = turn & (first == 0) & (now.switches == 0)", "unbegun = turn & (first == 0)"),
    ("PUSH-09", push, "acts = one_if(turn & (left(state) != 0))", "acts = one_if(turn)"),
    ("PUSH-11", push, "(first != 0) & (second == 0), (second", "(second == 0), (second"),
    ("PUSH-12 colour", push, "numbers = (COLOUR << (6 * colour)) | ", "numbers = "),
    ("PUSH-12 value", push, " | (VALUE << (card - 6 * colour))", ""),
    ("PUSH-13", push, "return jnp.where(card == DICE, word(1 << DICE), numbers)", "return numbers"),
    ("PUSH-14", push, "switches=now.switches + one_if(switch)", "switches=now.switches"),
    ("PUSH-15", push, "turned = jnp.where(switch, word(TURN)", "turned = jnp.where(switch, word(PLACE)"),
    ("PUSH-16", push, "((turn | (now.phase == SHARE)) & (column != 0))", "((turn | (now.phase == SHARE)))"),
    ("PUSH-18", push, "rolls = (taken >> DICE) != 0", "rolls = (taken >> DICE) > 1"),
    ("PUSH-18 zone", push, "roller = _before(now.chooser, now, len(state.zones))", "roller = now.active"),
    (
        "PUSH-19",
        push,
        "jnp.where(face == STAR, keep(now.risk != 0, word(CARDS))",
        "jnp.where(face == STAR, word(COLOUR)",
    ),
    ("PUSH-21", push, "shares & ((first | second | third) != 0)", "shares & ((first | second) != 0)"),
    ("PUSH-22", push, "columns.append(keep(~take, column |", "columns.append(keep(take | ~take, column |"),
    ("PUSH-23", push, _WAY, _WAY.replace("word(seats - 1), word(1)", "word(1), word(seats - 1)")),
    ("PUSH-24", push, _WAY, "following = seat + 1"),
    ("PUSH-25", push, "following = now.active + 1", "following = now.active + 1 + (now.switches & 1)"),
    ("PUSH-27", push, " & (now.chooser != now.active)", ""),
    ("PUSH-28", push, "active = jnp.where(ends & more, following, now.active)", "active = now.active"),
    ("PUSH-29", push, " & (third & clashes != 0)", ""),
    (
        "PUSH-30",
        push,
        "chooser=jnp.where(busts, _after(now.active, now, len(state.zones)), now.chooser)",
        "chooser=now.chooser",
    ),
    (
        "PUSH-31",
        push,
        "return _settle(state._replace(zones=zones), now, due",
        "return _settle(state._replace(zones=zones), now, ~due",
    ),
    ("PUSH-32", push, "zone.protected.and_all(shown.only(colour))", "zone.protected"),
    ("PUSH-32 shown", push, "shown.any_of(word(COLOUR << 6 * colour))", "shown.any_of(word(CARDS))"),
    ("PUSH-33", push, "jnp.where(more, word(TURN), word(OVER))", "word(TURN)"),
    ("PUSH-33 Switch", push, "nothing = switch & ~more & (first == 0)", "nothing = switch & ~more & (first == 1)"),
    ("PUSH-34", push_view, "0b111000", "0b111001"),
    ("PUSH-36", push_view, "128 * _points(heap) + heap.size()", "128 * _points(heap)"),
    (
        "PUSH-37",
        push_view,
        "128 * _points(heap) + heap.size() for heap in map",
        "128 * _points(heap) + heap.size() + heap.ones for heap in map",
    ),
    ("PUSH-38", push, "keep(now.risk != 0, word(CARDS))", "word(0)"),
]

QUINTO: Final[list[Mutant]] = [
    ("QUIN-01", quinto, "value + one_if(value != 0)", "value"),
    ("QUIN-03", quinto_sheet, "_SPLIT: Final = (3, 5, 4)", "_SPLIT: Final = (3, 5, 5)"),
    ("QUIN-04", quinto_sheet, "bonus // ROW, bonus % ROW)", "(bonus // ROW + 1) % 3, bonus % ROW)"),
    ("QUIN-05", quinto, "return keep(self.sum > _LEAST, self.colours)", "return self.colours"),
    ("QUIN-07", quinto_sheet, "up_to & ~past & CELLS", "~past & CELLS"),
    ("QUIN-07 twice", quinto_sheet, "gaps.append(keep(~there, up_to", "gaps.append(keep(there | ~there, up_to"),
    ("QUIN-08", quinto_sheet, "free = gap & ~_cells(row, others)", "free = gap"),
    (
        "QUIN-10",
        quinto,
        "receiver = jnp.where(draws, now.active, dealt // HAND)",
        "receiver = jnp.where(draws, now.active, dealt % seats)",
    ),
    ("QUIN-10 lot", quinto, "active=jnp.where(due, seat, now.active)", "active=now.active"),
    ("QUIN-11", quinto, "gone = keep(flag, 1 << card)", "gone = keep(pair, 1 << card)"),
    ("QUIN-12", quinto, "across = 3 - place", "across = place"),
    ("QUIN-13", quinto, "0x2041", "0x2241"),
    (
        "QUIN-15",
        quinto,
        "place=jnp.where(flag, jnp.where(pair, beside, at), now.place)",
        "place=jnp.where(flag, at, now.place)",
    ),
    (
        "QUIN-15 beside",
        quinto,
        "jnp.where(corner, 1 + (act & 1), 3 * (act & 1))",
        "jnp.where(corner, 2 - (act & 1), 3 * (act & 1))",
    ),
    ("QUIN-17", quinto, "all_chose = all_chose & (", "all_chose = all_chose | ("),
    ("QUIN-18", quinto, "missed = passes & (now.active == seat)", "missed = passes"),
    ("QUIN-19", quinto, "keep(self.sum > _LEAST, self.colours)", "jnp.where(self.sum > _LEAST, self.colours | 1, 0)"),
    ("QUIN-20", quinto, "(count(hand) < HAND)", "(count(hand) < HAND - 1)"),
    ("QUIN-21", quinto, "following = keep(following < seats, following)", "following = now.active"),
    ("QUIN-22", quinto, "again = flag & (pile == 0)", "again = flag & (pile == 0) & (hand_of(state, now.active) == 0)"),
    ("QUIN-23", quinto, "(sheet.full_rows(after) >= 2)", "(sheet.full_rows(after) >= 1)"),
    ("QUIN-23 misses", quinto, "== MISSES - 1", "== MISSES - 2"),
    (
        "QUIN-24",
        quinto_sheet,
        "jnp.where(cells == CELLS, length(words >> ROW), count(cells))",
        "count(words >> (ROW + 1))",
    ),
    ("QUIN-25", quinto_sheet, "jnp.where(cells == CELLS, length(words >> ROW), count(cells))", "count(cells)"),
    (
        "QUIN-26",
        quinto_sheet,
        "_columns(0, rows[0] & CELLS) & _columns(1, rows[1] & CELLS) & ",
        "_columns(0, rows[0] & CELLS) & ",
    ),
    ("QUIN-27", quinto_sheet, "number_at(rows[row], cell)).astype", "number_at(rows[0], cell)).astype"),
    ("QUIN-28", quinto_sheet, "MISS: Final = 5", "MISS: Final = 4"),
    ("QUIN-33", quinto, "if seats > 1:", "if seats > 0:"),
    ("QUIN-33 end", quinto, "ends = (hand == 0) if seats == 1", "ends = (hand == 1) if seats == 1"),
]
