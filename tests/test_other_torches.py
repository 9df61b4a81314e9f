"""Under a torch that is not as whygrad knows it the program runs as without us, and what is left out is told.

Some names and patches are tried, other ones each time (see `drawn.py`); `make newest` and `make matrix` try all.
"""

from __future__ import annotations

import ast
import functools
import importlib
import os
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from batches import for_each
from drawn import drawn
from fault_places import Calls
from programs import Outcome, start_program

import whygrad.record.seam.private_names as private_names
from whygrad.record.seam.patching import MISSING, Called, Patches, owner_of, replace
from whygrad.session import Session

FOLDER = Path(__file__).parent / "other_torches"
SOURCE = Path(__file__).parent.parent / "src" / "whygrad"
SEAM = SOURCE / "record" / "seam"
COMPILER = "torch._dynamo"
NOT_RECORDED = "nothing can be recorded without it"
# What an old torch that was tried does not have either is no limit.
UNTOLD = (
    "_C._is_torch_function_all_disabled",
    "_C._dynamo.eval_frame.get_eval_frame_callback",
    "_foreach_norm",  # the same is done without it, more slowly
)


def run(out: Path, prepare=None, plain: bool = False, folder: Path = FOLDER) -> Outcome:
    def as_in_production() -> None:
        os.environ.pop("WHYGRAD_TESTING", None)
        warnings.resetwarnings()
        if prepare is not None:
            prepare()

    return (
        start_program(folder, out, "--notes", "main.py", prepare=as_in_production)()
        if not plain
        else start_program(folder, out, "main.py", plain=True, prepare=as_in_production)()
    )


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> Outcome:
    outcome = run(tmp_path_factory.mktemp("plain"), plain=True)
    assert outcome.status == 0, outcome.stderr
    return outcome


def assert_the_program_is_the_same(recorded: Outcome, plain: Outcome) -> None:
    assert (recorded.status, recorded.stdout) == (plain.status, plain.stdout), recorded.stderr
    assert recorded.stderr.startswith(plain.stderr)


class Without:
    """A module without one of its names, which may be several modules down."""

    def __init__(self, real: Any, path: list[str]) -> None:
        self.__dict__.update(_real=real, _path=path)

    def __getattr__(self, name: str) -> Any:
        first, *rest = self._path
        if name != first:
            return getattr(self._real, name)
        if not rest:
            raise AttributeError(name)
        module = sys.modules.get(f"{getattr(self._real, '__name__', '')}.{name}")  # torch deletes some of its names
        return Without(getattr(self._real, name, module), rest)

    def __call__(self, *args: Any) -> Any:
        return self._real(*args)


def hide(name: str) -> None:
    """Load whygrad anew, in a torch that has no such name; torch itself goes on to have it, so the program runs."""
    for loaded in [m for m in sys.modules if m.startswith("whygrad")]:
        del sys.modules[loaded]
    real = sys.modules["torch"]
    sys.modules["torch"] = Without(real, name.split("."))  # type: ignore[assignment]
    try:
        importlib.import_module("whygrad.record.seam.private_names")
    except RuntimeError:
        pass  # the session will meet it too, as long as it is hidden
    else:
        sys.modules["torch"] = real


@pytest.mark.parametrize("name", drawn(private_names.LOOKED_UP, 8))
def test_a_torch_without_a_private_name_runs_the_program_as_it_is(name, plain, tmp_path):
    recorded = run(tmp_path, functools.partial(hide, name))
    assert_the_program_is_the_same(recorded, plain)
    needed = NOT_RECORDED in recorded.stderr
    assert needed or "internal error" not in recorded.stderr
    assert needed == (f"`torch.{name}`" in recorded.document.get("internal_error", ""))
    told = any(f"`torch.{name}`" in line for line in recorded.document.get("limits", []))
    assert needed or told != (name in UNTOLD)


def patches() -> dict[str, Called]:
    """All that is patched, and how it is called."""
    import bdb  # noqa: F401 (patched where it is loaded)

    made: list[Patches] = []
    session = Session(keep_bytes=1 << 20)
    with pytest.MonkeyPatch.context() as patch:
        installing = importlib.import_module("whygrad.record.live.install")

        def remembered(*args: Any) -> Patches:
            made.append(Patches(*args))
            return made[-1]

        patch.setattr(installing, "Patches", remembered)
        session.start()
        session.stop()
    return made[0].made


def change(address: str) -> None:
    """Have something else do the same: a descriptor of no known kind, or a class where a function was."""
    owner, name = owner_of(address)
    original = getattr(owner, name)

    class Odd:
        def __get__(self, instance: Any, cls: Any) -> Any:
            stored = found(owner, name)
            return stored.__get__(instance, cls)

    class Made:
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return original(*args, **kwargs)

    stored_before = {c: vars(c).get(name, MISSING) for c in getattr(owner, "__mro__", ())}

    def found(owner: Any, name: str) -> Any:
        return next(s for s in stored_before.values() if s is not MISSING)

    setattr(owner, name, Made if isinstance(owner, ModuleType) else Odd())


def is_replaceable(address: str) -> bool:
    """Can it be another object and the program still run? The rest is known by its kind, or counts frames."""
    known = ("sys:", "weakref:", "gc:", "warnings:warn", "torch.nn:Parameter", "torch.nn.functional:handle_", COMPILER)
    return not address.startswith(known)


