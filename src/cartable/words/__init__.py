"""Sentences: everything a person is told, in English and in French, from one catalogue.

The catalogue is data: `words/{en,fr}.toml` for what all games share, `games/<g>/text/words.{en,fr}.toml` for one.
The terminal reads it here; the web client is given the same files. A key that is missing fails the tests.
"""

from cartable.words.catalogue import LANGUAGES, Catalogue, catalogue
from cartable.words.tell import Teller
from cartable.words.template import placeholders

__all__ = ["LANGUAGES", "Catalogue", "Teller", "catalogue", "placeholders"]
