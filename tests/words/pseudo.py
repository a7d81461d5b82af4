"""A third language, made of the English one: every sentence accented and 40 % longer, its placeholders kept.

It proves that a language is a matter of files alone, and shows where a page has too little room for a longer one.
Written to a folder as TOML: `python -m tests.words.pseudo FOLDER` gives `FOLDER/words/qq.toml` and
`FOLDER/games/<game>/text/words.qq.toml`, which may be copied into the package to build the page with it.
"""

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cartable.words import Catalogue, catalogue
from cartable.words.template import PLACEHOLDER

PSEUDO: Final = "qq"
LONGER: Final = 1.4
_ACCENTED: Final = str.maketrans("aeiouycnAEIOUYCN", "àéïöûÿçñÀÉÏÖÛŸÇÑ")
_KEPT: Final = ("pattern", "minutes", "decimal", "prompt", "and", "begins-rule")
"""What is read by the program, and how words are joined in a list."""
_TABLES: Final = ("log", "command", "grammar")


def lengthened(sentence: str) -> str:
    """The sentence in the pseudo-language. What is chosen by a number is accented too, its `#` and `|` kept."""
    parts: list[str] = []
    end = 0
    for match in PLACEHOLDER.finditer(sentence):
        parts.append(sentence[end : match.start()].translate(_ACCENTED))
        forms = match[2] if match[2] is not None and "|" in match[2] else None
        parts.append(match[0] if forms is None else f"{{{match[1]}:{forms.translate(_ACCENTED)}}}")
        end = match.end()
    parts.append(sentence[end:].translate(_ACCENTED))
    told = "".join(parts)
    bare = len(PLACEHOLDER.sub("", sentence))
    ending = re.search(r"[.!?:]*$", told)
    at = ending.start() if ending and bare else len(told)
    return told[:at] + "~" * round(bare * (LONGER - 1)) + told[at:]


def pseudo_tree(node: Mapping[str, Any]) -> dict[str, Any]:
    """A catalogue, or a part of one, in the pseudo-language."""
    made: dict[str, Any] = {}
    for name, value in node.items():
        if isinstance(value, Mapping):
            made[name] = value if name in _TABLES else pseudo_tree(value)
        else:
            made[name] = value if name in _KEPT else lengthened(value)
    return made


def pseudo() -> Catalogue:
    """The whole catalogue in the pseudo-language."""
    return Catalogue(PSEUDO, pseudo_tree(catalogue("en").tree))


def toml(node: Mapping[str, Any], prefix: str = "") -> str:
    """A tree of sentences as TOML."""
    lines = [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in node.items() if isinstance(value, str)]
    for key, value in node.items():
        if not isinstance(value, str):
            name = f"{prefix}{json.dumps(key)}"
            lines += ["", f"[{name}]", toml(value, f"{name}.")]
    return "\n".join(lines) + "\n"


def write(folder: Path, games: tuple[str, ...]) -> None:
    """The files of the language: the common ones, and one a game."""
    tree = pseudo().tree
    for part, words in {
        "": {key: tree[key] for key in tree if key not in games},
        **{g: tree[g] for g in games},
    }.items():
        path = folder / (f"games/{part}/text/words.{PSEUDO}.toml" if part else f"words/{PSEUDO}.toml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(toml(words), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), tuple(name for name in catalogue("en").tree if catalogue("en").find(f"{name}.idea")))
