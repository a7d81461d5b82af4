"""Verifying: every draw is what was promised before the match, or the first that is not is named."""

import re
from pathlib import Path

import msgspec
import pytest

from cartable.games import registry
from cartable.kernel import DEALER, AnyGame
from cartable.table.fairdeal import fingerprint
from cartable.table.log import Reveal, Revealed, encode_line
from cartable.table.verify import Unverified, Verified, verify
from tests.table.command import cartable
from tests.table.played import NONCES, REVEAL, SECRET, changed, export, played, reading

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


@pytest.mark.parametrize("game", registry.ALL, ids=lambda game: game.id)
def test_every_honest_match_is_verified(game: AnyGame) -> None:
    for seed, players in enumerate(game.seats):
        match = played(game, players, seed, acts=300)
        draws = sum(entry.seat == DEALER for entry in match.entries)
        assert verify(reading(export(match))) == Verified(draws)
        assert draws > 0


def test_a_match_given_up_is_verified_as_far_as_it_went() -> None:
    assert verify(reading(export(played(acts=1)))) == Verified(1)


def test_the_header_is_compared_with_the_hash_a_device_kept() -> None:
    assert verify(reading(LOG), HEADER_HASH) == Verified(len(DEALS))
    assert verify(reading(LOG), HEADER_HASH.upper()) == Verified(len(DEALS))
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
    assert ran.out.startswith(f"every deal verified: {len(DEALS)} draws\n")
    assert HEADER_HASH in ran.out
    assert cartable(capsys, "verify", path, "--header", HEADER_HASH).out == f"every deal verified: {len(DEALS)} draws\n"


def test_the_command_says_which_draw_does_not_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "altered.jsonl"
    path.write_bytes(
        b"".join(retold(DEALS[3], "deal D" if MATCH.entries[DEALS[3] - 2].text != "deal D" else "deal G1"))
    )
    ran = cartable(capsys, "verify", path)
    assert ran.code == 1
    assert re.match(rf"not verified: line {DEALS[3]}, act \d+ does not match: expected `", ran.out)


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
