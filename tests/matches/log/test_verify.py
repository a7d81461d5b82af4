"""Verifying: every draw is what was promised before the match, or the first that is not is named."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from cartable.games import registry
from cartable.kernel import DEALER, AnyGame
from cartable.matches.deal.dealers import FairDealer, secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import Reveal, Revealed, encode_line
from cartable.matches.log.header import header_for
from cartable.matches.log.verify import Unverified, Verified, verify
from cartable.matches.match import Match
from tests.matches.command import cartable
from tests.matches.played import (
    NONCES,
    PUSH,
    REVEAL,
    SECRET,
    act_at_random,
    changed,
    export,
    played,
    reading,
    seated,
)

MATCH = played()
LOG = export(MATCH)
DEALS = [line for line, entry in enumerate(MATCH.entries, 2) if entry.seat == DEALER]
HEADER_HASH = fingerprint(LOG[0].rstrip(b"\n"))


def why(lines: list[bytes], header_hash: str | None = None) -> str:
    verdict = verify(reading(lines), header_hash)
    assert isinstance(verdict, Unverified)
    return verdict.why


def retold(number: int, text: str) -> list[bytes]:
    """The log with another text in one of its acts."""
    entry = msgspec.json.decode(LOG[number - 1])
    entry[2] = text
    return changed(LOG, number, msgspec.json.encode(entry) + b"\n")


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_honest_match_is_verified(game: AnyGame) -> None:
    for seed, players in enumerate(game.seats):
        match = played(game, players, seed, acts=300)
        draws = sum(entry.seat == DEALER for entry in match.entries)
        assert verify(reading(export(match))) == Verified(draws, devices=2, people=1)
        assert draws > 0


def test_a_match_given_up_is_verified_as_far_as_it_went() -> None:
    assert verify(reading(export(played(acts=1)))) == Verified(1, devices=2, people=1)


def test_the_header_is_compared_with_the_hash_a_device_kept() -> None:
    assert verify(reading(LOG), HEADER_HASH) == Verified(len(DEALS), devices=2, people=1)
    assert verify(reading(LOG), HEADER_HASH.upper()) == Verified(len(DEALS), devices=2, people=1)
    other = fingerprint(b"another header")
    assert why(LOG, other) == f"the header is not the one agreed on: expected {other}, found {HEADER_HASH}"


def test_every_altered_draw_is_named() -> None:
    """Whatever follows from it: the altered draw itself is what does not match."""
    cards = sorted({MATCH.entries[line - 2].text for line in DEALS if MATCH.entries[line - 2].text[0] == "d"})
    for line in DEALS:
        true = MATCH.entries[line - 2].text
        other = next(text for text in (cards if true[0] == "d" else ["roll red", "roll blue"]) if text != true)
        assert why(retold(line, other)) == (
            f"line {line}, act {line - 2} does not match: expected `{true}`, found `{other}`"
        )


def test_a_draw_of_another_sort_is_named() -> None:
    assert f"line {DEALS[0]}, act {DEALS[0] - 2} does not match" in why(retold(DEALS[0], "roll red"))


def test_two_draws_that_changed_places_are_named() -> None:
    texts = [MATCH.entries[line - 2].text for line in DEALS]
    at = next(i for i, text in enumerate(texts) if text != texts[0])
    lines = retold(DEALS[0], texts[at])
    lines[DEALS[at] - 1] = retold(DEALS[at], texts[0])[DEALS[at] - 1]
    assert f"line {DEALS[0]}," in why(lines)


def test_another_secret_is_not_the_one_promised() -> None:
    lines = changed(LOG, len(LOG), encode_line(Revealed(Reveal("00" * 32, REVEAL.nonces))))
    assert why(lines).startswith("the secret does not match the commitment in the header")


def test_another_nonce_is_not_the_one_promised() -> None:
    lines = changed(LOG, len(LOG), encode_line(Revealed(Reveal(REVEAL.secret, (REVEAL.nonces[0], "00" * 32)))))
    assert why(lines).startswith("nonce 1 does not match its hash in the header")


def test_every_nonce_is_revealed() -> None:
    lines = changed(LOG, len(LOG), encode_line(Revealed(Reveal(REVEAL.secret, REVEAL.nonces[:1]))))
    assert why(lines) == "expected 2 nonces, as in the header, found 1"


def test_a_host_who_changes_secret_and_header_changes_the_header_hash() -> None:
    """With a new secret the old draws do not fit; and whoever kept the header's hash sees it at once."""
    secret = bytes(32)
    lines = [LOG[0].replace(fingerprint(SECRET).encode(), fingerprint(secret).encode()), *LOG[1:-1]]
    lines.append(encode_line(Revealed(Reveal(secret.hex(), tuple(nonce.hex() for nonce in NONCES)))))
    assert "does not match: expected `" in why(lines)
    assert "the header is not the one agreed on" in why(lines, HEADER_HASH)


def test_only_who_kept_header_and_part_is_told_that_it_counted() -> None:
    mine, header = REVEAL.nonces[1], HEADER_HASH
    with_part = Verified(len(DEALS), devices=2, people=1, with_part=True)
    assert verify(reading(LOG), header, mine) == with_part
    assert verify(reading(LOG), header, mine.upper()) == with_part
    for kept in ((None, None), (None, mine), (header, None)):
        assert verify(reading(LOG), *kept) == Verified(len(DEALS), devices=2, people=1)
    left_out = verify(reading(LOG), header, "00" * 32)
    assert left_out == Verified(len(DEALS), devices=2, people=1, left_out=True)


