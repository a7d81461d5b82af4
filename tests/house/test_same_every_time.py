"""What can be seen in the source of tests that would run differently the next time."""

import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from cartable.matches.deal.deal_number import DealSecret
from tests.house.tree import text, under
from tests.kit.fixed_chance import fix_chance

UNSEEDED: Final = re.compile(
    r"\bRandom\(\)|\bSystemRandom\b|\bdefault_rng\(\)|\bimport secrets\b|\bfrom secrets\b|\burandom\b|\buuid[14]\b"
    r"|\bnp\.random\.(?!default_rng)|\bPRNGKey\((?:time|os)|derandomize=False"
)
"""Sources of chance without a seed. The module `random` itself is seeded before each test (`conftest.py`)."""

EXEMPT: Final = {
    "conftest.py": "the profile that `make fuzz` takes",
    "tests/kit/fixed_chance.py": "puts a fixed source in its place",
    "tests/fuzz/mutations.py": "draws the seed that it prints",
    "tests/offline/chance.py": "looks for what is unseeded in the page's Python",
    "tests/house/test_same_every_time.py": "looks for it",
}
"""Files that may name such a source, and why."""


def test_no_test_takes_chance_without_a_seed() -> None:
    of_games = [path for path in under("src/cartable/games", ".py") if "tests" in path.parts]
    assert of_games
    files = [Path("conftest.py"), *under("tests", ".py"), *of_games]
    assert [f"{path}: {hit}" for path in files for hit in unseeded(path)] == []


def test_no_script_in_a_browser_takes_chance_without_a_seed() -> None:
    files = [path for path in under("web/e2e", ".ts") if path != Path("web/e2e/browser.ts")]  # it fixes what pages draw
    assert files
    drawn = re.compile(r"Math\.random\(|getRandomValues\(|randomBytes\(|randomUUID\(")
    assert [f"{path}: {hit}" for path in files for hit in drawn.findall(text(path))] == []


@pytest.mark.parametrize(
    "source", ["Random()", "rng = np.random.default_rng()", "import secrets", "np.random.choice(3)"]
)
def test_a_source_without_a_seed_is_noticed(source: str) -> None:
    assert UNSEEDED.search(source)


@pytest.mark.parametrize("source", ["Random(3)", "np.random.default_rng(3)", "from tests.secrets_of import x"])
def test_a_source_with_a_seed_is_not(source: str) -> None:
    assert not UNSEEDED.search(source)


def test_hypothesis_looks_at_the_same_examples_every_time() -> None:
    for name in ("default", "quick"):
        profile = settings.get_profile(name)
        assert profile.derandomize
        assert profile.database is None


def test_a_server_deals_the_same_cards_every_time() -> None:
    deals = []
    for _ in range(2):
        fix_chance("any test")
        deals.append([DealSecret.of("").secret for _ in range(2)])
    assert deals[0] == deals[1]
    assert deals[0][0] != deals[0][1]


def unseeded(path: Path) -> list[str]:
    """Where this file takes chance without a seed."""
    return [] if str(path) in EXEMPT else UNSEEDED.findall(text(path))
