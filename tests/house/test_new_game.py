"""A game started from the template is whole: it passes what every game has to pass, before anything is changed."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cartable.cli import command_line
from cartable.matches.scenarios import check_file
from tests.house.tree import ROOT, text, tracked, under
from tests.kit.by_game import concerns, may_concern
from tools.new_game import ENTRIES, Wrong, check_name, copies, registered, renamed, rule_prefix

NAME = "specimen"
HERE = ROOT / "src/cartable/games/_template"


def run(tree: Path, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(tree / "src")} | settings
    return subprocess.run(
        [sys.executable, *command], cwd=tree, env=environment, check=False, capture_output=True, text=True
    )


def own_files(tree: Path) -> list[str]:
    """The files of the new game, as git knows them."""
    listed = subprocess.run(["git", "ls-files", f"*{NAME}*"], cwd=tree, check=True, capture_output=True, text=True)
    return listed.stdout.splitlines()


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository in which the game has been made."""
    folder = tmp_path_factory.mktemp("tree")
    for path in tracked():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, folder / path)
    for compiled in (ROOT / "src").rglob("*.pyc"):  # of the same sources: nothing has to be compiled again
        there = folder / compiled.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(compiled, there)
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    made = run(folder, "-m", "tools.new_game", NAME)
    assert made.returncode == 0, made.stderr
    assert f"src/cartable/games/{NAME}/rules.py" in made.stdout
    return folder


def test_the_new_game_passes_every_test_of_a_game(tree: Path) -> None:
    """All that is parametrised over games or goes through all of them, whatever suite it is in, and the game's own
    tests. Only those in a browser or in WebAssembly are left to `make test`: they need the page, which is not built in
    the copy."""
    quickly = ("-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:schemathesis")
    ran = run(
        tree,
        "-m",
        "pytest",
        *quickly,
        "tests",
        f"src/cartable/games/{NAME}",
        "--ignore=tests/e2e",
        "--ignore=tests/offline",
        "--game",
        NAME,
        HYPOTHESIS_PROFILE="quick",
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]
    passed = re.search(r"(\d+) passed", ran.stdout)
    assert passed is not None
    assert int(passed[1]) > 150


def test_no_test_of_a_game_is_passed_over(request: pytest.FixtureRequest) -> None:
    """`--game` loads only files that may hold tests of a game. Of the files that are being run here, it would leave out
    none with tests of both Push and Quinto."""
    one, other = ({item.path for item in request.session.items if concerns(item, game)} for game in ("push", "quinto"))
    assert not [path for path in one & other if not may_concern(path, "")]
    assert not may_concern(Path(__file__).with_name("test_files.py"), "")


def test_whatever_goes_through_all_games_is_run_for_a_new_one() -> None:
    """Only what needs the page is not run in the copy."""
    through_all = re.compile(r"\bin registry\.(?:games|packages)\(\)(?!\[)")
    files = [path for path in under("tests", ".py") if path.name.startswith("test_") and through_all.search(text(path))]
    assert len(files) > 20
    elsewhere = (Path("tests/e2e"), Path("tests/offline"))
    missed = [path for path in files if not path.is_relative_to(elsewhere[0]) and not path.is_relative_to(elsewhere[1])]
    assert [path for path in missed if not may_concern(ROOT / path, "")] == []


def test_the_new_game_passes_the_checks(tree: Path) -> None:
    """Types hold as they do in the template: only names have changed."""
    sources = [path for path in own_files(tree) if path.endswith(".py")]
    for command in (["check"], ["format", "--check"]):
        ran = run(tree, "-m", "ruff", *command, *sources)
        assert ran.returncode == 0, ran.stdout


def test_the_scenarios_of_the_new_game_hold(tree: Path) -> None:
    checked = run(tree, "-c", "from cartable.cli import main; main()", "check", f"src/cartable/games/{NAME}/scenarios")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert len(checked.stdout.splitlines()) > 1


def test_the_web_client_knows_the_new_game(tree: Path) -> None:
    checked = run(tree, "tools/wire_ts.py", "--check")
    assert checked.returncode == 0, checked.stderr
    assert f'"{NAME}"' in (tree / "web/src/wire.gen.ts").read_text(encoding="utf-8")


