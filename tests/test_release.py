"""What is published and what a forge runs: metadata, workflows and forms agree with the code and with each other."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from whygrad import c_part

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")
yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

import matrix  # noqa: E402

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))
FORGE = [
    *WORKFLOWS,
    *FORMS,
    *sorted((ROOT / ".github").glob("*.*")),
    *ROOT.glob(".pre-commit-*.yaml"),
    ROOT / "SECURITY.md",
]
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
MACHINE = re.compile(r"(?<![\w.])/(?:work|tmp|home|root|opt|Users)/|localhost|file://")

each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def steps(workflow: Any) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job.get("steps", ())]


def newest_of_c() -> list[str]:
    return [f"3.{minor}" for minor in range(10, c_part.NEWEST[1] + 1)]


def test_there_are_workflows_for_tests_wheels_docs_and_releases():
    assert {path.stem for path in WORKFLOWS} == {"tests", "wheels", "docs", "release"}


@each_workflow
def test_a_workflow_may_only_read_unless_a_job_asks_for_more(path):
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    asked = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    assert asked == ({"publish": {"id-token": "write"}} if path.stem == "release" else {})


@each_workflow
def test_actions_are_pinned_to_a_commit(path):
    used = [step["uses"] for step in steps(read(path)) if "uses" in step]
    assert [name for name in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name)] == []


@each_workflow
def test_jobs_call_and_wait_for_what_exists(path):
    jobs = read(path)["jobs"]
    for job in jobs.values():
        needs = job.get("needs", [])
        assert {needs} <= jobs.keys() if isinstance(needs, str) else {*needs} <= jobs.keys()
        if "uses" in job:
            called = ROOT / job["uses"]
            assert "workflow_call" in read(called)[True]  # YAML 1.1 reads the key `on` as a truth value


@each_workflow
def test_commands_name_targets_and_files_that_exist(path):
    commands = " ".join(step.get("run", "") for step in steps(read(path)))
    assert set(re.findall(r"\bmake ([\w-]+)", commands)) <= TARGETS
    named = re.findall(r"\b(?:tests|tools|examples|src|benchmarks)/[\w/.]+", commands)
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("path", FORGE, ids=lambda path: path.name)
def test_nothing_names_a_machine(path):
    assert MACHINE.findall(path.read_text()) == []


def test_the_forge_runs_the_pairs_of_the_matrix():
    pairs = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["linux"]["strategy"]["matrix"]["include"]
    tried = [(pair["python"], pair["torch"]) for pair in pairs if not pair.get("next")]
    assert tried == [(python, torch) for python, torches in matrix.TORCHES.items() for torch in torches]
    assert sum("whole" in pair for pair in pairs) == 1


def test_the_classifiers_name_the_pythons_of_the_matrix():
    assert re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"])) == list(matrix.TORCHES)


def test_the_readme_and_the_limits_name_the_pythons_of_the_matrix():
    first, *_, last = matrix.TORCHES
    assert f"supports Python {first} to {last} and torch" in (ROOT / "README.md").read_text()
    rows = re.findall(r"^\| (3\.\d+) \| (.+) \|$", (ROOT / "docs" / "limits.md").read_text(), re.MULTILINE)
    assert rows == [(python, ", ".join(torches)) for python, torches in matrix.TORCHES.items()]


def test_platform_wheels_are_built_for_the_pythons_that_the_c_part_knows():
    built = PROJECT["tool"]["cibuildwheel"]["build"]
    assert built == [f"cp{version.replace('.', '')}-*" for version in newest_of_c()]


def test_the_version_stands_in_one_place():
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert "version" not in read(ROOT / "CITATION.cff")


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_the_output_and_the_version(path):
    asked = {part["id"] for part in read(path)["body"] if part["validations"]["required"]}
    assert {"output", "version"} <= asked


def test_the_hooks_for_users_and_contributors_run_commands_that_exist():
    (offered,) = read(ROOT / ".pre-commit-hooks.yaml")
    assert offered["entry"].split()[0] in PROJECT["project"]["scripts"]
    local = [hook["entry"] for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert {entry.removeprefix("make ") for entry in local} <= TARGETS
