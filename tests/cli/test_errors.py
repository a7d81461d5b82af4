"""What a player's command cannot read is told in the language asked for: every error in the code has its sentence."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from typer.main import get_group

import cartable
from cartable.cli import COMMANDS, PLAYERS_COMMANDS, command_line, main
from cartable.cli.errors import error_text, sentences, translated
from cartable.cli.language import language_in
from cartable.games import registry
from cartable.kernel import BadInput
from cartable.words import LANGUAGES
from tests.cli.terminal import OWN_ENV
from tests.words.test_french import BREAKING, FORMAL, UNSAID

PACKAGE: Final = Path(cartable.__file__).parent
DEVELOPERS: Final = (
    *("arena/", "browser/", "research/", "server/", "matches/scenarios/", "interactive.py", "kernel/position.py"),
    *("cli/arena.py", "cli/check.py", "cli/copy_store.py", "cli/perft.py", "cli/serve.py"),
)
"""Where errors are for those who program or host, who read English: no command of a player gets there, or what it
reads there is our own. So are the `position.py` of the games."""
RAISED: Final = {"BadInput": 2, "Unreplayable": 2, "Unverified": 1, "_bad": 1}
"""What tells an error, and how many texts it takes."""
TOLD_BY_FUNCTIONS: Final = {
    "cli/deal.py": ("read_played",),
    "matches/log/verify.py": ("_broken_promise", "_other_number", "_altered"),
    "matches/log/reading.py": ("_expected", "_shortened"),
}
"""Functions that return such texts."""
HOLE: Final = "‹›"
FROM_OUTSIDE: Final = (
    *("No such file or directory", "Permission denied", "Is a directory", "No space left on device"),
    *("Expected `bool`, got `str`", "Expected `int` >= 1", "Expected `int` <= 4", "Object missing required field `a`"),
    *("Object contains unknown field `a` - at `$.seats[0]`", "Invalid enum value 'x'", "Input data was truncated"),
    "JSON is malformed: invalid character (byte 1)",
)
"""What the system and the reader of JSON say, inside our own errors or as one."""
GAMES: Final = ", ".join(game.id for game in registry.games())
OTHERS: Final = [language for language in LANGUAGES if language != "en"]


class Texts(NamedTuple):
    """The texts of a module that make up errors, with a mark for each value in them."""

    constants: dict[str, ast.expr]

    def of(self, node: ast.expr, local: dict[str, ast.expr]) -> list[str]:
        """What an expression may say."""
        match node:
            case ast.Constant(str() as text):
                return [text]
            case ast.JoinedStr(parts):
                return ["".join(each) for each in product(*(self.of(part, local) for part in parts))]
            case ast.FormattedValue(ast.Name() as name):
                return self.of(name, local)
            case ast.IfExp(_, first, second):
                return [*self.of(first, local), *self.of(second, local)]
            case ast.BoolOp(_, parts):
                return [text for part in parts for text in self.of(part, local)]
            case ast.Name(name) if name in local or name in self.constants:
                return self.of(local.get(name, self.constants.get(name, node)), {})
        return [HOLE]


def assigned(body: ast.AST) -> dict[str, ast.expr]:
    """The names that are given a text there."""
    found: dict[str, ast.expr] = {}
    for node in ast.walk(body):
        match node:
            case ast.Assign([ast.Name(name)], value) if isinstance(value, ast.Constant | ast.JoinedStr | ast.IfExp):
                found[name] = value
    return found


def errors() -> Iterator[tuple[str, str]]:
    """Every text of an error that a player may meet, with its place in the code."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith(DEVELOPERS) or re.fullmatch(r"games/\w+/position\.py", name):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = ast.Module([node for node in tree.body if isinstance(node, ast.Assign)], [])
        texts = Texts(assigned(module))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                yield from of_function(name, function, texts)


def of_function(name: str, function: ast.FunctionDef, texts: Texts) -> Iterator[tuple[str, str]]:
    local = assigned(function)
    for node in ast.walk(function):
        told: list[ast.expr] = []
        line = getattr(node, "lineno", function.lineno)
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            told = node.args[: RAISED.get(called, 0)]
        elif isinstance(node, ast.Return) and node.value and function.name in TOLD_BY_FUNCTIONS.get(name, ()):
            told = [node.value]
        for each in told:
            for text in texts.of(each, local):
                if re.search("[a-z]", text.replace(HOLE, "")):
                    yield f"{name}:{line}", text


ERRORS: Final = list(errors())


def has_sentence(text: str, language: str) -> bool:
    """Is there a sentence for a text, and for whatever is in words where the sentence has holes?"""
    for pattern, sentence in sentences(language):
        match = pattern.fullmatch(text)
        if match is not None:
            told = [value for name, value in match.groupdict().items() if f"{{{name}}}" in sentence]
            return all(is_value(each) or has_sentence(each, language) for each in told)
    return False


def is_value(text: str) -> bool:
    """A name, a number, an option or a piece of JSON: it is the same in every language."""
    in_words = re.search("[a-z]", text.replace(HOLE, ""))
    return in_words is None or re.fullmatch(r"\[.*\]|\{.*\}|`[^`]*`|'.*'|--.*", text) is not None


def test_the_errors_are_found() -> None:
    assert len(ERRORS) > 70
    told = {text for _, text in ERRORS}
    assert f"expected {HOLE} to {HOLE} for {HOLE}, got {HOLE}" in told
    assert "a deal without a number" in " ".join(told)


