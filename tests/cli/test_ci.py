"""In CI: `--strict`, annotations, SARIF, what a project allows, and the schema of the JSON; of real runs."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from textwrap import dedent

import jsonschema
import pytest
from pages import blocks, check_block
from programs import Outcome, run_program

import whygrad.render

SCHEMA = json.loads((Path(whygrad.render.__file__).parent / "findings.schema.json").read_text())
SARIF = json.loads(
    (Path(__file__).parent / "sarif-2.1.0-rtm.5.schema.json").read_text()
)  # of npm's @microsoft/jest-sarif
SILENT = """
import torch
from torch import nn

body, head = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
for _ in range(3):
    h = body(torch.ones(2, 3))
    loss = head(
        h.detach(),{comment}
    ).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
HEALTHY = SILENT.replace("h.detach(),{comment}", "h")
FAILING = "import torch\n\nw = torch.ones(3, requires_grad=True)\nloss = (w * 2).detach().sum()\nloss.backward()\n"
LINE = "main.py:10:10"  # of the cut in SILENT
OFFERED = SILENT.replace("h.detach()", "torch.relu(h).detach()")  # of a kind whose edit is offered


class Folder:
    """A project with one program."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, text: str, comment: str = "", name: str = "main.py") -> None:
        (self.path / name).write_text(dedent(text).replace("{comment}", comment))

    def run(self, *words: str) -> Outcome:
        return run_program(self.path, self.path / "out", *words, "main.py")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    made = Folder(tmp_path)
    made.write(SILENT)
    return made


def test_strict_turns_a_finding_of_a_program_that_ended_well_into_status_3(folder: Folder) -> None:
    plain, strict = folder.run(), folder.run("--strict")
    assert (plain.status, strict.status) == (0, 3)
    assert plain.stderr == strict.stderr and LINE in strict.stderr
    assert strict.document["exit"] == 0


@pytest.mark.parametrize(("text", "status"), [(HEALTHY, 0), (FAILING, 1), (SILENT + "\nraise SystemExit(7)\n", 7)])
def test_strict_leaves_the_status_of_healthy_and_of_failing_programs(folder: Folder, text: str, status: int) -> None:
    folder.write(text)
    assert folder.run("--strict").status == status


def test_annotations_for_github_name_the_place(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    said = folder.run("--format", "github").stderr
    assert LINE in said  # the drawing is there too
    (line,) = [line for line in said.splitlines() if line.startswith("::")]
    assert line.startswith(
        "::error file=main.py,line=10,col=10,endLine=10,endColumn=19,title=whygrad%3A detached-tensor::`body.weight` "
    )
    assert "%0Ahelp: remove `.detach()`" in line
    monkeypatch.setenv("GITHUB_WORKSPACE", str(folder.path.parent))
    assert f"::error file={folder.path.name}/main.py,line=10," in folder.run("--format", "github").stderr
    folder.write(HEALTHY)
    assert folder.run("--format", "github").stderr == ""


def sarif_of(folder: Folder, *words: str) -> dict:
    folder.run("--format", "sarif", "--output", "found.sarif", *words)
    document = json.loads((folder.path / "found.sarif").read_text())
    jsonschema.Draft4Validator(SARIF, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER).validate(document)
    return document["runs"][0]


def test_sarif_is_valid_and_names_place_rule_and_change(folder: Folder) -> None:
    folder.write(OFFERED)
    run = sarif_of(folder)
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("detached-tensor", "error")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "detached-tensor"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "main.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 10, "startColumn": 22, "endLine": 10, "endColumn": 31}
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{"deletedRegion": place["region"], "insertedContent": {"text": ""}}]
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]


@pytest.mark.parametrize("text", [HEALTHY, FAILING, "import sys\nsys.exit('nothing of torch')\n"])
def test_sarif_is_valid_whatever_the_program_does(folder: Folder, text: str) -> None:
    folder.write(text)
    assert len(sarif_of(folder)["results"]) == (text is FAILING)


def test_the_validation_of_sarif_could_fail(folder: Folder) -> None:
    sarif_of(folder)
    document = json.loads((folder.path / "found.sarif").read_text())
    document["runs"][0]["results"][0]["level"] = "fatal"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft4Validator(SARIF).validate(document)


@pytest.mark.parametrize(
    "comment",
    ["# whygrad: allow[detached-tensor]", "#whygrad:allow[ idle-parameter , detached-tensor ] # meant"],
)
def test_a_comment_on_the_line_allows_a_cause(folder: Folder, comment: str) -> None:
    folder.write(SILENT, comment)
    outcome = folder.run("--strict")
    assert (outcome.status, outcome.stderr, outcome.findings) == (0, "", [])
    assert [f["cause"] for f in outcome.document["allowed"]] == ["detached-tensor"]
    (result,) = sarif_of(folder)["results"]
    assert result["suppressions"][0]["kind"] == "inSource"


@pytest.mark.parametrize(
    ("text", "allows"),
    [
        (SILENT.replace("    loss = head(\n", "    loss = head(  # whygrad: allow[detached-tensor]\n"), True),
        (SILENT.replace(".pow(2).mean()", ".pow(2).mean()  # whygrad: allow[detached-tensor]"), True),
        (SILENT.replace("    h = body", "    # whygrad: allow[detached-tensor]\n    h = body"), False),
        (SILENT.replace(").pow(2)", ") .pow(2)").replace("{comment}", "  # whygrad: allow[left-torch]"), False),
        (SILENT.replace("h.detach(),", "h.detach(), *('# whygrad: allow[detached-tensor]',)[1:],"), False),
    ],
    ids=["first line of the statement", "last line", "another statement", "another cause", "in a string"],
)
def test_a_comment_counts_for_its_statement_and_its_cause(folder: Folder, text: str, allows: bool) -> None:
    folder.write(text)
    assert folder.run("--strict").status == (0 if allows else 3)


def test_a_comment_that_allows_what_does_not_exist_is_told(folder: Folder) -> None:
    folder.write(SILENT, "  # whygrad: allow[detached-tensors]")
    outcome = folder.run("--strict")
    assert outcome.status == 3
    assert "there is no cause 'detached-tensors'; did you mean `detached-tensor`" in outcome.stderr


def test_it_is_told_with_its_own_line_not_that_of_the_mark(folder: Folder) -> None:
    folder.write(SILENT.replace("    ).pow", "    ).pow(1).pow").replace(".mean()", ".mean()  # whygrad: allow[typo]"))
    assert "main.py:11: there is no cause 'typo'" in folder.run().stderr


@pytest.mark.parametrize(
    ("settings", "severities"),
    [
        ('allow = ["detached-tensor"]', []),
        ('per-file-allow = { "main.py" = ["detached-tensor"] }', []),
        ('per-file-allow = { "*.py" = ["left-torch", "detached-tensor"] }', []),
        ('per-file-allow = { "other/*.py" = ["detached-tensor"] }', ["error"]),
        ('severity = { detached-tensor = "warning" }', ["warning"]),
        ('severity = { detached-tensor = "note" }', ["note"]),
        ("steady = true", ["error"]),
        ("", ["error"]),
    ],
)
def test_pyproject_decides(folder: Folder, settings: str, severities: list[str]) -> None:
    folder.write(f"[tool.whygrad]\n{settings}\n", name="pyproject.toml")
    outcome = folder.run("--strict")
    assert [f["severity"] for f in outcome.findings] == severities
    told = [s for s in severities if s != "note"]
    assert outcome.status == (3 if told else 0)
    assert bool(outcome.stderr) == bool(told)
    assert bool(outcome.document.get("allowed")) == (not severities)


def test_steady_is_a_setting(folder: Folder) -> None:
    folder.write("import whygrad.session as s\nprint(s.Session.running._steady)\n")
    assert folder.run().stdout == "False\n"
    folder.write("[tool.whygrad]\nsteady = true\n", name="pyproject.toml")
    assert folder.run().stdout == "True\n"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            '[tool.whygrad]\nallow = ["detached-tensors"]',
            "tool.whygrad.allow: there is no cause 'detached-tensors'; did",
        ),
        ("[tool.whygrad]\nallow = 'left-torch'", "tool.whygrad.allow must be a list of causes"),
        (
            '[tool.whygrad]\nalow = ["left-torch"]',
            "tool.whygrad.alow is not a setting; the settings are allow, per-file-allow",
        ),
        (
            '[tool.whygrad.severity]\nleft-torch = "off"',
            "tool.whygrad.severity.left-torch must be one of error, warning",
        ),
        ('[tool.whygrad.severity]\nleft = "note"', "tool.whygrad.severity: there is no cause 'left'"),
        ('[tool.whygrad.per-file-allow]\n"a.py" = ["x"]', "tool.whygrad.per-file-allow.'a.py': there is no cause 'x'"),
        ("[tool.whygrad]\nsteady = 1", "tool.whygrad.steady must be true or false, not 1"),
        ("[tool]\nwhygrad = 1", "tool.whygrad must be a table"),
        ("[tool.whygrad", "pyproject.toml: "),
    ],
)
def test_what_is_wrong_in_pyproject_is_refused_before_the_program_runs(
    folder: Folder, settings: str, said: str
) -> None:
    folder.write("print('ran')\n")
    folder.write(settings, name="pyproject.toml")
    outcome = folder.run()
    assert (outcome.status, outcome.stdout) == (2, "")
    assert outcome.stderr.startswith(f"whygrad: {folder.path}/pyproject.toml: ") and said in outcome.stderr
    assert outcome.stderr.count("\n") == 1


def test_settings_come_from_the_nearest_pyproject_that_has_some(tmp_path: Path) -> None:
    inner = Folder(tmp_path / "a" / "b")
    inner.path.mkdir(parents=True)
    inner.write(SILENT)
    (inner.path / "pyproject.toml").write_text("[tool.ruff]\n[[[ not toml, and none of ours")
    (tmp_path / "pyproject.toml").write_text('[tool.whygrad.per-file-allow]\n"a/b/*" = ["detached-tensor"]\n')
    assert inner.run("--strict").status == 0


MANY = """
import torch
from torch import nn

