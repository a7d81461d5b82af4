"""Running scenarios: what holds is ok, what does not is told with its step, and a folder is told line by line."""

from pathlib import Path

import pytest

from cartable.cli.rules import rule_ids
from cartable.games import registry
from cartable.matches.scenarios import check_file
from tests.house.tree import ROOT
from tests.kit.folders import scenario_files_of
from tests.matches.command import cartable

HEAD = 'title = "T"\ngame = "push"\nplayers = 3\n'
POSITION = (
    HEAD
    + """
[given]
pile = ["Y2", "G6"]
columns = [["B2", "R5"], ["Y4"], ["G1"]]
zones = [{ shown = ["R1", "B3"], protected = ["P6", "P5"] }, {}, {}]
discard = ["D", "S"]
"""
)
DRAW = POSITION + '[[step]]\nby = 0\nmove = "draw"\n'
QUINTO = """
title = "T"
game = "quinto"
players = 2
[given]
grid = { a = "O5", b = "Y3", c = "X3", d = "P2" }
hands = [["O4", "O1", "P1"], ["Y1", "Y2", "X4"]]
sheets = [{ o3 = 4 }, {}]
active = 0
"""


def failure(tmp_path: Path, text: str) -> str:
    path = tmp_path / "s.toml"
    path.write_text(text, encoding="utf-8")
    return check_file(path, rule_ids).failure


# --- our own -------------------------------------------------------------------------------------------------------


OUR_OWN = {game.id: scenario_files_of(game) for game in registry.games()}


@pytest.mark.parametrize(
    "path", [path for paths in OUR_OWN.values() for path in paths], ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_our_own_scenarios_hold(path: Path) -> None:
    assert check_file(path, rule_ids).failure == ""


@pytest.mark.parametrize("game_id", OUR_OWN)
def test_every_game_has_scenarios(game_id: str) -> None:
    assert OUR_OWN[game_id]


# --- what holds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        # the example of the format
        DRAW
        + '[[step]]\nby = 0\nlegal = ["place 3"]\nillegal = ["place 1", "place 2"]\nmove = "place 3"\n'
        + '[step.then]\ncolumns = [["B2", "R5"], ["Y4"], ["G1", "Y2"]]\nto_move = [0]\n',
        # multisets: legal, zones, discard
        POSITION + '[[step]]\nby = 0\nlegal = ["take 3", "take 1", "draw", "take 2"]\n',
        POSITION + '[[step]]\nthen = { zones = [{ shown = ["B3", "R1"], protected = ["P5", "P6"] }, {}, {}] }\n',
        POSITION + '[[step]]\nthen = { discard = ["S", "D"] }\n',
        # of a zone only the named part is compared
        POSITION + '[[step]]\nthen = { zones = [{ protected = ["P6", "P5"] }, {}, {}] }\n',
        # a step may only check, and a table's step may be illegal
        POSITION + "[[step]]\nlegal = []\n",
        POSITION + '[[step]]\nillegal = ["draw"]\n',
        # an impossible number is refused
        DRAW + '[[step]]\nby = 0\nillegal = ["place 4", "place 0", "place -1", "take 1"]\n',
        # refused: nothing changes, and the move is still to be made
        DRAW + '[[step]]\nby = 0\nmove = "place 2"\nrefused = "PUSH-12"\nthen = { drawn = "Y2", to_move = [0] }\n'
        '[[step]]\nby = 0\nmove = "place 3"\n',
        # nobody need be finished without [end]; and [end] may say as much as it likes
        HEAD + "[given]\npile = []\ncolumns = []\n[end]\nwinners = [2, 0, 1]\n",
        HEAD + "[given]\npile = []\ncolumns = []\n[end]\nranks = [1, 1, 1]\nscores = [0, 0, 0]\n",
        HEAD + "[given]\npile = []\ncolumns = []\n[end]\n",
        # the dealer follows the script: the die
        HEAD + '[given]\npile = ["G1"]\ncolumns = [["D"], ["R1", "D"]]\ndie = ["star", "red"]\n'
        '[[step]]\nby = 0\nmove = "take 1"\nthen = { zones = [{ shown = [] }, {}, {}] }\n'
        '[[step]]\nby = 1\nmove = "take 2"\nthen = { zones = [{}, { shown = [] }, {}], discard = ["D", "R1", "D"] }\n',
        # Quinto: a sheet compares whole, a grid in part, nothing announced is {}
        QUINTO + '[[step]]\nthen = { sheets = [{ o3 = 4 }, {}], grid = { b = "Y3" }, announced = {} }\n',
        QUINTO + '[[step]]\nthen = { hands = [["P1", "O4", "O1"], ["X4", "Y1", "Y2"]] }\n',
        QUINTO + '[[step]]\nby = 0\nmove = "lay O4 a"\nthen = { announced = { sum = 10 }, to_move = [0, 1] }\n',
        QUINTO + '[[step]]\nby = 0\nmove = "lay O4 a"\nthen = { announced = { colours = ["yellow", "orange"] } }\n',
        QUINTO + '[[step]]\nby = 0\nmove = "lay O4 a"\nthen = { covered = ["O5"] }\n',
    ],
)
def test_what_holds(tmp_path: Path, text: str) -> None:
    assert failure(tmp_path, text) == ""


