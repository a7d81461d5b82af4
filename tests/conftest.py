"""Settings for the whole suite: how hard hypothesis looks."""

import os

from hypothesis import settings

# A shared core may be slow for a moment: time is measured in bench/, never here.
settings.register_profile("default", deadline=None, max_examples=50)
# The same examples on every run, so that a red build is red for its own change.
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
# A long look, by hand: HYPOTHESIS_PROFILE=thorough make test
settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))