bodies, head = nn.ModuleList(nn.Linear(3, 3) for _ in range(12)), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*bodies.parameters(), *head.parameters()], lr=0.1)
for _ in range(3):
    x = torch.ones(2, 3)
    total = head(x)
"""
MANY += "".join(f"    total = total + head(bodies[{i}](x).detach())\n" for i in range(12))
MANY += "    optimizer.zero_grad()\n    total.pow(2).mean().backward()\n    optimizer.step()\n"


def test_ten_findings_are_drawn_and_the_rest_is_counted(folder: Folder) -> None:
    folder.write(MANY)
    outcome = folder.run()
    assert len(outcome.findings) == 12
    assert outcome.stderr.count("error[detached-tensor]") == 10
    last = "whygrad: 12 errors; the 10 most likely are shown; `--json FILE` writes all\n"
    assert outcome.stderr.endswith(last)


@pytest.mark.parametrize("text", [SILENT, HEALTHY, FAILING, MANY, "import sys; sys.exit(3)\n", "import torch\n1 / 0\n"])
def test_the_json_is_as_its_schema_says(folder: Folder, text: str) -> None:
    folder.write(text)
    document = folder.run("--notes").document
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)


def test_the_schema_describes_every_key(folder: Folder) -> None:
    folder.write(OFFERED)
    document = folder.run().document
    for path in (
        (),
        ("findings", 0),
        ("findings", 0, "site"),
        ("findings", 0, "edits", 0),
        ("findings", 0, "frames", 0),
    ):
        changed = copy.deepcopy(document)
        inner = changed
        for step in path:
            inner = inner[step]
        inner["new"] = 1
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(SCHEMA).validate(changed)


def test_the_page_shows_what_is_printed(folder: Folder) -> None:
    page = Path(__file__).parents[2] / "docs" / "ci.md"
    found = {block.info: block for block in blocks(page.read_text())}
    folder.write(found["python"].text)
    outcome = folder.run("--strict", "--format", "github")
    assert outcome.status == 3
    check_block(page, found["text"], "".join(line for line in outcome.stderr.splitlines(True) if line.startswith("::")))
    cut = next(line for line in found["python"].text.splitlines(True) if "detach" in line)
    folder.write(found["python"].text.replace(cut, found["python allowed"].text))
    assert folder.run("--strict").status == 0
    folder.write(found["toml"].text, name="pyproject.toml")
    assert folder.run().status == 0
