"""Every act has one written form, and nothing else is read."""

from random import Random

from cartable.kernel import AnyGame
from tests.conformance.laws.common import FEW, verb
from tests.kit.sample import Sampled
from tests.kit.wrong import acts_of, near_misses, spoilt


def law_written_forms_round_trip(game: AnyGame, match: Sampled) -> None:
    verbs = {form.split(" ")[0] for form in game.forms}
    for act in acts_of(game, match):
        text = str(act)
        assert game.read(text) == act, f"{text!r} is read as {game.read(text)!r}, not {act!r}"
        assert (text.isascii(), text.isprintable(), text.strip()) == (True, True, text), f"not plain: {text!r}"
        assert verb(act) in verbs, f"{text!r} is of none of the forms {game.forms}"


def law_other_texts_are_not_read(game: AnyGame, match: Sampled) -> None:
    """One way to write an act: what is read is written back just so. Nothing raises."""
    for act in acts_of(game, match):
        text = str(act)
        for other in spoilt(text):
            back = game.read(other)
            assert back is None or str(back) == other, f"{other!r} is read as {back}"


def law_acts_are_completed_once(game: AnyGame, match: Sampled) -> None:
    """Completing changes nothing of what is complete, and nothing that follows from an act."""
    pool = acts_of(game, match)
    for state in match.some(FEW):
        for seat in match.seats:
            for act in game.legal(state, seat):
                whole = game.with_defaults(state, act)
                assert game.step(state, seat, whole) == game.step(state, seat, act), f"{act} is not the same as {whole}"
        for act in near_misses(game, pool, Random(match.setup.seed), 20):
            once = game.with_defaults(state, act)
            assert game.with_defaults(state, once) == once, f"{act} is completed to {once}, and then again"