def test_the_tests_of_the_web_client_that_go_through_the_games_hold(tree: Path) -> None:
    """The rest of the page is not built in the copy: what it has been installed with is borrowed."""
    named = [
        path
        for path in sorted((tree / "web/tests").glob("*.test.ts"))
        if re.search("GAME_IDS|glob", path.read_text("utf-8"))
    ]
    assert named
    (tree / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    vitest = [str(Path(sys.executable).with_name("node")), str(ROOT / "web/node_modules/vitest/vitest.mjs"), "run"]
    ran = subprocess.run(
        [*vitest, *(str(path.relative_to(tree / "web")) for path in named)],
        cwd=tree / "web",
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]


def test_the_new_game_has_rules_of_its_own(tree: Path) -> None:
    for language in ("en", "fr"):
        page = (tree / f"src/cartable/games/{NAME}/text/rules.{language}.md").read_text(encoding="utf-8")
        assert page.startswith("# Specimen\n")
        assert "- **SPEC-01** " in page
    assert "- **SPEC-01** [" in (tree / "docs/rules/coverage.md").read_text(encoding="utf-8")


def test_nothing_in_the_new_game_speaks_of_the_template(tree: Path) -> None:
    found = {path: (tree / path).read_text(encoding="utf-8") for path in own_files(tree)}
    assert len(found) > 25
    assert not [path for path, said in found.items() if re.search("template|tmpl", said, re.IGNORECASE)]
    assert sum(said.count("To change") for said in found.values()) > 15


def test_a_second_time_it_is_refused(tree: Path) -> None:
    before = (tree / "pyproject.toml").read_bytes()
    again = run(tree, "-m", "tools.new_game", NAME)
    assert again.returncode == 2
    assert again.stderr.startswith(f"new game: '{NAME}' is taken: there is src/cartable/")
    assert (tree / "pyproject.toml").read_bytes() == before


# --- the document --------------------------------------------------------------------------------------------------

PAGE = Path("docs/adding-a-game.md")


def test_every_file_the_document_names_is_there(tree: Path) -> None:
    named = set(re.findall(r"`((?:src|docs|tests|web)/[^`\s]*)`", text(PAGE)))
    assert "src/cartable/games/foo/" in named
    missing = [path for path in named if not (tree / path.replace("foo", NAME)).exists()]
    assert [path for path in missing if not (ROOT / path).exists()] == []


def test_every_file_of_a_game_is_in_the_document() -> None:
    assert {path.name for path in HERE.glob("*.py")} - {"__init__.py"} <= set(re.findall(r"`(\w+\.py)`", text(PAGE)))


def test_every_command_the_document_names_is_there() -> None:
    named = set(re.findall(r"\bcartable ([a-z]+) ", text(PAGE)))
    assert named >= {"play", "perft"}
    assert named <= {command.name for command in command_line().registered_commands}


# --- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "expected 3 to 20 small letters"),
        ("ab", "expected 3 to 20 small letters"),
        ("Foo", "expected 3 to 20 small letters"),
        ("foo_bar", "expected 3 to 20 small letters"),
        ("../foo", "expected 3 to 20 small letters"),
        ("foo2", "expected 3 to 20 small letters"),
        ("été", "expected 3 to 20 small letters"),
        ("x" * 21, "expected 3 to 20 small letters"),
        ("class", "a word of Python's own"),
        ("play", "sentences all games share"),
        ("push", "there is src/cartable/games/push"),
        ("registry", "there is src/cartable/games/registry.py"),
    ],
)
def test_a_bad_name_is_refused_in_words(name: str, why: str) -> None:
    with pytest.raises(Wrong, match=re.escape(why)):
        check_name(name, ROOT)


def test_the_command_tells_what_is_wrong() -> None:
    for arguments, why in ((["Foo"], "new game: 'Foo' cannot name a game"), ([], "Say which: make new-game NAME=foo")):
        refused = run(ROOT, "-m", "tools.new_game", *arguments)
        assert refused.returncode == 2
        assert refused.stderr.startswith(why)


def pages_with(folder: Path, *prefixes: str) -> Path:
    """A tree whose rulebooks have rules that begin so."""
    text_folder = folder / "src/cartable/games/other/text"
    text_folder.mkdir(parents=True)
    (text_folder / "rules.en.md").write_text("".join(f"- **{prefix}-01** *(B)* A rule.\n" for prefix in prefixes))
    return folder


@pytest.mark.parametrize(
    ("name", "prefix"), [("foo", "FOO"), ("belote", "BELO"), ("pushover", "PUSHO"), ("tarot", "TAR")]
)
def test_rules_are_numbered_after_the_name(name: str, prefix: str, tmp_path: Path) -> None:
    assert rule_prefix(name, pages_with(tmp_path, "PUSH", "TARO", "TAROT")) == prefix


def test_a_name_whose_rules_could_be_mistaken_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="begins like another game"):
        rule_prefix("pushover", pages_with(tmp_path, "PUS", "PUSH", "PUSHO"))


# --- texts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from cartable.games._template.acts import Draw", "from cartable.games.belote.acts import Draw"),
        ('id = "_template"', 'id = "belote"'),
        ("class TemplateState: ...  # TMPL-05", "class BeloteState: ...  # BELO-05"),
        ("def test_tmpl_05_one_card(): TEMPLATE", "def test_belo_05_one_card(): BELOTE"),
    ],
)
def test_names_change_everywhere(old: str, new: str) -> None:
    assert renamed(old, "belote", "BELO") == new


def test_the_entry_points_get_one_more() -> None:
    source = f'[project]\n\n{ENTRIES}push = "cartable.games.push:PACKAGE"\n'
    assert tomllib.loads(registered(source, "foo"))["project"]["entry-points"]["cartable.games"] == {
        "foo": "cartable.games.foo:PACKAGE",
        "push": "cartable.games.push:PACKAGE",
    }


def test_a_project_that_is_not_understood_is_left_alone() -> None:
    with pytest.raises(Wrong, match="has no table"):
        registered("[project]\n", "foo")


def test_the_whole_template_is_copied() -> None:
    left = {path.relative_to(ROOT) for path in HERE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    left -= {source for source, _ in copies(NAME, ROOT)}
    assert {path.parent.name for path in left} == {"golden"}, "only what is generated"


# --- the template's own scenarios, which are copied ------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((HERE / "scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_the_scenarios_of_the_template_hold(path: Path) -> None:
    rules = frozenset(re.findall(r"TMPL-\d\d", (HERE / "text/rules.en.md").read_text(encoding="utf-8")))
    assert check_file(path, lambda _game: rules).failure == ""
    assert set(tomllib.loads(path.read_text(encoding="utf-8"))["rules"]) <= rules