def test_a_run_is_always_the_same_and_the_seed_decides(tmp_path: Path) -> None:
    """A pile left out lies in the order of the seed: the same seed turns the same card."""

    def first_card(seed: str) -> str:
        said = failure(tmp_path, f'{seed}{HEAD}[[step]]\nby = 0\nmove = "draw"\nthen = {{ drawn = "" }}\n')
        return said.partition("found ")[2]

    cards = {first_card(f"seed = {seed}\n") for seed in range(12)}
    assert first_card("") == first_card("seed = 0\n")
    assert len(cards) > 3


# --- what does not -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            POSITION + '[[step]]\nby = 0\nlegal = ["draw", "take 1"]\n',
            'step 1: legal: expected ["draw","take 1"], found ["draw","take 1","take 2","take 3"]',
        ),
        (
            POSITION + '[[step]]\nby = 0\nlegal = ["draw", "take 1", "take 1", "take 2", "take 3"]\n',
            'step 1: legal: expected ["draw","take 1","take 1","take 2","take 3"], found ["draw","take 1",',
        ),
        (POSITION + '[[step]]\nlegal = ["draw"]\n', 'step 1: legal: expected ["draw"], found []'),
        (
            POSITION + '[[step]]\nby = 0\nillegal = ["take 4", "draw"]\n',
            "step 1: illegal: expected `draw` to be refused, found it allowed",
        ),
        (
            DRAW + '[[step]]\nby = 0\nmove = "place 2"\n',
            "step 2: move: expected `place 2` to be allowed, found it refused: same-colour (PUSH-12)",
        ),
        (
            DRAW + '[[step]]\nby = 0\nmove = "place 2"\nrefused = "PUSH-13"\n',
            "step 2: refused: expected PUSH-13, found PUSH-12 (same-colour)",
        ),
        (
            DRAW + '[[step]]\nby = 0\nmove = "place 3"\nrefused = "PUSH-12"\n',
            "step 2: refused: expected `place 3` to be refused by PUSH-12, found it allowed",
        ),
        (DRAW + 'then = { drawn = "Y3" }\n', 'step 1: then: drawn: expected "Y3", found "Y2"'),
        (
            DRAW + "then = { pile = [], active = 1 }\n",
            'step 1: then: pile: expected [], found ["G6"]; active: expected 1, found 0',
        ),
        (
            POSITION + '[[step]]\nthen = { columns = [["R5", "B2"], ["Y4"], ["G1"]] }\n',
            'step 1: then: columns[0]: expected ["R5","B2"], found ["B2","R5"]',
        ),
        (
            POSITION + '[[step]]\nthen = { columns = [["Y4"]] }\n',
            'step 1: then: columns: expected [["Y4"]], found [["B2","R5"],["Y4"],["G1"]]',
        ),
        (
            POSITION + '[[step]]\nthen = { zones = [{ shown = ["R1"] }, {}, {}] }\n',
            'step 1: then: zones[0]: shown: expected ["R1"], found ["B3","R1"]',
        ),
        (
            POSITION + '[[step]]\nthen = { discard = ["D", "D"] }\n',
            'step 1: then: discard: expected ["D","D"], found ["D","S"]',
        ),
        (POSITION + "[[step]]\nthen = { to_move = [1, 0] }\n", "step 1: then: to_move: expected [1,0], found [0]"),
        (POSITION + "[end]\nwinners = [0]\n", "end: expected the game to be over, found it going on (to move: 0)"),
        (HEAD + "[given]\npile = []\n[end]\nwinners = [0]\n", "end: winners: expected [0], found [0,1,2]"),
        (
            HEAD + "[given]\npile = []\n[end]\nwinners = [0, 1, 2, 2]\n",
            "end: winners: expected [0,1,2,2], found [0,1,2]",
        ),
        (HEAD + "[given]\npile = []\n[end]\nranks = [1, 2, 3]\n", "end: ranks: expected [1,2,3], found [1,1,1]"),
        (HEAD + "[given]\npile = []\n[end]\nscores = [1, 0, 0]\n", "end: scores: expected [1,0,0], found [0,0,0]"),
        (QUINTO + "[[step]]\nthen = { sheets = [{}, {}] }\n", 'step 1: then: sheets[0]: expected {}, found {"o3":4}'),
        (
            QUINTO + "[[step]]\nthen = { sheets = [{ o3 = 4, o4 = 5 }, {}] }\n",
            'step 1: then: sheets[0]: expected {"o3":4,"o4":5}, found {"o3":4}',
        ),
        (
            QUINTO + "[[step]]\nthen = { announced = { sum = 3 } }\n",
            "step 1: then: announced: sum: expected 3, found nothing",
        ),
        (QUINTO + '[[step]]\nthen = { grid = { a = "Y3" } }\n', 'step 1: then: grid: a: expected "Y3", found "O5"'),
        (
            QUINTO + '[[step]]\nby = 0\nmove = "lay O4 a"\nthen = { announced = {} }\n',
            "step 1: then: announced: expected {}, found",
        ),
    ],
)
def test_what_does_not_hold(tmp_path: Path, text: str, said: str) -> None:
    assert failure(tmp_path, text).startswith(said)


