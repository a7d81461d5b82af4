"""What we depend on is pinned with hashes and under licences we allow; and the check that says so can fail."""

import pytest

from tests.house.tree import ROOT, tracked
from tools import advisories
from tools.advisories import Package
from tools.supply_chain import (
    NPM_LOCKS,
    LicencePolicy,
    everything,
    is_allowed,
    licence_problems,
    npm_pins,
    python_pins,
)

HASH = "--hash=sha256:" + 64 * "a"
POLICY = LicencePolicy({"MIT": "", "Apache-2.0": ""}, {"odd": {"reason": "why"}, "bare": {}}, {"here": "MIT"})


def test_every_dependency_is_pinned_and_allowed() -> None:
    python, npm, wrong = everything(ROOT)
    assert wrong == []
    assert {"uvicorn", "uv", "rlcard"} <= {package.name for package in python}
    assert "svelte" in {package.name for package in npm}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"a==1 \\\n    {HASH}\nb==2\n", "b has no hash"),
        (f"a==1\nb==2 \\\n    {HASH}\n", "a has no hash"),
        (f"a>=1 \\\n    {HASH}\n", "expected NAME==VERSION"),
        ("--index-url x\n", "expected NAME==VERSION"),
        (f"a @ file:x \\\n    {HASH}\n", "expected NAME==VERSION"),
        ("a==1 \\\n    --hash=md5:00\n", "expected NAME==VERSION"),
    ],
)
def test_a_loose_requirement_is_named(text: str, problem: str) -> None:
    assert any(problem in each for each in python_pins(text, "x.txt")[1])


def test_what_is_pinned_is_read() -> None:
    text = f"# by\nA_b.c[x]==1.0 ; python_version < '3' \\\n    {HASH} \\\n    {HASH}\n    # via d\n"
    assert python_pins(text, "x.txt") == ([Package("python", "a-b-c", "1.0")], [])


def test_a_loose_lock_entry_is_named() -> None:
    lock = {"packages": {"": {}, "node_modules/a": {"version": "1", "integrity": "sha512-x", "license": "MIT"}}}
    assert npm_pins(lock, "l") == ([(Package("npm", "a", "1"), "MIT")], [])
    lock["packages"]["node_modules/@s/b"] = {"version": "2", "integrity": "sha1-x"}
    assert npm_pins(lock, "l")[1] == ["l: @s/b is not pinned by version and sha512"]


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("(MIT OR GPL-3.0)", True),
        ("MIT AND Apache-2.0", True),
        ("MIT AND GPL-3.0", False),
        ("(MIT OR Apache-2.0) AND GPL-3.0", False),
        ("GPL-3.0 AND (MIT OR Apache-2.0)", False),
        ("(GPL-3.0 OR MIT) AND (Apache-2.0 OR GPL-3.0)", True),
        ("((MIT))", True),
        ("GPL-3.0 AND MIT OR MIT", True),
        ("MIT OR MIT AND GPL-3.0", True),
        ("MIT WITH an-exception", False),
        ("(MIT", False),
        ("MIT)", False),
        ("MIT OR", False),
        ("MIT AND", False),
        ("MIT Apache-2.0", False),
        ("", False),
    ],
)
def test_a_licence_expression_is_read_with_its_parentheses(expression: str, allowed: bool) -> None:
    assert is_allowed(expression, POLICY.allowed) == allowed


def test_every_lock_of_npm_is_read() -> None:
    locks = {str(path) for path in tracked() if path.name == "package-lock.json"}
    assert set(NPM_LOCKS) == locks


def test_a_package_under_a_licence_that_is_not_allowed_is_named() -> None:
    told = {name: list(licence_problems(POLICY, Package("npm", name, "1"), "GPL-3.0")) for name in ("a", "odd", "bare")}
    assert "GPL-3.0, is not allowed" in told["a"][0]
    assert told["odd"] == []
    assert "gives no reason" in told["bare"][0]
    assert "not known" in next(licence_problems(POLICY, Package("npm", "a", "1"), ""))


def test_an_advisory_is_found_offline() -> None:
    known = advisories.offline([Package("python", "jinja2", "2.10"), Package("python", "jinja2", "99")])
    assert known
    assert all(each.startswith("jinja2 2.10 (python): CVE-") for each in known)


def test_an_index_that_knows_of_one_is_believed_and_one_that_is_away_fails_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = Package("python", "a", "1")
    answers = {"x/pip/json": {"vulnerabilities": []}, "x/a/1/json": {"vulnerabilities": [{"id": "P-1"}]}}
    monkeypatch.setattr(advisories, "index_url", lambda: "x")
    monkeypatch.setattr(advisories, "_asked", answers.get)
    assert advisories.from_index([package]) == ["a 1 (python): P-1, fixed in ?"]
    assert advisories.from_index([Package("python", "b", "1")]) is None
    answers["x/pip/json"] = {}
    assert advisories.from_index([package]) is None
