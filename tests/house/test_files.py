"""What no file of the repository may hold, and how long one may be."""

import re
from pathlib import Path

import pytest

from tests.house.tree import ROOT, text, tracked, under

LONGEST = {".css": 350, ".md": 500, ".py": 350, ".svelte": 350, ".ts": 350}

# Each is written in two halves, so that this file does not hold what it looks for.
HOSTS = ["py" + "pi.", "python" + "hosted", "npm" + "js", "crates" + ".io"]
NAMES = ["Ravens" + "burger", "Giga" + "mic", "Asmo" + "dee", "Qwin" + "to", "Qwi" + "xx", "Spiel" + "karten"]
UNFINISHED = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "Not" + "ImplementedError"]

HOST = re.compile("|".join(map(re.escape, HOSTS)), re.IGNORECASE)
NAME = re.compile("|".join(NAMES), re.IGNORECASE)
LEFT_UNDONE = re.compile(rf"\b({'|'.join(UNFINISHED)})\b")
# A folder of somebody's machine; not an address (`//`), nor a path inside the project (`docs/home/`).
FOLDERS = "home|media|mnt|opt|root|srv|tmp|Users|var|work"
OURS = r"(?:lab|tests|tools)"
FILE_NAMED = re.compile(rf"(?<![\w/]){OURS}/[\w/]+\.py\b")
MODULE_RUN = re.compile(rf"python -m ({OURS}(?:\.\w+)+)")
ABSOLUTE = re.compile(rf"(?<![\w./:-])/({FOLDERS})/\w|\b[A-Z]:\\\\?Users\b")


@pytest.mark.parametrize(
    ("pattern", "what"),
    [
        (HOST, "the host of a package registry"),
        (NAME, "a publisher or a product"),
        (LEFT_UNDONE, "work left undone"),
        (ABSOLUTE, "an absolute path"),
    ],
)
def test_no_file_holds(pattern: re.Pattern[str], what: str) -> None:
    found = [
        f"{path}:{number}: {line.strip()[:100]}"
        for path in tracked()
        if "\0" not in text(path)  # a picture may hold anything by chance
        for number, line in enumerate(text(path).splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, f"{what}:\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (HOST, "see https://" + HOSTS[0] + "org"),
        (NAME, "as in " + NAMES[0].upper()),
        (LEFT_UNDONE, "# " + UNFINISHED[0] + ": the rest"),
        (ABSOLUTE, "open('/" + "home/ann/cards')"),
        (ABSOLUTE, "cd /" + "work/table"),
    ],
)
def test_what_is_looked_for_is_found(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.search(line)


@pytest.mark.parametrize(
    "line",
    ["docs/home/page.md", "https://example.org/home/x", "#!/usr/bin/env bash", "../tmp/x"],
)
def test_other_paths_are_left_in_peace(line: str) -> None:
    assert not ABSOLUTE.search(line)


def test_files_and_commands_that_are_named_are_there() -> None:
    """In documents, docstrings and the Makefile. Decisions and the changelog tell of their own time, tests make names
    up, and `foo` is the game that the guide adds."""
    telling = [path for path in tracked() if path.suffix in {".md", ".py"} or path.name == "Makefile"]
    other = ("docs/decisions", "tests")
    now = [path for path in telling if path.name != "CHANGELOG.md" and not any(map(path.is_relative_to, other))]
    gone = [
        f"{path}: {name}"
        for path in now
        for name in FILE_NAMED.findall(text(path))
        if "foo" not in name and not (ROOT / name).is_file()
    ]
    gone += [f"{path}: {name}" for path in now for name in MODULE_RUN.findall(text(path)) if not _runs(name)]
    assert not gone, "\n".join(gone)


def _runs(module: str) -> bool:
    path = ROOT / Path(*module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_files_stay_short() -> None:
    hand = [path for path in tracked() if path.suffix in LONGEST and ".gen." not in path.name]
    lengths = {path: len(text(path).splitlines()) for path in hand}
    long = [f"{path}: {length} lines" for path, length in lengths.items() if length > LONGEST[path.suffix]]
    assert not long, "split by subject:\n" + "\n".join(long)


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for path in under("src/cartable", ".py"):
        if "tests" in path.parts:
            continue
        for name in re.findall(r"^class (\w+)", text(path), re.MULTILINE):
            places.setdefault(name, []).append(str(path))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert not twice, f"a reader takes them for one another: {twice}"


def test_text_is_tidy() -> None:
    """As .editorconfig says: no trailing blanks, one line end at the end."""
    hand = [path for path in tracked() if path.suffix in LONGEST and text(path)]
    untidy = [
        f"{path}:{number}: trailing blank"
        for path in hand
        for number, line in enumerate(text(path).splitlines(), 1)
        if line != line.rstrip()
    ]
    untidy += [f"{path}: last line" for path in hand if not re.search(r"\S\n\Z", text(path))]
    assert not untidy, "\n".join(untidy)
