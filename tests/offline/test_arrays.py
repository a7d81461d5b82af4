"""Where numpy is missing, the bots with learned values choose the same: on positions of whole matches.

`python -m lab.bench.bots.choices` looks at more of them.
"""

from pathlib import Path

from cartable.games.push.bots.expert import first_best
from tests.offline.by_numpy import by_numpy, positions
from tests.offline.choices import worths

CLOSE = 1e-3
"""numpy counts in float32: values of up to some hundred points."""


def test_pushs_expert_chooses_the_same_without_numpy(tmp_path: Path) -> None:
    with_numpy, without = (worths(tmp_path / f"{numpy}.json", numpy=numpy) for numpy in (True, False))
    assert len(with_numpy) == len(without) >= 100
    for was, now in zip(with_numpy, without, strict=True):
        assert max(abs(one - other) for one, other in zip(was, now, strict=True)) < CLOSE
        assert first_best(was) == first_best(now)


def test_quintos_expert_finds_the_same_to_the_last_bit_with_numpy() -> None:
    """It counts in whole numbers, numpy or not."""
    looked_at = list(positions(matches=4))
    assert len(looked_at) > 500
    found = [position.at_a_glance() for position in looked_at]
    again = [position.expert() for position in looked_at[::20]]
    with by_numpy():
        assert found == [position.at_a_glance() for position in looked_at]
        assert again == [position.expert() for position in looked_at[::20]]


def test_last_digits_decide_nothing() -> None:
    assert first_best([0.5, 0.5 + 1e-9, 0.4]) == first_best([0.5 + 1e-9, 0.5, 0.4]) == 0
    assert first_best([0.4, 0.6, 0.5]) == 1
