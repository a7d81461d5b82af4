"""Which scenario or test shows which rule: `python -m tests.house.rule_coverage [--write]`.

A scenario cites rules by its key `rules`; a test of the rules by an id anywhere in its source (`PUSH-12`), or by
its name (`test_push_12_...`, `test_hexa_07_08_...`, `test_quin_05_to_09_...`).
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.house.tree import ROOT, text, tracked, under

LANGUAGES: Final = ("en", "fr")
GAMES: Final = "src/cartable/games"
PAGE: Final = Path("docs/rules/coverage.md")

_RULE: Final = re.compile(r"^- \*\*([A-Z]+-(?:\d\d|C\d))\*\*", re.MULTILINE)
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_CITED: Final = re.compile(r"\b([A-Z]{3,5})-(\d\d|C\d)\b(?: to (?:\1-)?(\d\d|C\d)\b)?")
_NAMED: Final = re.compile(r"test_([a-z]+)((?:_(?:\d\d|c\d))+)(?:_to_(\d\d|c\d))?(?!\d)")


# --- the rules -----------------------------------------------------------------------------------------------------


@cache
def rulebooks(language: str) -> dict[str, list[str]]:
    """By game, the ids of its rules in the order of the page."""
    return {path.parts[3]: _RULE.findall(text(path)) for path in _of_games(f"/text/rules.{language}.md")}


def _of_games(suffix: str) -> list[Path]:
    """Return the files of games whose names end so; the template, which nobody plays, is left out."""
    return [path for path in under(GAMES, suffix) if len(path.parts) > 4 and not path.parts[3].startswith("_")]


@cache
def every_rule() -> frozenset[str]:
    """The ids of all games' rules."""
    return frozenset(rule for rules in rulebooks("en").values() for rule in rules)


def prefixes() -> frozenset[str]:
    """What the ids begin with: anything else that looks like an id is none of ours."""
    return frozenset(rule.split("-")[0] for rule in every_rule())


# --- who cites them ------------------------------------------------------------------------------------------------


def cited(source: str) -> set[str]:
    """The ids in a text, ranges (`PUSH-05 to 07`) spelt out."""
    return {rule for found in _CITED.finditer(source) for rule in _range(found[1], found[2], found[3])}


def named(test: str) -> set[str]:
    """The ids in the name of a test."""
    found = _NAMED.match(test)
    if found is None:
        return set()
    numbers = found[2].strip("_").upper().split("_")
    rules = {f"{found[1].upper()}-{number}" for number in numbers}
    return rules | set(_range(found[1].upper(), numbers[-1], found[3] and found[3].upper()))


def _range(prefix: str, first: str, last: str | None) -> Iterator[str]:
    if first.startswith("C"):  # calm play
        for number in range(int(first[1:]), int((last or first)[1:]) + 1):
            yield f"{prefix}-C{number}"
        return
    for number in range(int(first), int(last or first) + 1):
        yield f"{prefix}-{number:02}"


def scenarios() -> Iterator[tuple[Path, set[str]]]:
    """Each scenario and the rules it shows."""
    for path in _of_games(".toml"):
        if path.parts[4] not in ("scenarios", "tutorial"):
            continue
        yield path, set(tomllib.loads(text(path)).get("rules", []))


def tests() -> Iterator[tuple[Path, str, set[str]]]:
    """Each test of the rules and what it cites, by file and name. Elsewhere in the tests, rules are only spoken of."""
    for path in (*under("tests/rules", ".py"), *(path for path in _of_games(".py") if "tests" in path.parts)):
        source = text(path)
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                lines = source.splitlines()[_first_line(node) - 1 : node.end_lineno]
                yield path, node.name, cited("\n".join(lines)) | named(node.name)


def _first_line(node: ast.FunctionDef) -> int:
    """Where a function begins, its decorators (examples!) included."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


# --- what does not fit ---------------------------------------------------------------------------------------------


def shown() -> dict[str, list[str]]:
    """By rule, links to the scenarios and tests that show it."""
    links: defaultdict[str, list[str]] = defaultdict(list)
    for path, rules in scenarios():
        for rule in rules:
            links[rule].append(f"[{path.stem}](../../{path.as_posix()})")
    for path, name, rules in tests():
        for rule in rules:
            links[rule].append(f"[`{name}`](../../{path.as_posix()})")
    return links


def without_a_test(links: dict[str, list[str]]) -> list[str]:
    """Rules that nothing shows."""
    return sorted(every_rule() - links.keys())


def unknown(sources: Iterable[tuple[str, str]]) -> list[str]:
    """Ids cited in these texts, each with its name, that no rulebook has. Tests may speak of number 99 as of none."""
    return [
        f"{name}: {rule}"
        for name, source in sources
        for rule in sorted(cited(source) - every_rule())
        if rule.split("-")[0] in prefixes() and not (name.startswith("tests/") and rule.endswith("-99"))
    ]


def citing() -> Iterator[tuple[str, str]]:
    """Every text that may cite rules."""
    for path in tracked():
        if path.parts[0] in ("src", "tests", "docs") and path != PAGE:
            yield str(path), text(path)
    for path, name, rules in tests():
        yield f"{path}::{name}", " ".join(sorted(rules))


# --- the page ------------------------------------------------------------------------------------------------------


def page() -> str:
    """The whole of `docs/rules/coverage.md`."""
    lines = [
        "# Which test shows which rule",
        "",
        "Written by `make coverage-doc`; a rule that nothing shows fails the tests.",
    ]
    links = shown()
    for game, rules in rulebooks("en").items():
        title = _TITLE.search(text(Path(f"{GAMES}/{game}/text/rules.en.md")))
        lines += ["", f"## {title[1] if title else game}", ""]
        lines += [f"- **{rule}** {', '.join(links.get(rule, ['nothing']))}" for rule in rules]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page if asked to, and say which rules nothing shows."""
    if "--write" in sys.argv[1:]:
        (ROOT / PAGE).write_text(page(), encoding="utf-8")
    missing = without_a_test(shown())
    for rule in missing:
        sys.stderr.write(f"{rule}: no test or scenario\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
