"""Reading scenarios: whatever is unknown, of the wrong type or impossible is an error that names file and key."""

from pathlib import Path

import pytest

from cartable.cli.rules import rule_ids
from cartable.kernel import CLOCK, BadInput
from cartable.matches.scenarios import Checked, check_file, scenario_files
from cartable.matches.scenarios.read import read_scenario

HEAD = 'title = "T"\ngame = "push"\nplayers = 3\n'
STEP = HEAD + "[[step]]\nby = 0\n"
POSITION = HEAD + '[given]\npile = ["Y2", "G6"]\ncolumns = [["B2", "R5"]]\n'
AFTER_DRAW = POSITION + '[[step]]\nby = 0\nmove = "draw"\n'


def run(tmp_path: Path, text: str | bytes) -> Checked:
    path = tmp_path / "s.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return check_file(path, rule_ids)


def complaint(tmp_path: Path, text: str | bytes) -> str:
    with pytest.raises(BadInput) as raised:
        run(tmp_path, text)
    return str(raised.value)


def test_everything_but_title_game_and_players_may_be_left_out(tmp_path: Path) -> None:
    assert run(tmp_path, HEAD) == Checked("T", "")
    scenario = read_scenario({"title": "T", "game": "push", "players": 3}, rule_ids)
    assert (scenario.seed, scenario.given, scenario.steps, scenario.end) == (0, {}, (), None)
    assert scenario.options == scenario.game.options()


def test_a_step_without_a_seat_is_the_tables() -> None:
    keys = {"title": "T", "game": "push", "players": 3, "step": [{"legal": []}]}
    assert read_scenario(keys, rule_ids).steps[0].seat == CLOCK


def test_a_mark_at_the_start_and_other_line_ends_are_no_harm(tmp_path: Path) -> None:
    assert run(tmp_path, b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode()) == Checked("T", "")