@pytest.mark.parametrize("language", OTHERS)
def test_every_error_has_a_sentence(language: str) -> None:
    untold = [
        f"{place}: {text}"
        for place, text in (*ERRORS, *(("outside", text) for text in FROM_OUTSIDE))
        if not is_value(text) and not has_sentence(text, language)
    ]
    assert not untold, "\n".join(untold)


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_have_the_holes_of_the_english_ones(language: str) -> None:
    given = tomllib.loads(files("cartable.cli.errors").joinpath(f"{language}.toml").read_text(encoding="utf-8"))
    for english, sentence in given.items():
        assert set(re.findall(r"\{\w+\}", english)) >= set(re.findall(r"\{\w+\}", sentence)), english


def test_the_french_is_as_everywhere() -> None:
    for _, sentence in sentences("fr"):
        for found in (UNSAID.search(sentence), FORMAL.search(sentence), BREAKING.search(sentence)):
            assert found is None, sentence


def ran(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *given: str | Path) -> str:
    """What a command line says that cannot be read."""
    for name, value in OWN_ENV.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["cartable", *map(str, given)])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    return capsys.readouterr().err.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.every_game
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("play push --players 9", "joueurs : pour push, il faut un nombre de 2 à 6, pas 9"),
        ("play chess", f"jeu 'chess' : à choisir parmi : {GAMES}"),
        ("play", f"play : choisis un jeu : {GAMES} ; ou reprends une partie avec --resume FICHIER"),
        ("play push risk=x", "option risk : il faut `true` ou `false`, pas du texte"),
        ("play push x=1", "option x : inconnue ; à choisir parmi : "),
        ("play push --bot x", "niveau 'x' : à choisir parmi : "),
        ("play push --handicap x", "--handicap : écris off, learnt, ou de 1 à 2 nombres de 0 à 99 points"),
        ("play push --handicap 100", "ton avance : pour push, il faut de 0 à 99 points, pas 100"),
        ("play push --deal x", "numéro de donne : il faut 8 caractères parmi "),
        ("play push --seed 1 --deal new", "--deal : choisis --seed ou --deal, pas les deux"),
        ("play --resume none --seed 1", "--seed : pas avec --resume : une partie continue comme elle a commencé"),
        ("replay none", "none : impossible à lire : ce fichier n'existe pas"),
        ("hint none", "none : impossible à lire : ce fichier n'existe pas"),
        ("analyse none", "none : impossible à lire : ce fichier n'existe pas"),
        ("verify none", "none : impossible à lire : ce fichier n'existe pas"),
        ("verify none --header x", "--header : il faut un SHA-256 en hexadécimal, 64 chiffres, pas 'x'"),
        ("verify none --part x", "--part x : il faut 64 chiffres hexadécimaux, ou un fichier avec "),
        ("deal x none", "numéro de donne : il faut 8 caractères parmi "),
        ("puzzle hexa", "jeu 'hexa' : seuls ces jeux ont des problèmes : push, quinto"),
        ("puzzle push --number 0", "numéro : pour push, il faut un nombre de 1 à "),
        ("puzzle push --day x", "--day : écris un jour comme "),
        ("play push --players x", "'--players' : il faut un nombre entier"),
        ("play push --play 2", "l'option --play n'existe pas ; peut-être "),
        ("replay", "il manque quelque chose dans la commande : "),
        ("hint a b", "en trop dans la commande : b"),
        ("replay a --at", "l'option '--at' attend une valeur"),
        ("analyse a --all=1", "l'option '--all' ne prend pas de valeur"),
        ("rules push 99", "règle 99 : choisis une règle de push, de PUSH-01 à "),
    ],
)
def test_french_players_are_told_in_french(
    line: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, *rest = line.split()
    assert f"cartable: {told}" in ran(capsys, monkeypatch, command, "--lang", "fr", *rest)


def test_a_log_that_cannot_be_read_is_told_in_french(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("[]\n")
    assert f'{path}, ligne 1 : on attendait l\'en-tête d\'un journal de partie, {{"cartable": 1, "game": ...}}, et' in (
        ran(capsys, monkeypatch, "replay", path, "--lang=fr")
    )


def test_the_language_of_the_machine_holds_without_the_option() -> None:
    assert language_in(["play", "--lang", "fr"], {}) == "fr"
    assert language_in(["play", "--lang=fr"], {"LANG": "en"}) == "fr"
    assert language_in(["play"], {"LANG": "fr_FR.UTF-8"}) == "fr"
    assert language_in(["play", "--lang", "xx"], {"LANG": "fr_FR.UTF-8"}) == "fr"
    assert language_in(["play", "--lang"], {}) == "en"


def test_those_who_host_and_program_are_told_in_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.cli.test_errors.OWN_ENV", {**OWN_ENV, "LC_ALL": "fr_FR.UTF-8"})
    assert "expected 0 or more" in ran(capsys, monkeypatch, "perft", "push", "--depth", "-1")
    assert "jeu 'x' : à choisir parmi" in ran(capsys, monkeypatch, "play", "x")


def test_players_commands_are_those_with_a_language() -> None:
    commands = get_group(command_line()).commands
    assert set(commands) == set(COMMANDS)
    spoken = {name for name, command in commands.items() if any("--lang" in each.opts for each in command.params)}
    assert spoken == PLAYERS_COMMANDS


def test_what_is_english_or_unknown_stays_as_it_is_and_the_most_exact_sentence_is_taken() -> None:
    error = BadInput("players", "expected 2 to 6 for push, got 9")
    assert error_text(error, "en") == str(error)
    several = translated("expected a match of push or quinto, got one of hexa", "fr")
    assert several == "il faut une partie de push ou de quinto, et celle-ci est une partie d'hexa"
    assert translated("a word that nobody knows", "fr") == "a word that nobody knows"