def test_a_game_without_scores_has_none(tmp_path: Path) -> None:
    over = (ROOT / "src/cartable/games/hexa/scenarios/26-last-player-left.toml").read_text(encoding="utf-8")
    (players,) = (int(line.split("=")[1].split("#")[0]) for line in over.splitlines() if line.startswith("players"))
    said = failure(tmp_path, f"{over}\nscores = {[0] * players}\n")
    assert said == f"end: scores: expected {[0] * players}, found null".replace(", 0", ",0")


# --- the command ---------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.toml").write_text(HEAD, encoding="utf-8")
    return tmp_path


def test_every_scenario_has_its_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "two.toml").write_text(HEAD.replace('"T"', '"""More than\none line"""'), encoding="utf-8")
    ran = cartable(capsys, "check", folder)
    assert ran.code == 0
    assert ran.out == f"ok      {folder / 'good.toml'}: T\nok      {folder / 'two.toml'}: More than one line\n"
    assert ran.err == ""


def test_a_failure_exits_with_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.toml").write_text(POSITION + "[end]\n", encoding="utf-8")
    ran = cartable(capsys, "check", folder / "bad.toml", folder / "good.toml")
    assert ran.code == 1
    failed, fine = ran.out.splitlines()
    assert failed == (
        f"FAILED  {folder / 'bad.toml'}: T: end: expected the game to be over, found it going on (to move: 0)"
    )
    assert fine.startswith("ok ")


def test_an_unreadable_file_exits_with_2_and_the_others_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.toml").write_text(POSITION + "[end]\n", encoding="utf-8")
    (folder / "a-typo.toml").write_text(HEAD + "[given]\npiles = []\n", encoding="utf-8")
    ran = cartable(capsys, "check", folder, folder / "none.toml")
    assert ran.code == 2
    assert [line.split()[0] for line in ran.out.splitlines()] == ["FAILED", "ok"]
    typo, none = ran.err.splitlines()
    assert typo.startswith(f"ERROR   {folder / 'a-typo.toml'}: given: piles: unknown key; expected one of: pile,")
    assert none == f"ERROR   {folder / 'none.toml'}: cannot be read: No such file or directory"


def test_an_empty_folder_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = cartable(capsys, "check", tmp_path)
    assert ran.code == 2
    assert "found none" in ran.err
