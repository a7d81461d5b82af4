"""Scenarios: the rules as data. A position, some moves, and what must then be true."""

from cartable.table.scenarios.files import scenario_files
from cartable.table.scenarios.read import RuleIds, Scenario, read_scenario
from cartable.table.scenarios.run import run_scenario

__all__ = ["RuleIds", "Scenario", "read_scenario", "run_scenario", "scenario_files"]
