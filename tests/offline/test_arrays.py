"""Where numpy is missing, the bots with learned values choose the same: on positions of whole matches."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLOSE = 1e-3
"""numpy counts in float32: values of up to some hundred points."""


def worths(target: Path, *, numpy: bool) -> list[tuple[str, list[float]]]:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    code += "" if numpy else "sys.modules['numpy'] = None; "  # as if it were not installed
    code += f"from tests.offline.choices import main; main({str(target)!r})"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
    found: list[tuple[str, list[float]]] = json.loads(target.read_text(encoding="utf-8"))
    return found


def test_the_same_choices_without_numpy(tmp_path: Path) -> None:
    with_numpy = worths(tmp_path / "numpy.json", numpy=True)
    without = worths(tmp_path / "plain.json", numpy=False)
    assert [name for name, _ in with_numpy] == [name for name, _ in without]
    counted = Counter(name for name, _ in without)
    assert counted["push"] >= 100
    assert counted["quinto"] >= 30
    for (name, was), (_, now) in zip(with_numpy, without, strict=True):
        assert max(abs(one - other) for one, other in zip(was, now, strict=True)) < CLOSE, name
        assert was.index(max(was)) == now.index(max(now)), name
