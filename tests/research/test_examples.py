"""The examples run, in a short form, and show what they say."""

from pathlib import Path
from statistics import fmean

import pytest

from cartable.games import registry
from cartable.research.encodings import encoding
from lab.examples import cfr_small_push, masked_random, quinto_q_learning


@pytest.mark.every_game
def test_masked_random(capsys: pytest.CaptureFixture[str]) -> None:
    masked_random.main(["--matches", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        f"{game.id}_v{encoding(game.id).version}" for game in registry.games()
    ]


def test_cfr_on_a_small_push(capsys: pytest.CaptureFixture[str]) -> None:
    cfr_small_push.main(["--pile", "G5 G3", "--iterations", "200"])
    exact, cfr = capsys.readouterr().out.splitlines()
    assert exact.startswith("exactly 2 ")
    assert float(cfr.split()[1]) == pytest.approx(2, abs=0.01)


def test_q_learning_learns_quinto(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "curve.svg"
    scores = quinto_q_learning.main(["--matches", "240", "--picture", str(picture)])
    assert fmean(scores[-60:]) > fmean(scores[:60]) + 10
    assert "#####" in capsys.readouterr().out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
