"""A table between and around its matches: places, the host, rematches."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from cartable.games.hexa import HEXA
from cartable.games.quinto import QUINTO
from cartable.kernel import Refused
from cartable.matches.room import ROOM_REFUSALS, Room


def done(room: Room | Refused) -> Room:
    assert isinstance(room, Room), room
    return room


def code(room: Room | Refused) -> str:
    assert isinstance(room, Refused), room
    return room.code


def seated(*names: str) -> Room:
    """People; a name in capitals is a bot's."""
    room = Room.of(HEXA)
    for name in names:
        room = done(room.sit(name, "bot", "fair") if name.isupper() else room.sit(name))
    return room


ANN, BOB, CID = 0, 1, 2


# --- coming and going ----------------------------------------------------------------------------------------------


def test_the_first_person_is_the_host_and_a_bot_never_is() -> None:
    room = seated("HAL", "Ann", "Bob")
    assert room.host == 1
    assert [place.kind for place in room.places] == ["bot", "human", "human"]


def test_a_table_has_as_many_places_as_the_game() -> None:
    room = seated("Ann", "Bob", "Cid", "Dan", "Eve")
    assert code(room.sit("Fay")) == "full"


def test_a_name_is_taken_once_however_it_is_written() -> None:
    assert code(seated("Ann", "Zoé").sit("ZOÉ")) == "name-taken"


def test_a_locked_table_lets_only_bots_sit_down() -> None:
    room = done(seated("Ann").lock(ANN, True))
    assert code(room.sit("Bob")) == "locked"
    room = done(room.sit("Hal", "bot", "easy"))
    assert len(done(done(room.lock(ANN, False)).sit("Bob")).places) == 3


def test_a_table_without_people_is_not_locked() -> None:
    """There is nobody left who could unlock it."""
    room = done(seated("Ann", "HAL", "Bob").lock(ANN, True))
    assert done(room.leave(2)).locked
    assert not done(done(room.leave(2)).leave(ANN)).locked


def test_only_the_host_locks_kicks_and_starts() -> None:
    room = seated("Ann", "Bob")
    assert code(room.lock(BOB, True)) == "host-only"
    assert code(room.kick(BOB, ANN)) == "host-only"
    assert code(room.start(BOB)) == "host-only"
    assert done(room.kick(ANN, BOB)).place(BOB) is None


def test_hosting_passes_to_the_next_person() -> None:
    room = done(seated("Ann", "HAL", "Bob").leave(ANN))
    assert room.host == 2
    assert done(room.leave(2)).host is None
    assert done(done(room.leave(2)).sit("Dan")).host == 3, "the next person to come"


def test_hosting_passes_on_when_the_host_is_gone_for_long() -> None:
    room = seated("Ann", "HAL", "Bob", "Cid")
    assert room.pass_hosting(BOB).host == ANN, "who is gone is not the host"
    assert room.pass_hosting(ANN).host == 2
    assert room.pass_hosting(ANN, present={3}).host == 3
    assert room.pass_hosting(ANN, present=set()).host == ANN, "nobody else is there"
    assert room.pass_hosting(ANN).place(ANN) is not None, "the place is kept"


def test_nobody_leaves_a_place_twice() -> None:
    room = done(seated("Ann", "Bob").leave(BOB))
    assert code(room.leave(BOB)) == "nobody-there"
    assert code(room.ready(BOB, True)) == "nobody-there"


def test_places_keep_their_ids_and_none_is_given_twice() -> None:
    room = done(done(seated("Ann", "Bob").leave(BOB)).sit("Cid"))
    assert [place.id for place in room.places] == [0, 2]


# --- matches -------------------------------------------------------------------------------------------------------


def test_a_match_needs_enough_players() -> None:
    refused = seated("Ann").start(ANN)
    assert code(refused) == "too-few"
    assert isinstance(refused, Refused)
    assert dict(refused.about) == {"least": 2}
    alone = done(Room.of(QUINTO).sit("Ann"))
    assert done(alone.start(0)).playing == (0,)


def test_one_match_at_a_time() -> None:
    room = done(seated("Ann", "Bob").start(ANN))
    assert code(room.start(ANN)) == "match-on"
    assert code(done(room.finish()).finish()) == "no-match"


def test_a_rematch_has_the_same_seats() -> None:
    room = seated("Ann", "HAL", "Bob")
    first = done(room.start(ANN))
    again = done(done(first.finish()).start(ANN))
    assert again.playing == first.playing
    assert again.matches == 2


def test_who_comes_during_a_match_plays_in_the_next() -> None:
    on = done(done(seated("Ann", "Bob").start(ANN)).sit("Cid"))
    assert on.seat_of(CID) is None
    assert on.playing == (ANN, BOB)
    following = done(done(on.finish()).start(ANN))
    assert following.seat_of(CID) == 2


def test_who_leaves_during_a_match_keeps_the_seat_there_and_loses_the_place() -> None:
    on = done(done(seated("Ann", "Bob", "Cid").start(ANN)).leave(BOB))
    assert on.seat_of(BOB) == 1, "a bot plays it on"
    assert on.seat_of(CID) == 2
    following = done(done(on.finish()).start(ANN))
    assert following.playing == (ANN, CID)
    assert following.seat_of(CID) == 1, "seats have no gaps"


def test_nobody_is_ready_for_the_next_match_but_the_bots() -> None:
    room = done(seated("Ann", "HAL", "Bob").ready(2, True))
    assert [place.ready for place in room.places] == [False, True, True]
    after = done(done(room.start(ANN)).finish())
    assert [place.ready for place in after.places] == [False, True, False]


def test_the_header_names_who_sits() -> None:
    human, robot = (place.as_player() for place in seated("Ann", "HAL").places)
    assert (human.name, human.kind, human.level) == ("Ann", "human", "")
    assert (robot.name, robot.kind, robot.level) == ("HAL", "bot", "fair")


DEEDS: dict[str, Callable[[Room, int], Room | Refused]] = {
    "sit": lambda room, who: room.sit(f"p{who}"),
    "bot": lambda room, who: room.sit(f"b{who}", "bot", "easy"),
    "leave": lambda room, who: room.leave(who),
    "kick": lambda room, who: room.kick(room.host or 0, who),
    "lock": lambda room, who: room.lock(who, who % 2 == 0),
    "start": lambda room, who: room.start(who),
    "finish": lambda room, _: room.finish(),
    "ready": lambda room, who: room.ready(who, True),
    "gone": lambda room, who: room.pass_hosting(who),
}


@given(st.lists(st.tuples(st.sampled_from(sorted(DEEDS)), st.integers(0, 8)), max_size=40))
def test_whatever_people_do_the_table_stays_in_order(deeds: list[tuple[str, int]]) -> None:
    room = Room.of(HEXA)
    for deed, who in deeds:
        after = DEEDS[deed](room, who)
        if isinstance(after, Refused):
            assert after.code in {refused.code for refused in ROOM_REFUSALS}
            continue
        room = after
        ids = [place.id for place in room.places]
        people = [place.id for place in room.places if place.kind == "human"]
        assert len(set(ids)) == len(ids) <= room.most
        assert room.host in people if people else room.host is None
        assert max(ids, default=-1) < room.next_id
        assert len({place.name.casefold() for place in room.places}) == len(ids)
        assert not room.playing or room.least <= len(room.playing) <= room.most
