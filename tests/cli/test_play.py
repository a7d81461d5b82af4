"""`cartable play` through pipes: whole games, what is said, and what is answered."""

import json
import re
from pathlib import Path

import pytest

from cartable.games import registry
from cartable.games.push import PUSH
from cartable.games.quinto import QUINTO
from cartable.kernel import Tempo
from cartable.matches.log.reading import open_log
from cartable.matches.log.replay import replay
from tests.cli.terminal import cartable

ALWAYS_FIRST = "1\n" * 600
IN_TURNS = [game for game in registry.games() if game.tempo is Tempo.TURNS]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def lines(log: Path) -> list[object]:
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", [game.id for game in IN_TURNS])
def test_a_whole_game(game: str, language: str, log: Path) -> None:
    players = {"en": 4, "fr": 2}[language]
    ran = cartable("play", game, "--players", str(players), "--lang", language, "--log", log, typed=ALWAYS_FIRST)
    assert ran.code == 0
    assert f"cartable verify {log}" in ran.out
    took_part = {"en": "0 of 1 device took part in the deal", "fr": "0 appareil sur 1 a participé à la donne"}
    assert took_part[language] in ran.out
    *_, ending, reveal = lines(log)
    assert isinstance(ending, dict)
    assert isinstance(reveal, dict)
    assert set(ending) == {"outcome"}
    assert set(reveal) == {"reveal"}
    assert list(log.parent.iterdir()) == [log], "the secret has moved into the log"


def test_every_deal_of_a_game_can_be_verified(log: Path) -> None:
    cartable("play", "push", "risk=true", "switch_cards=kept", "--log", log, typed=ALWAYS_FIRST)
    verified = cartable("verify", log)
    assert verified.code == 0
    assert "verified without your part" in verified.out


def test_a_scripted_turn_of_push(log: Path) -> None:
    """Typed in notation, capitals or not, by number, and with Enter where there is only one move."""
    ran = cartable("play", "push", "--log", log, typed="draw\nplace 1\n1\nPLACE 2\n\ntake 1\n")
    header, *acts = lines(log)
    assert isinstance(header, dict)
    own = [act[2] for act in acts if isinstance(act, list) and act[1] == 0]
    assert own[:5] == ["draw", "place 1", "draw", "place 2", "take 1"]
    assert "into column 2." in ran.out
    assert "You take column 1:" in ran.out


def test_quinto_shows_what_each_card_would_give(log: Path) -> None:
    ran = cartable("play", "quinto", "--players", "1", "--log", log, typed="look\n")
    with open_log(log) as read:
        *_, last = replay(read)
    view = QUINTO.view(last.state, 0)
    offers = re.findall(r"(\d+) +(-?\d+) ([OYP]*) \((\d+)\)", ran.out)
    foreseen = [
        (str(number), str(offer.sum), "".join(colour[0].upper() for colour in offer.colours), str(offer.cells))
        for number, offer in enumerate(QUINTO.preview(view).lays, 1)
    ]
    assert sorted(offers[: len(foreseen)]) == sorted(foreseen)


def test_push_tells_the_exact_chance_of_a_bust(log: Path) -> None:
    """Whatever is drawn opens a column while it can; moves that are refused do no harm."""
    ran = cartable("play", "push", "--seed", "9", "--log", log, typed="draw\nplace 3\nplace 2\nplace 1\n" * 9)
    told = [(int(bad), int(cards)) for bad, cards in re.findall(r"chance of a bust: (\d+)/(\d+)", ran.out)]
    with open_log(log) as read:
        views = [PUSH.view(moment.state, 0) for moment in replay(read)]
    mine = [PUSH.preview(view).bust for view in views if view.to_move == (0,) and view.phase == "turn"]
    assert told == [(0, 108), *mine]
    assert any(bad for bad, _ in told), "with this seed three columns stand and leave some card no place"


def test_an_illegal_move_is_answered_with_its_rule(log: Path) -> None:
    typed = "place 1\nwhy take 1\nwhy draw\nrules\nrules PUSH-12\nwhy\nwhy not?\n"
    ran = cartable("play", "push", "--log", log, typed=typed)
    assert "No card has been turned yet (PUSH-09).\n`rules PUSH-09` shows this rule.\n" in ran.out
    assert "There is no column to take yet (PUSH-15)." in ran.out
    assert "draw: that is allowed." in ran.out
    assert "PUSH-15 (I)" in ran.out
    assert "PUSH-12 (B)" in ran.out
    assert len(lines(log)) == 1, "nothing of this is a move"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("nonsense", "'nonsense' is not a move. Moves are written: draw."),
        ("99", "There is no move 99: type 1 to 1."),
        ("0", "There is no move 0"),
        ("why", "Which move? For example: why draw"),
        ("why nonsense", "Which move?"),
        ("rules PUSH-99", "expected one of the rules of push"),
        ("?", "Leave. The match is saved"),
        ("help", "Leave. The match is saved"),
        ("deal G5", "Only the dealer"),
        ("\x00\x1b[A\udcff", "is not a move"),
    ],
)
def test_whatever_is_typed_is_answered(typed: str, answer: str, log: Path) -> None:
    ran = cartable("play", "push", "--log", log, typed=typed.encode("utf-8", "replace").decode() + "\n")
    assert ran.code == 0
    assert answer in ran.out


