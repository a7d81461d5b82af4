"""What Python and TypeScript both do, they do alike: sentences, patches, hashes."""

import itertools
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.games import registry
from cartable.games.quinto import sheet
from cartable.kernel import AnyGame
from cartable.wire.patch import SAME, apply, diff
from cartable.words import LANGUAGES, Teller, catalogue, tell
from tests.house.tree import ROOT
from tests.kit.fired import fired
from tests.kit.sample import BOTS, Setup
from tests.kit.setups import match_of, spread
from tests.words.pseudo import PSEUDO, pseudo
from tests.words.test_french import NAMES as VOWELS
from tests.words.test_french import filled, fillings

NAMES = ("Agathe", "Émile", "Yann", "Hugo", "Zoé", "Yves")
"""Before some of them French leaves out a letter."""
NODE = Path(sys.executable).parent / "node"


def in_typescript(given: dict[str, Any]) -> Any:
    """What web/tests/twins.ts makes of it."""
    words = {language: catalogue(language).tree for language in LANGUAGES} | {PSEUDO: pseudo().tree}
    whole = {"words": words, "told": [], "said": [], "patches": [], "hashed": []} | given
    run = subprocess.run(
        [NODE, "web/tests/twins.ts"],
        cwd=ROOT,
        input=msgspec.json.encode(whole),
        check=False,
        capture_output=True,
    )
    assert run.returncode == 0, run.stderr.decode()
    return json.loads(run.stdout)


def by_policy(game: AnyGame, count: int) -> list[Setup]:
    """A few quick matches: what is told does not depend on how well it was played."""
    return [setup for setup in spread(game, count) if setup.policy not in BOTS]


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_sentences(game: AnyGame) -> None:
    given, expected = [], []
    refusals = list(fired(game).refused.values())
    for setup in by_policy(game, 3):
        match = match_of(game, setup)
        names = [NAMES[seat] for seat in match.seats]
        moves = sorted({str(turn.act) for turn in match.turns})
        for language in LANGUAGES:
            for reader in (0, None):
                teller = Teller(game.id, language, names, reader)
                cards = sorted(game.vocabulary)
                given.append(
                    {
                        "game": game.id,
                        "language": language,
                        "names": names,
                        "reader": reader,
                        "events": list(match.events),
                        "refusals": [
                            {"code": each.code, "rule": each.rule, "about": dict(each.about)} for each in refusals
                        ],
                        "cards": cards,
                        "moves": moves,
                    }
                )
                expected.append(
                    {
                        "events": [teller.event(event) for event in match.events],
                        "refusals": [teller.refusal(each) for each in refusals],
                        "cards": [teller.card(card) for card in cards],
                        "moves": [teller.move(act) for act in moves],
                    }
                )
    assert in_typescript({"told": given})["told"] == expected


def test_every_sentence_of_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elision, gender, number and spaces: whatever the catalogue holds, also that of a language 40 % longer."""
    third = pseudo()
    monkeypatch.setattr(tell, "catalogue", lambda language: third if language == PSEUDO else catalogue(language))
    given, expected = [], []
    for language in (*LANGUAGES, PSEUDO):
        words = third if language == PSEUDO else catalogue(language)
        given.append({"language": language, "names": VOWELS, "sentences": list(fillings(words))})
        expected.append([told for _, told in filled(words, language)])
    assert in_typescript({"said": given})["said"] == expected


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_patches(game: AnyGame) -> None:
    (setup,) = by_policy(game, 1)
    match = match_of(game, setup)
    views = [plain(game.view(turn.state, 0)) for turn in match.turns][:80]
    pairs = [(old, patch) for old, new in itertools.pairwise(views) if (patch := diff(old, new)) is not SAME]
    assert pairs
    assert in_typescript({"patches": pairs})["patched"] == [apply(old, patch) for old, patch in pairs]


def test_hashes() -> None:
    """All lengths around the ends of blocks, and letters of more than one byte."""
    texts = [("é" if length % 7 == 0 else "a") * length for length in range(140)]
    assert in_typescript({"hashed": texts})["hashed"] == [sha256(text.encode()).hexdigest() for text in texts]


def test_the_sheet_of_quinto_is_drawn_as_the_rules_have_it() -> None:
    """QUIN-03, QUIN-04: which cells there are, and which are bonus cells."""
    drawn = """
    import { cellAt, COLUMNS, ROWS } from "./web/src/games/quinto/sheet.ts";
    const cells = ROWS.flatMap((row) => COLUMNS.map((column) => cellAt(row, column)));
    const named = (...kinds) => cells.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
    console.log(JSON.stringify([named("cell", "bonus"), named("bonus")]));
    """
    command = [str(NODE), "--no-warnings", "--input-type=module", "--eval", drawn]
    cells, bonus = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    assert cells == list(sheet.CELLS)
    assert sorted(bonus) == sorted(sheet.BONUS.values())
