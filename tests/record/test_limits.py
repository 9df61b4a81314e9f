"""What a program can notice of the recorder is told where it was met, and only there (docs/limits.md)."""

from __future__ import annotations

import copy
import inspect
import os
import pickle
import sys

import numpy as np
import pytest
import torch
from processes import run_in_a_process
from programs import run_program
from torch import nn

import whygrad
from whygrad.session import Session


def told_of(program) -> list[str]:
    session = Session()
    session.start()
    try:
        program()
    finally:
        session.stop()
    return session.limits(os.path.basename)


def train() -> None:
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.weight.register_hook(lambda g: g * 2)
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.from_numpy(np.ones((3, 2), dtype=np.float32))).sum().backward()
        optimizer.step()


def walks_outwards() -> None:
    def look(gradient: torch.Tensor) -> None:
        frame = inspect.currentframe()
        while frame is not None:
            frame = frame.f_back

    w = torch.ones(2, requires_grad=True)
    w.register_hook(look)
    (w * 2).sum().backward()


def is_profiled() -> None:
    sys.setprofile(lambda *_: None)
    try:
        train()
    finally:
        sys.setprofile(None)


def is_traced() -> None:
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        train()
    finally:
        sys.settrace(before)


def is_monitored() -> None:
    sys.monitoring.use_tool_id(4, "mine")
    try:
        train()
    finally:
        sys.monitoring.free_tool_id(4)


def pickles_a_replaced_function() -> None:
    pickle.dumps([torch.from_numpy])


def goes_down_to_the_recursion_limit() -> None:
    def down(x: torch.Tensor, depth: int) -> int:
        try:
            x.softmax(0)  # whose shape is asked for in Python
            return down(x, depth + 1)
        except RecursionError:
            return depth

    assert down(torch.ones(1, requires_grad=True), 0) > 400


def compiles_a_step() -> None:
    torch._dynamo.reset()
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    step = torch.compile(lambda: optimizer.step(), backend="eager")
    model(torch.ones(3, 2)).sum().backward()
    step()
    torch._dynamo.reset()


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (walks_outwards, "from a frame that test_limits.py:44 reads, `f_back` reaches whygrad's own frames"),
        (is_profiled, "`sys.setprofile` is called for whygrad's own frames too"),
        (is_traced, "`sys.settrace` is called for whygrad's own frames too"),
        (pickles_a_replaced_function, "`torch.from_numpy` was pickled while it was replaced"),
        (goes_down_to_the_recursion_limit, "the program reached the recursion limit"),
        (compiles_a_step, "steps an optimizer in compiled code"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_a_limit_that_is_met_is_told(program, said):
    assert any(said in line for line in told_of(program))


@pytest.mark.skipif(not hasattr(sys, "monitoring"), reason="this Python has no sys.monitoring")
def test_a_monitor_is_told_by_its_name():
    assert any("the monitor 'mine' is called for" in line for line in told_of(is_monitored))


@pytest.mark.skipif(
    sys.gettrace() is not None or sys.getprofile() is not None, reason="somebody follows this very process"
)
def test_an_ordinary_program_meets_no_limit():
    torch._dynamo.reset()
    compiled = torch.compile(lambda x: x * 2, backend="eager")

    def ordinary() -> None:
        train()
        compiled(torch.ones(2, requires_grad=True)).sum().backward()
        copy.deepcopy([torch.from_numpy, nn.Linear(1, 1)])

    assert told_of(ordinary) == []


def test_a_step_that_the_program_keeps_from_the_compiler_meets_no_limit():
    torch._dynamo.reset()
    model = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    plain_step = torch._dynamo.disable(optimizer.step)

    @torch.compile(backend="eager")
    def step(x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        plain_step()
        return y * 2

    def program() -> None:
        model(torch.ones(3, 2)).sum().backward()
        step(torch.ones(2))

    assert told_of(program) == []


def test_frames_are_counted_past_ours():
    found: list[list[str]] = []

    def look(gradient: torch.Tensor) -> None:
        names = []
        for depth in range(100):
            try:
                names.append(sys._getframe(depth).f_code.co_name)
            except ValueError as error:
                names.append(str(error))
                break
        found.append(names)

    def program() -> None:
        w = torch.ones(2, requires_grad=True)
        w.register_hook(look)
        (w * 2).sum().backward()

    def called(function) -> None:  # the same frames outside
        function()

    original = sys._getframe
    called(program)
    assert not told_of(lambda: called(program))
    plain, recorded = found
    inside = plain.index("called") + 1
    assert recorded[:inside] == plain[:inside]
    assert plain[-1] == recorded[-1] == "call stack is not deep enough"
    assert sys._getframe is original
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        told_of(lambda: sys._getframe("1"))


def test_a_replaced_function_of_torchs_looks_and_is_pickled_as_itself():
    plain = torch.from_numpy
    texts = [repr(plain), pickle.dumps(plain), plain.__doc__, plain.__name__]

    def program() -> None:
        ours = torch.from_numpy
        assert ours is not plain
        assert texts == [repr(ours), pickle.dumps(ours), ours.__doc__, ours.__name__]
        assert ours == plain
        assert {plain: 1}[ours] == 1
        assert inspect.isbuiltin(ours)
        assert copy.deepcopy(ours) is copy.copy(ours) is ours
        assert pickle.loads(pickle.dumps(sys._getframe))() is sys._getframe()

    told_of(program)
    assert torch.from_numpy is plain


def test_the_command_tells_of_limits_where_notes_are_asked_for_and_in_its_json(tmp_path):
    text = (
        "import pickle, sys, torch, traceback\npickle.dumps(torch.from_numpy)\ntraceback.print_stack(file=sys.stdout)\n"
    )
    (tmp_path / "main.py").write_text(text)
    quiet, noting = run_in_a_process(tmp_path, "main.py"), run_program(tmp_path, tmp_path / "out", "--notes", "main.py")
    said = "`torch.from_numpy` was pickled while it was replaced"
    assert quiet.stderr == ""
    assert noting.stderr.startswith(f"whygrad: note: {said}")
    assert said in quiet.document["limits"][0] and said in noting.document["limits"][0]
    assert quiet.stdout.count("File ") == 1  # what started the command is not the program's


def test_values_that_are_kept_on_an_accelerator_are_told():
    for keep_bytes, devices, number in ((2**20, set(), 0), (2**20, {"cuda"}, 1), (0, set(), 0)):
        session = Session(keep_bytes=keep_bytes)
        session.start()
        try:
            train()
        finally:
            session.stop()
        if session.recorder.mode.taping is not None:
            assert session.recorder.mode.taping.tape.devices == set()
            session.recorder.mode.taping.tape.devices |= devices  # as where there is one
        told = session.limits(os.path.basename)
        assert len([line for line in told if "take memory on cuda" in line]) == number == len(told)


def test_memory_that_kept_values_took_is_reported_also_after_they_are_let_go():
    weight = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([weight], lr=0.1)
    with whygrad.watch() as session:
        session.recorder.mode.taping.tape.devices.add("cuda:0")  # as where there is one
        for _ in range(3):
            weight.square().sum().backward()
            optimizer.step()
        assert session.recorder.mode.taping is None
    assert any("take memory on cuda:0" in line for line in session.limits(os.path.basename))
