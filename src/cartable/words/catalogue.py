"""Where the sentences are: one tree of keys per language, the common part and each game's own under its id; and where
the rules of each game are."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from cartable.games import registry
from cartable.kernel import BadInput

LANGUAGES: Final = tuple(
    sorted(path.name.removesuffix(".toml") for path in files("cartable.words").iterdir() if path.name.endswith(".toml"))
)
"""A language is known by its files, here and in each game's folder: nothing else lists them."""


class Catalogue:
    """The sentences of one language. Keys are dotted paths: `push.refusal.same-colour`."""

    def __init__(self, language: str, tree: Mapping[str, Any]) -> None:
        self.language = language
        self._tree = tree

    @property
    def tree(self) -> Mapping[str, Any]:
        """The whole of it, as the web client is given it."""
        return self._tree

    def find(self, key: str) -> Any:
        """What stands under a key, a sentence or a table, or None."""
        node: Any = self._tree
        for part in key.split("."):
            if not isinstance(node, Mapping) or part not in node:
                return None
            node = node[part]
        return node

    def sentence(self, key: str) -> str:
        """The sentence under a key. It must be there: the tests see to that."""
        found = self.find(key)
        if not isinstance(found, str):
            raise KeyError(f"no sentence {key!r} in {self.language}")
        return found

    def keys(self) -> Iterator[str]:
        """Every key that leads to a sentence."""
        yield from _leaves(self._tree, "")


def _leaves(node: Mapping[str, Any], prefix: str) -> Iterator[str]:
    for name, value in node.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    if language not in LANGUAGES:
        raise BadInput(f"language {language!r}", f"expected one of: {', '.join(LANGUAGES)}")
    tree = tomllib.loads(files("cartable.words").joinpath(f"{language}.toml").read_text(encoding="utf-8"))
    for package in registry.all_packages():
        words = package.files.joinpath("text", f"words.{language}.toml")
        if words.is_file():
            tree[package.game.id] = tomllib.loads(words.read_text(encoding="utf-8"))
    return Catalogue(language, tree)


def rulebook(game_id: str, language: str) -> str:
    """A game's numbered rules in Markdown."""
    page = registry.package(game_id).files.joinpath("text", f"rules.{language}.md")
    if page.is_file():
        return page.read_text(encoding="utf-8")
    raise BadInput(f"rules of {game_id} in {language!r}", "expected a rulebook of this name, found none")