@pytest.mark.parametrize("address", drawn([a for a in patches() if is_replaceable(a)], 8))
def test_what_is_patched_and_has_become_something_else_is_left_alone(address, plain, tmp_path):
    recorded = run(tmp_path, functools.partial(change, address))
    assert_the_program_is_the_same(recorded, plain)
    assert "internal error" not in recorded.stderr
    name = address.replace(":", ".")
    assert any(f"`{name}`" in line for line in recorded.document["limits"]), recorded.document["limits"]


# Met by nobody in one process, without a compiler, a debugger or a search for leaks; or two names of one function.
NOT_MET = (
    COMPILER,
    "torch.nn.parallel:",
    "torch.distributed",
    "bdb:",
    "gc:",
    "torch.nn.utils:clip_grad_value_",
    "torch.nn.utils.clip_grad:clip_grad_norm_",
)


def test_the_program_goes_through_all_that_is_patched(tmp_path):
    """What torch has kept and does not call any more would be patched in vain."""
    made = {a: c for a, c in patches().items() if not a.startswith(NOT_MET)}
    calls = Calls(len(made))

    def counting(number: int, original: Any) -> Any:
        return lambda *args, **kwargs: [calls.add(number), original(*args, **kwargs)][1]

    def count() -> None:
        undo = Patches()
        for number, (address, called) in enumerate(made.items()):
            assert replace(undo, address, functools.partial(counting, number), called)

    outcome = run(tmp_path, count, plain=True)
    assert outcome.status == 0, outcome.stderr
    unmet = [address for number, address in enumerate(made) if not calls[number]]
    assert not unmet, "\n".join(unmet)


def test_the_recorder_is_away_where_compiled_code_runs():
    import torch

    import whygrad

    depths: list[int] = []

    def backend(graph: Any, _: Any) -> Any:
        return lambda *args: [depths.append(torch._C._len_torch_function_stack()), graph(*args)][1]

    torch._dynamo.reset()
    compiled = torch.compile(lambda x: (x * 2).sin(), backend=backend)
    with whygrad.watch():
        assert torch._C._len_torch_function_stack() == 1
        compiled(torch.ones(3))
        assert torch._C._len_torch_function_stack() == 1
    torch._dynamo.reset()
    assert depths == [0]


def newer() -> None:
    import torch

    torch.__version__ = "99.1.0"
    for loaded in [m for m in sys.modules if m.startswith("whygrad.")]:
        del sys.modules[loaded]


def test_a_newer_torch_than_any_that_was_tried_is_told_in_one_line(plain, tmp_path):
    recorded = run(tmp_path, newer)
    assert_the_program_is_the_same(recorded, plain)
    assert recorded.stderr.count("torch 99.1.0 is newer than") == 1
    assert [line for line in recorded.document["limits"] if "torch 99.1.0 is newer than" in line]


def test_nothing_stands_in_for_a_torch_that_was_not_tried(monkeypatch):
    import torch.nn.functional as F

    import whygrad

    monkeypatch.setattr(private_names, "IS_TRIED", False)
    before = F.handle_torch_function
    with whygrad.watch(keep_bytes=0):
        assert F.handle_torch_function is before


@pytest.mark.parametrize(
    ("version", "numbers"), [("2.4.1+cu121", (2, 4)), ("2.16.0a0+gitabc", (2, 16)), ("10.0", (10, 0)), ("main", (0, 0))]
)
def test_versions_are_compared_by_their_numbers(version, numbers):
    assert private_names.version_of(version) == numbers


def hide_the_compilers_switch() -> None:
    """Have classes in the place of the functions through which compiled code is entered and left."""
    entry = importlib.import_module("torch._dynamo.eval_frame")
    for name in ("_maybe_set_eval_frame", "set_eval_frame"):
        if hasattr(entry, name):
            setattr(entry, name, class_that_does(getattr(entry, name)))


def class_that_does(original: Any) -> type:
    class Made:
        def __new__(cls, callback: Any) -> Any:
            return original(callback)

    return Made


def test_code_is_not_recorded_where_its_compiling_cannot_be_followed(tmp_path):
    (tmp_path / "main.py").write_text(
        "import torch\n"
        "f = torch.compile(lambda x: (x * 2).sum(), backend='eager')\n"
        "x = torch.ones(3, requires_grad=True)\n"
        "f(x).backward()\n"
        "print(x.grad.tolist())\n"
    )
    done = run(tmp_path / "out", hide_the_compilers_switch, folder=tmp_path)
    assert (done.status, done.stdout) == (0, "[2.0, 2.0, 2.0]\n"), done.stderr
    assert "where compiled code begins is not known" in done.stderr


def private_uses(file: Path) -> list[str]:
    """Chains such as `torch._C._set_grad_enabled` in a file."""
    found = []
    for node in ast.walk(ast.parse(file.read_text())):
        names, at = [], node
        while isinstance(at, ast.Attribute):
            names.append(at.attr)
            at = at.value
        is_private = any(name.startswith("_") and not name.startswith("__") for name in names)
        if isinstance(at, ast.Name) and at.id == "torch" and is_private:
            found.append(".".join(["torch", *reversed(names)]))
    return found


@for_each(f for f in sorted(SOURCE.rglob("*.py")) if f != SEAM / "private_names.py")
def test_private_names_of_torch_are_looked_up_in_one_place(file):
    assert private_uses(file) == []
