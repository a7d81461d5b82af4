"""Scenarios: the rules as data. A position, some moves, and what must then be true."""

from cartable.matches.scenarios.files import Checked, check_file, scenario_files, scenario_in
from cartable.matches.scenarios.read import RuleIds

__all__ = ["Checked", "RuleIds", "check_file", "scenario_files", "scenario_in"]