def begun_with(secret: bytes, nonces: Sequence[bytes]) -> Match:
    """A match until its first card."""
    head = header_for(PUSH, PUSH.options(), seated(2), fingerprint(secret), map(fingerprint, nonces))
    match, rng = Match(PUSH, head, FairDealer(secret, head.line(), nonces)), random.Random(0)
    match.start()
    while not match.entries or not match.entries[-1].text.startswith("deal"):
        act_at_random(match, rng)
    return match


@pytest.mark.parametrize("nonces", [(), NONCES[:1], NONCES])
def test_a_server_that_chooses_its_secret_afterwards_is_never_verified_with_your_part(nonces: Sequence[bytes]) -> None:
    """It knows every nonce, and tries secrets until the first card is the one it wants: with a header of its own, with
    the device's hash in it or without, every draw of that match is true."""
    secret, match = next(
        (secret, match)
        for secret in map(secret_of, range(100, 200))
        if (match := begun_with(secret, nonces)).entries[-1].text == "deal D"
    )
    match.give_up()
    reveal = Reveal(secret.hex(), tuple(nonce.hex() for nonce in nonces))
    log, mine = list(match.lines(reveal)), REVEAL.nonces[1]
    assert isinstance(verify(reading(log)), Verified)  # nothing in the log gives it away
    for header in (None, HEADER_HASH, fingerprint(match.header_line) if len(nonces) < 2 else None):
        verdict = verify(reading(log), header, mine)
        assert isinstance(verdict, Unverified) or not verdict.with_part
    assert isinstance(verify(reading(log), HEADER_HASH, mine), Unverified)


def test_a_changed_seat_name_changes_the_deals() -> None:
    assert "does not match: expected `" in why([LOG[0].replace(b"Bob", b"Rob"), *LOG[1:]])


def test_without_a_reveal_nothing_can_be_verified() -> None:
    assert why(LOG[:-1]).startswith("this log holds no reveal")
    assert why(LOG[:20]).startswith("this log holds no reveal")


def test_true_draws_do_not_make_a_match() -> None:
    """An act that is refused though all draws before it are true, and an outcome that was not played."""
    assert "`draw` of seat 1, is refused" in why(changed(LOG, 2, b'[0,1,"draw",0,{}]\n'))
    assert "but the log tells" in why(changed(LOG, len(LOG) - 1, b'{"outcome":{"reason":"x","ranks":[1,1]}}\n'))


# --- the command ---------------------------------------------------------------------------------------------------


def test_the_command_says_that_every_deal_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"".join(LOG))
    ran = cartable(capsys, "verify", path)
    assert ran.code == 0
    assert ran.out.startswith(f"verified without your part: {len(DEALS)} draws\n2 of 1 device took part.\n")
    assert HEADER_HASH in ran.out
    assert "give what your device kept: --header and --part" in ran.out
    with_part = f"verified with your part: {len(DEALS)} draws\n2 of 1 device took part.\n"
    assert cartable(capsys, "verify", path, "--header", HEADER_HASH, "--part", REVEAL.nonces[0]).out == with_part
    part = tmp_path / "part.json"
    part.write_text(f'{{"header": "{HEADER_HASH}", "nonce": "{REVEAL.nonces[1]}"}}')
    assert cartable(capsys, "verify", path, "--part", part).out == with_part
    part.write_text(f'{{"header": "{HEADER_HASH}", "nonce": "{"0" * 64}"}}')
    left_out = cartable(capsys, "verify", path, "--part", part)
    assert left_out.out.startswith("verified without your part")
    assert "not in the header" in left_out.out
    part.write_text("{")
    nonsense = cartable(capsys, "verify", path, "--part", part)
    assert nonsense.code == 2
    assert "expected 64 digits of hex, or a file" in nonsense.err
    assert cartable(capsys, "verify", path, "--part", tmp_path / "none").code == 2


def test_the_command_says_which_draw_does_not_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "altered.jsonl"
    path.write_bytes(
        b"".join(retold(DEALS[3], "deal D" if MATCH.entries[DEALS[3] - 2].text != "deal D" else "deal G1"))
    )
    ran = cartable(capsys, "verify", path)
    assert ran.code == 1
    assert re.match(rf"altered: line {DEALS[3]}, act \d+ does not match: expected `", ran.out)
    assert ran.out.endswith("\n2 of 1 device took part.\n"), "always told"


def test_the_command_notices_another_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"".join(LOG))
    assert cartable(capsys, "verify", path, "--header", "0" * 64).code == 1
    nonsense = cartable(capsys, "verify", path, "--header", "abc")
    assert nonsense.code == 2
    assert "--header: expected a SHA-256 in hex" in nonsense.err


def test_the_command_cannot_read_a_damaged_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(LOG)[:-30])
    ran = cartable(capsys, "verify", path)
    assert ran.code == 2
    assert f"{path}, line {len(LOG)}: expected" in ran.err
    assert cartable(capsys, "verify", tmp_path / "none.jsonl").code == 2


def test_the_command_speaks_french(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"".join(LOG))
    ran = cartable(capsys, "verify", path, "--lang", "fr")
    assert ran.code == 0
    lines = ran.out.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    assert lines[0] == f"vérifié sans ta part : {len(DEALS)} tirages"
    assert lines[2].endswith("donne ce que ton appareil a gardé : --header et --part.")
    path.write_bytes(b"".join(LOG[:-1]))
    ran = cartable(capsys, "verify", path, "--lang", "fr")
    assert ran.code == 1
    assert "non vérifié\N{NO-BREAK SPACE}: ce journal ne contient pas le secret du donneur" in ran.out
    path.write_bytes(b"".join(changed(LOG, 2, b'[0,1,"draw",0,{}]\n')))
    ran = cartable(capsys, "verify", path, "--lang", "fr")
    assert f"falsifié\N{NO-BREAK SPACE}: {path}, ligne 2\N{NO-BREAK SPACE}: le coup 0, `draw` à la place 1" in ran.out
