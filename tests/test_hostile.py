"""Hostile input: odd source files, names that are escape sequences, recordings that were tampered with."""

from __future__ import annotations

import copy
import json
import re
import sys

import pytest
import test_recording
from drawn import drawn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import run_program

from whygrad.diagnose import diagnose_all
from whygrad.recording import Recording
from whygrad.render.json import to_json
from whygrad.render.terminal import to_text
from whygrad.source.files import SourceFiles

PROGRAM = """\
import torch
w = torch.ones(2, requires_grad=True)
loss = (w * 2).detach().sum()
loss.backward()
"""
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]")
NASTY = "\x1b[31mred\x1b]0;title\x07\r\x08\u202e\x9b"

FILES = {
    "latin-1 with its cookie": "# -*- coding: latin-1 -*-\nname = 'é'\n".encode("latin-1") + PROGRAM.encode(),
    "a byte order mark": b"\xef\xbb\xbf" + PROGRAM.encode(),
    "tabs and form feeds": PROGRAM.replace("loss = ", "if True:\n\t\tpass\n\x0c\nloss\t=\t").encode(),
    "CRLF": PROGRAM.replace("\n", "\r\n").encode(),
    "lone CR": PROGRAM.replace("\n", "\r").encode(),
    "a line of 100,000 characters": PROGRAM.replace("detach()", f"detach(){' ' * 100_000}").encode(),
    "a marked line of 100,000 characters": PROGRAM.replace("w * 2", f"w * len('{'x' * 100_000}')").encode(),
    "50,000 lines": ("x = 1\n" * 50_000 + PROGRAM).encode(),
    "a deep expression": (f"x = {'(' * 80}1{')' * 80}\ny = {'-' * 900}1\n" + PROGRAM).encode(),
    "control characters in a string": PROGRAM.replace("w * 2", "w * len('\x1b[31m\x07') / 3").encode(),
    "wide and combining characters": PROGRAM.replace("w * 2", "w * len('語e\u0301')").encode(),
}


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_an_odd_source_file_is_explained_and_shown_safely(content, tmp_path):
    (tmp_path / "main.py").write_bytes(content)
    outcome = run_program(tmp_path, tmp_path / "out")
    assert [f["cause"] for f in outcome.findings] == ["detached-tensor"]
    assert ".detach()" in outcome.diagnostics
    assert not RAW.search(outcome.diagnostics)
    assert max(map(len, outcome.diagnostics.splitlines())) <= 200