@pytest.mark.parametrize(
    ("text", "where", "expected"),
    [
        # the file
        ('title = "T', "", "expected TOML: Unterminated string"),
        ("title = 'T'\ntitle = 'T'\n", "", "expected TOML: Cannot overwrite a value"),
        (b"title = '\xff'\n", "", "expected a text in UTF-8"),
        # keys and types
        ("", "title", "expected this key, found none"),
        ('title = "T"\nplayers = 3\n', "game", "expected this key, found none"),
        ('title = "T"\ngame = "push"\n', "players", "expected this key, found none"),
        (HEAD + 'autor = "me"\n', "autor", "unknown key; expected one of: title, game, players, rules, options, seed"),
        (
            STEP + "mvoe = 'draw'\n",
            "step 1: mvoe",
            "unknown key; expected one of: by, legal, illegal, move, refused, then",
        ),
        (HEAD + "[end]\nwinner = [1]\n", "end: winner", "unknown key; expected one of: winners, ranks, scores"),
        ('title = 1\ngame = "push"\nplayers = 3\n', "title", "expected a text, got a whole number"),
        ('title = "T"\ngame = "push"\nplayers = true\n', "players", "expected a whole number, got true or false"),
        (
            'title = "T"\ngame = "push"\nplayers = 3.0\n',
            "players",
            "expected a whole number, got a number with a point",
        ),
        (HEAD + 'seed = "x"\n', "seed", "expected a whole number, got a text"),
        (HEAD + 'rules = "PUSH-01"\n', "rules", "expected a list, got a text"),
        (HEAD + "options = [1]\n", "options", "expected a table, got a list"),
        (HEAD + "given = [1]\n", "given", "expected a table, got a list"),
        (HEAD + "step = 1\n", "step", "expected a list, got a whole number"),
        (HEAD + "[step]\nby = 0\n", "step", "expected a list, got a table"),
        (HEAD + "step = [1]\n", "step 1", "expected a table, got a whole number"),
        (STEP + 'move = ["draw"]\n', "step 1: move", "expected a text, got a list"),
        (STEP + '[[step]]\nlegal = "draw"\n', "step 2: legal", "expected a list, got a text"),
        (STEP + 'legal = ["draw", 1]\n', "step 1: legal 2", "expected a text, got a whole number"),
        (STEP + "illegal = [1]\n", "step 1: illegal 1", "expected a text, got a whole number"),
        (STEP + "then = 1\n", "step 1: then", "expected a table, got a whole number"),
        (HEAD + '[[step]]\nby = "0"\n', "step 1: by", "expected a whole number, got a text"),
        (HEAD + "end = 1\n", "end", "expected a table, got a whole number"),
        (HEAD + "[end]\nwinners = 1\n", "end: winners", "expected a list, got a whole number"),
        (HEAD + "[end]\nranks = [1, true, 3]\n", "end: ranks 2", "expected a whole number, got true or false"),
        # values
        ('title = "T"\ngame = "poker"\nplayers = 3\n', "game 'poker'", "expected one of: push"),
        ('title = "T"\ngame = "push"\nplayers = 7\n', "players", "expected 2 to 6 for push, got 7"),
        (HEAD + 'rules = ["PUSH-01", "PUSH-99"]\n', "rules", "expected a rule from PUSH-01 to PUSH-38, got 'PUSH-99'"),
        (HEAD + 'rules = ["HEXA-01"]\n', "rules", "expected a rule from PUSH-01 to PUSH-38, got 'HEXA-01'"),
        (HEAD + "options = { rsik = true }\n", "options: option rsik", "unknown; expected one of: risk, switch_cards"),
        (HEAD + "options = { risk = 1 }\n", "options: option risk", "Expected `bool`, got `int`"),
        (HEAD + '[[step]]\nby = 3\nmove = "draw"\n', "step 1: by", "expected a seat from 0 to 2, got 3"),
        (HEAD + '[[step]]\nby = -1\nmove = "draw"\n', "step 1: by", "expected a seat from 0 to 2, got -1"),
        (STEP + 'move = "hit me"\n', "step 1: move: 'hit me'", "expected one of: draw · place N"),
        (STEP + 'legal = ["draw "]\n', "step 1: legal: 'draw '", "expected one of: draw · place N"),
        (STEP + 'illegal = ["protect black"]\n', "step 1: illegal: 'protect black'", "expected one of: draw · place N"),
        (STEP + '[[step]]\nmove = "x"\n', "step 2: move: 'x'", "expected one of: draw · place N"),
        (STEP + 'refused = "PUSH-06"\n', "step 1: refused", "expected a `move` beside it"),
        (
            STEP + 'move = "draw"\nrefused = "P-6"\n',
            "step 1: refused",
            "expected a rule from PUSH-01 to PUSH-38, got 'P-6'",
        ),
        (HEAD + "[end]\nranks = [1, 2]\n", "end: ranks", "expected 3 numbers, one for each seat, got 2"),
        (HEAD + "[end]\nscores = [1, 2]\n", "end: scores", "expected 3 numbers, one for each seat, got 2"),
        (HEAD + "[end]\nwinners = [3]\n", "end: winners", "expected seats from 0 to 2, got 3"),
        # positions
        (HEAD + "[given]\ncolour = 1\n", "given: colour", "unknown key; expected one of: pile, columns"),
        (HEAD + '[given]\npile = ["Z9"]\n', "given: pile", "expected a card of this game, got 'Z9'"),
        (
            HEAD + '[given]\npile = ["G1", "G1", "G1", "G1"]\n',
            "given: pile",
            "more places than the deck has copies (3)",
        ),
        (HEAD + '[given]\ncolumns = [["G1"], ["G2"], ["G3"], ["G4"]]\n', "given: columns", "at most 3 columns, got 4"),
        (HEAD + "[given]\nactive = true\n", "given: active", "expected a whole number from 0 to 2, got True"),
        (HEAD + "[given]\nactive = 3\n", "given: active", "expected a whole number from 0 to 2, got 3"),
        # what is expected to be found
        (
            AFTER_DRAW + "then = { colums = [] }\n",
            "step 1: then: colums",
            "unknown key; expected one of: pile, columns",
        ),
        (AFTER_DRAW + 'then = { die = ["red"] }\n', "step 1: then: die", "unknown key"),
        (
            AFTER_DRAW + 'then = { drawn = "Z9" }\n',
            "step 1: then: drawn",
            "expected cards or other words of push, got 'Z9'",
        ),
        (AFTER_DRAW + 'then = { columns = [["Z9"]] }\n', "step 1: then: columns", "got 'Z9'"),
        (AFTER_DRAW + 'then = { active = "0" }\n', "step 1: then: active", 'expected a whole number, got "0"'),
        (AFTER_DRAW + "then = { active = true }\n", "step 1: then: active", "expected a whole number, got true"),
        (AFTER_DRAW + "then = { active = 0.0 }\n", "step 1: then: active", "expected a whole number, got 0.0"),
        (AFTER_DRAW + 'then = { pile = "G6" }\n', "step 1: then: pile", 'expected a list, got "G6"'),
        (AFTER_DRAW + "then = { pile = [1] }\n", "step 1: then: pile[0]", "expected a text, got 1"),
        (AFTER_DRAW + "then = { zones = [[]] }\n", "step 1: then: zones[0]", "expected a table, got []"),
        (AFTER_DRAW + "then = { zones = [{ shwon = [] }] }\n", "step 1: then: zones[0]: shwon", "unknown key"),
        (
            AFTER_DRAW + "then = { zones = [{}, {}, {}, { shown = 1 }] }\n",
            "step 1: then: zones[3]: shown",
            "a list, got 1",
        ),
        (AFTER_DRAW + "then = { to_move = 0 }\n", "step 1: then: to_move", "expected a list, got 0"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, text: str | bytes, where: str, expected: str) -> None:
    said = complaint(tmp_path, text)
    assert said.startswith(f"{tmp_path / 's.toml'}: {where}")
    assert expected in said


def test_what_a_later_step_expects_is_read_before_the_first_is_played(tmp_path: Path) -> None:
    """A failure does not hide an error further down."""
    failing = POSITION + '[[step]]\nby = 1\nmove = "draw"\n'
    assert "step 2: then: x: unknown key" in complaint(tmp_path, failing + "[[step]]\nthen = { x = 1 }\n")


def test_words_that_are_not_cards_are_known_too(tmp_path: Path) -> None:
    text = 'title = "T"\ngame = "quinto"\nplayers = 2\n[[step]]\nthen = { sheets = [{ z9 = 4 }, {}] }\n'
    assert "step 1: then: sheets: expected cards or other words of quinto, got 'z9'" in complaint(tmp_path, text)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.toml: cannot be read: No such file"):
        check_file(tmp_path / "none.toml", rule_ids)


def test_files_are_found_in_folders_however_deep_and_sorted(tmp_path: Path) -> None:
    for name in ("b/z.toml", "b/a.toml", "a.toml", "notes.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "empty").mkdir()
    named = tmp_path / "notes.md"
    assert list(scenario_files([tmp_path, named])) == [
        tmp_path / name for name in ("a.toml", "b/a.toml", "b/z.toml")
    ] + [named]
    (nothing,) = scenario_files([tmp_path / "empty"])
    assert isinstance(nothing, BadInput)
    assert str(nothing) == f"{tmp_path / 'empty'}: expected scenario files (*.toml) in this folder, found none"