def test_leaving_by_quitting_or_at_the_end_of_a_pipe(tmp_path: Path) -> None:
    for name, typed in (("quit", "1\nquit\n1\n"), ("eof", "1\n"), ("at-once", "")):
        ran = cartable("play", "quinto", "--log", tmp_path / name, typed=typed)
        assert ran.code == 0
        assert f"cartable play --resume {tmp_path / name}" in ran.out
        secret = tmp_path / f"{name}.secret"
        assert secret.stat().st_mode & 0o777 == 0o600
        assert json.loads(secret.read_text())["secret"] not in (tmp_path / name).read_text()


def test_moves_are_numbered_as_at_every_live_table(log: Path) -> None:
    """Also after the match was left and resumed: refused moves take a number, and no number is used twice."""
    cartable("play", "push", "--seed", "4", "--log", log, typed="draw\nplace 3\nplace 1\n")
    cartable("play", "--resume", log, typed="draw\n")
    own = [act[4]["k"] for act in lines(log) if isinstance(act, list) and act[1] == 0]
    assert len(own) == 3
    assert own == sorted(set(own))


def test_a_seed_repeats_the_deal_in_any_language(tmp_path: Path) -> None:
    logs = []
    for name, language in (("one", "en"), ("two", "fr"), ("three", "en")):
        ran = cartable(
            "play", "push", "--seed", "4", "--lang", language, "--log", tmp_path / name, typed=ALWAYS_FIRST[:60]
        )
        assert {"en": "exactly the same cards", "fr": "exactement les mêmes cartes"}[language] in " ".join(
            ran.out.split()
        )
        logs.append([act[:3] for act in lines(tmp_path / name) if isinstance(act, list)])
    assert logs[0] == logs[1] == logs[2]


def test_without_a_seed_the_commitment_is_shown(log: Path) -> None:
    ran = cartable("play", "push", "--log", log, typed="")
    header = lines(log)[0]
    assert isinstance(header, dict)
    assert f"{header['commitment'][:16]}..." in ran.out


def test_logs_lie_in_the_users_data_folder(tmp_path: Path) -> None:
    for _ in range(2):
        cartable("play", "push", typed="", env={"XDG_DATA_HOME": str(tmp_path)})
    found = sorted(path.name for path in (tmp_path / "cartable" / "matches").glob("push-*.jsonl"))
    assert len(found) == 2, "two matches of one second do not share a file"


def test_french_comes_from_the_machine(log: Path) -> None:
    ran = cartable("play", "push", "--log", log, typed="1\npourquoi take 1\naide\n", env={"LC_ALL": "fr_FR.UTF-8"})
    assert "À toi\N{NO-BREAK SPACE}: pioche ou protège." in ran.out
    assert "Place d'abord la carte retournée (PUSH-11).\n`règles PUSH-11` montre cette règle.\n" in ran.out
    assert "Quitter\N{NO-BREAK SPACE}; la partie est enregistrée" in ran.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["play"], "expected a game: push, quinto"),
        (["play", "chess"], "game 'chess': expected one of: push, quinto"),
        (["play", "push", "--players", "7"], "players: expected 2 to 6 for push, got 7"),
        (["play", "push", "--players", "1"], "players: expected 2 to 6 for push, got 1"),
        (["play", "push", "--bot", "genius"], "level 'genius': expected one of: random, easy"),
        (["play", "push", "--lang", "de"], "--lang de: expected one of: en, fr"),
        (["play", "push", "risk"], "option 'risk': expected NAME=VALUE; push has: risk=..., switch_cards=..."),
        (["play", "push", "colour=red"], "option colour: unknown; expected one of: risk, switch_cards"),
        (["play", "push", "risk=perhaps"], "option risk"),
        (["play", "push", "switch_cards=maybe"], "option switch_cards"),
        (["play", "quinto", "risk=true"], "option risk: unknown; expected one of: none"),
        (["play", "--resume", "x", "--players", "3"], "--players: not with --resume"),
        (["play", "--resume", "x", "--seed", "0"], "--seed: not with --resume"),
        (["play", "--resume", "no-such-file"], "no-such-file: cannot be read: No such file or directory"),
        (["play", "push", "--log", "no/such/folder/x"], "no/such/folder/x.secret: cannot be written"),
    ],
)
def test_bad_options_are_told(
    arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cartable(*arguments, env={"XDG_DATA_HOME": str(tmp_path)})
    assert ran.code == 2
    assert complaint in ran.err
    assert not list(tmp_path.rglob("*.jsonl*")), "nothing was begun"


def test_a_log_is_never_written_over(log: Path) -> None:
    cartable("play", "push", "--log", log, typed="")
    before = log.read_bytes()
    ran = cartable("play", "push", "--log", log, typed="")
    assert ran.code == 2
    assert "is there already" in ran.err
    assert log.read_bytes() == before