UNREADABLE = {
    "a wrong cookie": b"# coding: no-such-encoding\n" + PROGRAM.encode(),
    "bytes that are no UTF-8": b"name = '\xe9'\n" + PROGRAM.encode(),
    "UTF-16 without a cookie": PROGRAM.encode("utf-16"),
    "a null byte": PROGRAM.encode() + b"\0\n",
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_what_python_itself_refuses_ends_as_under_python(content, tmp_path):
    (tmp_path / "main.py").write_bytes(content)
    outcome = run_program(tmp_path, tmp_path / "out")
    assert (outcome.status, outcome.findings) == (1, [])
    assert "SyntaxError" in outcome.stderr and "internal error" not in outcome.stderr


@pytest.mark.parametrize("content", [*FILES.values(), *UNREADABLE.values()], ids=[*FILES, *UNREADABLE])
def test_a_file_that_became_odd_while_the_program_ran_is_no_failure(content, tmp_path):
    text = PROGRAM.replace("loss.", "import shutil\nshutil.copy('odd', 'main.py')\nimport linecache\nloss.")
    (tmp_path / "main.py").write_text(text + "\n" * 20)
    (tmp_path / "odd").write_bytes(content)
    outcome = run_program(tmp_path, tmp_path / "out")
    assert outcome.raised and "internal error" not in outcome.stderr
    assert not RAW.search(outcome.diagnostics)


NAMES = f"""\
import torch
from torch import nn
nasty = {NASTY!r}
net = nn.Module()
net.add_module(nasty, nn.Linear(2, 2))
net.register_parameter(nasty + "w", nn.Parameter(torch.ones(2)))
Layer = type(nasty, (nn.Linear,), {{}})
layer = Layer(2, 2)
setattr(layer, nasty, [nn.Linear(2, 2)])
globals()[nasty] = layer
class Function(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.detach() * 2
    @staticmethod
    def backward(ctx, g):
        return g.to("meta")[:1]
Function.__name__ = Function.__qualname__ = nasty
exec(compile("def run(x):\\n    return x.detach()", nasty + ".py", "exec"), globals())
out = next(net.children())(torch.ones(1, 2)) * getattr(net, nasty + "w")
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
"""
ENDINGS = {
    "a cut": "run(out).sum().backward()",
    "a cut in sight": "out.detach().sum().backward()",
    "an error text": "raise RuntimeError('gradient ' + nasty)",
    "a name of the program's own type": "raise type(nasty, (RuntimeError,), {})('element 0 requires grad ' + nasty)",
    "a custom function": "Function.apply(layer(out)).sum().backward()",
    "a silent loss": "for _ in range(2):\n    layer(out.detach()).sum().backward()\n    optimizer.step()",
    "an unregistered list": "getattr(layer, nasty)[0](out.detach()).sum().backward(); optimizer.step()",
}


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_names_and_texts_of_the_program_never_reach_the_terminal_raw(ending, tmp_path):
    (tmp_path / "main.py").write_text(f"{NAMES}{ending}\n", encoding="utf-8")
    outcome = run_program(tmp_path, tmp_path / "out")
    assert "internal error" not in outcome.stderr
    assert not RAW.search(outcome.diagnostics)
    assert not RAW.search((tmp_path / "out" / "report.json").read_text())


def test_a_file_name_with_escape_sequences_is_shown_safely(tmp_path):
    name = "\x1b[31m\x07main.py"
    (tmp_path / name).write_text(PROGRAM)
    outcome = run_program(tmp_path, tmp_path / "out", name)
    assert "\\x1b[31m\\x07main.py:3" in outcome.diagnostics
    assert not RAW.search(outcome.diagnostics)


# -- recordings ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> dict:
    recording = test_recording.record_a_cut(sys._getframe())
    path = tmp_path_factory.mktemp("recording") / "r.json"
    recording.save(path)
    return json.loads(path.read_text())


def spots(raw, path=()):
    """Every place inside plain data, as the keys that lead to it."""
    yield path
    items = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in items:
        yield from spots(value, (*path, key))


def changed(raw, path, value, remove=False):
    raw = copy.deepcopy(raw)
    if not path:
        return value
    at = raw
    for key in path[:-1]:
        at = at[key]
    if remove:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return raw


def deep(levels):
    found = []
    for _ in range(levels):
        found = [found]
    return found


VALUES = [None, True, -1, 0, 1, 7, 10**6, 10**30, 1.5, float("nan"), "", "x", "\x1b[0m", [], [0], [[0]], {}, {"a": 1}]


def is_refused_or_diagnosed(raw, path) -> bool:
    """Loaded, diagnosed and drawn, or refused with one sentence; nothing else comes out."""
    path.write_text(raw if isinstance(raw, str) else json.dumps(raw))
    try:
        recording = Recording.load(path)
    except ValueError as error:
        assert "is not a recording of whygrad: " in str(error)
        assert str(error).count("\n") == 0
        return True
    failures: list[Exception] = []
    pairs = diagnose_all([recording], failures)
    sources = SourceFiles(recording.sources)
    assert not RAW.search(to_text([d for _, d in pairs], sources))
    document = to_json(pairs, exit_status=0, error=None, torch_version="", whygrad_version="", sources=sources, cwd="/")
    assert not RAW.search(json.dumps(document))
    return True


def test_each_field_of_a_recording_may_be_tampered_with(saved, tmp_path):
    tampered = {**saved, "sources": {f: "".join(t.splitlines(True)[:40]) for f, t in saved["sources"].items()}}
    count = 0
    for path in drawn(spots(tampered), 2):
        for value in drawn(VALUES, 3):
            assert is_refused_or_diagnosed(changed(tampered, path, value), tmp_path / "r.json")
            count += 1
        if path:
            assert is_refused_or_diagnosed(changed(tampered, path, None, remove=True), tmp_path / "r.json")
    assert count > 300


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_several_fields_may_be_tampered_with_at_once(saved, tmp_path_factory, data):
    raw = saved
    for _ in range(data.draw(st.integers(1, 4))):
        path = data.draw(st.sampled_from([p for p in spots(raw) if p] or [()]))
        raw = changed(raw, path, data.draw(json_values)) if path else raw
    assert is_refused_or_diagnosed(raw, tmp_path_factory.getbasetemp() / "several.json")


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 100_000, "9" * 10_000, "\0", "nul", '{"schema": 1, "schema": 1}'],
)
def test_a_file_that_is_no_recording_is_refused(text, tmp_path):
    assert is_refused_or_diagnosed(text, tmp_path / "r.json")
    with pytest.raises(ValueError, match="is not a recording"):
        Recording.load(tmp_path / "r.json")


def test_a_graph_that_runs_in_a_circle_is_refused(saved, tmp_path):
    nodes = [dict(n) for n in saved["nodes"]]
    inner = next(i for i, n in enumerate(nodes) if n["inputs"])
    nodes[nodes[inner]["inputs"][0]]["inputs"] = [inner]
    (tmp_path / "r.json").write_text(json.dumps({**saved, "nodes": nodes}))
    with pytest.raises(ValueError, match="computed from itself"):
        Recording.load(tmp_path / "r.json")


def test_an_index_that_points_nowhere_is_refused(saved, tmp_path):
    for query in ({"roots": [99]}, {"wrt": [-1]}):
        (tmp_path / "r.json").write_text(json.dumps({**saved, "query": {**saved["query"], **query}}))
        with pytest.raises(ValueError, match="points at a node that is not there"):
            Recording.load(tmp_path / "r.json")
