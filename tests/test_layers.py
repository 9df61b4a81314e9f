"""Imports point one way along the path of data, and torch is imported in one folder."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from batches import for_each

SOURCE = Path(__file__).parent.parent / "src" / "whygrad"

# What each part may import of the others; the standard library and `_version` are free for all.
ALLOWED = {
    "place": set(),
    "evidence": {"place"},
    "plain_data": {"evidence"},
    "ops": set(),
    "walk": set(),
    "recording": {"place", "evidence", "plain_data", "ops", "whole_file"},
    "finding": {"evidence", "recording"},
    "diagnostic": {"recording"},
    "on_import": set(),
    "interruptions": set(),
    "unwarned": set(),
    "c_part": set(),
    "internal_error": set(),
    "own_frames": set(),
    "error_text": {"interruptions"},
    "safe_text": set(),
    "whole_file": set(),
    "saved_run": {"recording", "plain_data", "whole_file"},
    "source": {"ops", "walk", "recording", "unwarned"},
    "graph": {"ops", "walk", "recording", "source", "evidence", "finding"},
    "causes": {"ops", "walk", "recording", "evidence", "source", "graph", "finding", "diagnostic"},
    "diagnose": {"recording", "source", "graph", "causes", "finding", "diagnostic"},
    "render": {"safe_text", "recording", "source", "finding", "diagnostic", "evidence"},
    "fix": {"ops", "place", "evidence", "finding", "diagnostic", "source", "render", "whole_file"},
    "record": {
        "error_text",
        "ops",
        "walk",
        "own_frames",
        "recording",
        "evidence",
        "source",
        "on_import",
        "interruptions",
        "unwarned",
        "c_part",
    },
    "tape": {"ops", "record", "interruptions"},
    "elements": {
        "ops",
        "evidence",
        "own_frames",
        "render",
        "safe_text",
        "unwarned",
        "recording",
        "source",
        "finding",
        "diagnostic",
        "record",
        "tape",
    },
    "session": {
        "own_frames",
        "evidence",
        "recording",
        "source",
        "finding",
        "diagnostic",
        "diagnose",
        "render",
        "record",
        "tape",
        "elements",
        "on_import",
        "children",
        "interruptions",
        "internal_error",
    },
    "children": {"interruptions", "recording", "source", "whole_file", "session", "diagnose", "internal_error"},
    "cli": {
        "error_text",
        "c_part",
        "diagnose",
        "policy",
        "saved_run",
        "whole_file",
        "own_frames",
        "recording",
        "source",
        "finding",
        "diagnostic",
        "render",
        "causes",
        "session",
        "internal_error",
        "interruptions",
        "evidence",
        "fix",
        "safe_text",
    },
    "policy": {"recording", "source", "causes", "finding", "diagnostic"},
    # "" is the package as its users see it.
    "integrations": {
        "error_text",
        "",
        "fix",
        "own_frames",
        "policy",
        "source",
        "finding",
        "diagnostic",
        "render",
        "session",
        "internal_error",
    },
    "__init__": {"integrations", "own_frames", "render", "session", "record", "elements", "internal_error"},
    "__main__": {"cli"},
}
TORCH_FOLDERS = {"record", "tape", "elements"}
LAZY_TORCH = {"session", "__init__"}  # inside functions only


def part_of(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> list[str]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def wrong_imports(part: str, text: str) -> list[str]:
    """What a file of `part` imports and must not."""
    tree = ast.parse(text)
    wrong = []
    for name in imports(tree):
        top, _, rest = name.partition(".")
        other = rest.partition(".")[0]
        if top == "whygrad" and other not in (part, "_version") and other not in ALLOWED[part]:
            wrong.append(name)
        if top == "torch" and part not in TORCH_FOLDERS | LAZY_TORCH:
            wrong.append(name)
    if part in LAZY_TORCH:
        wrong += [i for node in tree.body for i in imports(ast.Module([node], [])) if is_loaded_at_once(node, i)]
    return wrong


def is_loaded_at_once(node: ast.stmt, name: str) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom)) and name.startswith("torch")


@for_each(sorted(SOURCE.rglob("*.py")))
def test_a_file_imports_only_what_lies_before_it_on_the_path_of_data(file):
    assert wrong_imports(part_of(file), file.read_text()) == []


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("graph", "import torch"),
        ("graph", "from whygrad.render.terminal import to_text"),
        ("record", "from whygrad.causes import all_causes"),
        ("source", "from whygrad.graph.uncut import UncutGraph"),
        ("session", "import torch"),
    ],
)
def test_a_wrong_import_would_be_found(part, text):
    assert wrong_imports(part, text)


CAUSES = [file for file in sorted((SOURCE / "causes").glob("*/*.py")) if not file.name.startswith("_")]


def imported_causes(text: str) -> list[str]:
    """The causes that a text imports something of: whygrad.causes.FAMILY.NAME, unless it is shared by its family."""
    names = [name.split(".") for name in imports(ast.parse(text)) if name.startswith("whygrad.causes.")]
    return [".".join(parts) for parts in names if len(parts) > 4 and not any(p.startswith("_") for p in parts[:4])]


@for_each(CAUSES)
def test_a_cause_knows_no_other_cause(file):
    assert imported_causes(file.read_text()) == [], "which of two speaks is declared: `Cause.yields_to`"


def test_a_cause_that_knows_another_would_be_found():
    assert imported_causes("from whygrad.causes.cuts.left_torch import LeftTorch")
    assert not imported_causes("from whygrad.causes.values._zeros import zeroed")
    assert not imported_causes("from whygrad.causes._base import Cause")


@pytest.mark.parametrize(
    "code",
    [
        "import whygrad",
        "import whygrad.diagnose, whygrad.render.terminal, whygrad.render.json",
        "import whygrad.cli, os; sys.stdout = open(os.devnull, 'w'); whygrad.cli.main(['explain'])",
    ],
)
def test_torch_is_not_loaded_by_what_does_not_need_it(code):
    check = f"import sys\n{code}\nassert 'torch' not in sys.modules"
    subprocess.run([sys.executable, "-c", check], check=True)


def long_functions(text: str) -> list[str]:
    """What lies inside a function counts as its own: a long one is not made short by functions within it."""
    functions = [n for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= 45]


@for_each(sorted(SOURCE.rglob("*.py")))
def test_files_and_functions_stay_short(file):
    text = file.read_text()
    assert len(text.splitlines()) <= 400
    assert long_functions(text) == []


def test_a_long_function_would_be_found():
    inner = "    def inner():\n" + "        x = 1\n" * 40
    assert long_functions("def outer():\n" + inner + "    return inner\n") == []
    assert long_functions("def outer():\n" + inner + "    y = 2\n" * 4 + "    return inner\n") == ["outer"]


MOST_MODULES = 25  # in one folder


def crowded(folders: Iterable[Path]) -> dict[Path, int]:
    counted = {folder: len(list(folder.glob("*.py"))) for folder in folders}
    return {folder: number for folder, number in counted.items() if number > MOST_MODULES}


def test_a_folder_has_few_modules():
    assert crowded({file.parent for file in SOURCE.rglob("*.py")}) == {}


def test_a_crowded_folder_would_be_found(tmp_path):
    for number in range(MOST_MODULES + 1):
        (tmp_path / f"m{number}.py").touch()
    assert crowded([tmp_path]) == {tmp_path: MOST_MODULES + 1}


MAPPINGS = ("dict", "Dict", "Mapping", "MutableMapping", "Any")
# By a name that the program chose: the name of a value, or of a file.
NAMED_BY_THE_PROGRAM = {("evidence/values.py", "values"), ("recording.py", "sources")}


def untyped_fields(text: str) -> list[str]:
    """The fields of a file's classes that say nothing of what they hold: mappings by a string, and `Any`."""
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    fields = [node for cls in classes for node in cls.body if isinstance(node, ast.AnnAssign)]
    names = {id(f): {n.id for n in ast.walk(f.annotation) if isinstance(n, ast.Name)} for f in fields}
    return [f.target.id for f in fields if isinstance(f.target, ast.Name) and names[id(f)].intersection(MAPPINGS)]


