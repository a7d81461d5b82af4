"""Where numpy is missing, the bots with learned values choose the same: on positions of whole matches."""

import json
import subprocess
import sys
from pathlib import Path

from cartable.bots.push.expert import first_best

ROOT = Path(__file__).parents[2]
CLOSE = 1e-3
"""numpy counts in float32: values of up to some hundred points."""


def worths(target: Path, *, numpy: bool) -> list[list[float]]:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    code += "" if numpy else "sys.modules['numpy'] = None; "  # as if it were not installed
    code += f"from tests.offline.choices import main; main({str(target)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
    found: list[list[float]] = json.loads(target.read_text(encoding="utf-8"))
    return found


def test_the_same_choices_without_numpy(tmp_path: Path) -> None:
    with_numpy, without = (worths(tmp_path / f"{numpy}.json", numpy=numpy) for numpy in (True, False))
    assert len(with_numpy) == len(without) >= 100
    for was, now in zip(with_numpy, without, strict=True):
        assert max(abs(one - other) for one, other in zip(was, now, strict=True)) < CLOSE
        assert first_best(was) == first_best(now)


def test_last_digits_decide_nothing() -> None:
    assert first_best([0.5, 0.5 + 1e-9, 0.4]) == first_best([0.5 + 1e-9, 0.5, 0.4]) == 0
    assert first_best([0.4, 0.6, 0.5]) == 1