def test_what_the_recorder_hands_to_the_causes_is_typed():
    handed_over = [SOURCE / "recording.py", SOURCE / "place.py", *sorted((SOURCE / "evidence").rglob("*.py"))]
    found = {(f.relative_to(SOURCE).as_posix(), name) for f in handed_over for name in untyped_fields(f.read_text())}
    assert found == NAMED_BY_THE_PROGRAM


def reads_facts(text: str) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == "facts" for node in ast.walk(ast.parse(text)))


@for_each(file for file in sorted(SOURCE.rglob("*.py")) if "causes" not in file.relative_to(SOURCE).parts)
def test_the_facts_of_a_finding_are_its_causes_own(file):
    assert not reads_facts(file.read_text()), "what others read is a typed field of Finding"


def test_a_reader_of_facts_would_be_found():
    assert reads_facts('root = finding.facts["root"]') and not reads_facts("facts = {}")


def test_an_untyped_field_would_be_found():
    text = "class Seen(Evidence):\n    facts: dict[str, int]\n    extra: Mapping[str, Any] | None\n    at: int\n"
    assert untyped_fields(text) == ["facts", "extra"]


MOST_UNTYPED = 150  # in record/, where torch itself tells little


def untyped(text: str) -> int:
    """How often a file says `Any`; a second name for it hides how often, and counts as too often."""
    renamed = re.search(r"^\s*\w+(: \w+)? = (typing\.)?Any$|\bAny as \w+", text, re.MULTILINE)
    return MOST_UNTYPED if renamed else len(re.findall(r"\bAny\b", text))


def test_the_recorder_says_what_its_values_are():
    counted = {file: untyped(file.read_text()) for file in (SOURCE / "record").rglob("*.py")}
    assert sum(counted.values()) < MOST_UNTYPED, sorted(counted.items(), key=lambda entry: -entry[1])[:8]


@pytest.mark.parametrize("text", ["Anything = Any", "Thing: TypeAlias = typing.Any", "from typing import Any as A"])
def test_a_second_name_for_any_would_be_found(text):
    assert untyped(text) == MOST_UNTYPED


MOST_ATTRIBUTES = 12  # what belongs together is one object: `recorder.run`, `recorder.watching`


def attributes_of(text: str, name: str) -> set[str]:
    """What the methods of a class assign to `self`."""
    cls = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and node.name == name)
    assigned = [node for node in ast.walk(cls) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    return {node.attr for node in assigned if isinstance(node.value, ast.Name) and node.value.id == "self"}


def test_the_recorder_has_few_attributes():
    live = SOURCE / "record" / "live"
    own = attributes_of((live / "recorder.py").read_text(), "Recorder")
    guards = attributes_of((live / "guards.py").read_text(), "Guards")
    assert {"stack", "origins", "broken"} <= own | guards
    assert len(own | guards) <= MOST_ATTRIBUTES, sorted(own | guards)


def test_attributes_are_counted_however_they_are_assigned():
    text = "class A:\n    def f(self):\n        self.a, self.b = 1, 2\n        self.c: int = 3\n        self.d += 1\n"
    assert attributes_of(text, "A") == {"a", "b", "c", "d"}
