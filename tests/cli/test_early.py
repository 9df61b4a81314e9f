"""A word while the program still trains, and one at the end of a healthy run."""

from __future__ import annotations

import re
import signal
import textwrap
from dataclasses import replace

import pytest
from programs import start_command

from whygrad.cli.early import line_of_healthy
from whygrad.evidence.report import Spent
from whygrad.record.hotpath import compiled

PROGRAM = """
    import os, signal, sys
    import torch
    from torch import nn

    net = nn.ModuleDict({"body": nn.Linear(4, 4), "extra": nn.Linear(4, 4), "head": nn.Linear(4, 1)})
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(20):
        h = net["body"](torch.randn(8, 4))
        h = h + net["extra"](h).detach()
        loss = net["head"](h).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print("step", step, file=sys.stderr, flush=True)
        if step == 10 and "ask" in sys.argv:
            os.kill(os.getpid(), signal.SIGUSR1)
"""


def said(folder, text, *options, arguments=()):
    (folder / "main.py").write_text(textwrap.dedent(text))
    status = start_command(folder, folder / "out", ["run", *options, "main.py", *arguments])()
    told = (folder / "out" / "stderr").read_text()
    assert status == 0, told
    return told


def test_what_the_first_steps_show_is_told_in_one_line_while_the_program_trains(tmp_path):
    lines = said(tmp_path, PROGRAM, "--early").splitlines()
    at = lines.index("step 7")  # the eighth is over when it is told
    assert lines[at - 1].startswith("whygrad: after 8 steps `net.extra.weight` and 1 more have no gradient")
    assert sum(line.startswith("whygrad: after") for line in lines) == 1
    assert any("error[detached-tensor]" in line for line in lines[lines.index("step 19") :])


IDLE = """
    import torch
    from torch import nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.body, self.head = nn.Linear(4, 4), nn.Linear(4, 1)
            self.extra = nn.Linear(4, 4)
            self.scale: nn.Parameter = nn.Parameter(torch.ones(4))

        def forward(self, x):
            return self.head(self.body(x).relu())

    net, steps = Net(), 0
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(20):
        steps += 1
        loss = net(torch.randn(8, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


def test_what_no_code_uses_is_told_early_too_and_shown_at_the_end(tmp_path):
    told = said(tmp_path, IDLE, "--early")
    (line,) = [line for line in told.splitlines() if line.startswith("whygrad:")]
    assert line.startswith("whygrad: after 8 steps `net.scale` and 2 more have no gradient; more at the end")
    assert "note[idle-parameter]" in told.partition(line)[2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Each is named somewhere, so it may be used later.
        ("return self.head(self.body(x).relu())", "h = self.extra(x) * self.scale if steps > 15 else x\n"
         "            return self.head(self.body(h).relu())"),
        ("for step in range(20):", "later = ('extra', 'scale')\n    for step in range(20):"),
        ("net, steps = Net(), 0", "net, steps = Net(), 0\n"
         "    for p in (net.scale, *net.extra.parameters()): p.requires_grad_(False)"),
        ("range(20)", "range(7)"),
        ("optimizer.step()", "optimizer.step() if steps > 15 else None"),
        ("net.parameters(), lr", "[*net.body.parameters(), *net.head.parameters()], lr"),
    ],
    ids=["later", "by name", "frozen", "few steps", "no step yet", "not held"],
)  # fmt: skip
def test_what_may_be_used_later_or_need_not_learn_is_not_told_early(old, new, tmp_path):
    assert old in IDLE
    assert "whygrad" not in said(tmp_path, IDLE.replace(old, new), "--early")


def test_networks_that_take_turns_are_not_told_of(tmp_path):
    program = """
        import torch
        from torch import nn

        class Pair(nn.Module):
            def __init__(self):
                super().__init__()
                self.maker, self.judge = nn.Linear(4, 4), nn.Linear(4, 1)

        pair = Pair()
        makes = torch.optim.SGD(pair.maker.parameters(), lr=0.1)
        judges = torch.optim.SGD(pair.judge.parameters(), lr=0.1)
        for step in range(30):
            made = pair.maker(torch.randn(8, 4))
            judges.zero_grad()
            (pair.judge(made.detach()).mean() - pair.judge(torch.randn(8, 4)).mean()).backward()
            judges.step()
            if step % 5 == 4:
                makes.zero_grad()
                (-pair.judge(made).mean()).backward()
                makes.step()
    """
    assert "whygrad" not in said(tmp_path, program, "--early")


def test_nothing_is_told_early_where_stderr_is_no_terminal_or_nobody_wants_it(tmp_path):
    assert "whygrad: after" not in said(tmp_path, PROGRAM)
    assert "whygrad: after" not in said(tmp_path, PROGRAM, "--no-early")


def test_a_healthy_training_gets_no_early_word_and_one_line_at_the_end_where_it_is_wanted(tmp_path):
    healthy = PROGRAM.replace(".detach()", "")
    text = said(tmp_path, healthy, "--early", "-v")
    (line,) = [line for line in text.splitlines() if "whygrad" in line]
    assert line.startswith("whygrad: nothing found: 20 steps watched, 6 of 6 parameters learn, cost ")
    cost = line.partition(", cost ")[2]
    if compiled is None:
        assert cost == "unknown"  # it counts the calls
        return
    told = re.fullmatch(
        r"at least ([\d.]+)% of ([\d.]+) s \(([\d,]+) recorded calls of ([\d.]+) µs, ([\d.]+) s at passes and steps\)",
        cost,
    )
    assert told is not None, cost
    share, run, calls, by_call, inspecting = (float(number.replace(",", "")) for number in told.groups())
    assert 60 <= calls <= 1_000
    assert min(share, run, by_call, inspecting) >= 0  # measured: a busy machine may show any of them


def test_the_cost_is_that_of_the_calls_and_of_what_python_did_beside_the_run():
    spent = Spent(calls=12_000, by_call=2.5e-6, inspecting=0.02, run=10.0)
    assert spent.share == pytest.approx(0.005)
    line = line_of_healthy(1, (), spent)
    assert line.endswith("cost at least 0.5% of 10.0 s (12,000 recorded calls of 2.5 µs, 0.02 s at passes and steps)")
    assert "cost at least 50% of 0.1 s" in line_of_healthy(1, (), replace(spent, run=0.1))
    assert Spent(0, 0.0, 0.0, 0.0).share == 0  # a run of no time


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="there is no such signal")
def test_a_signal_asks_for_all_that_is_known(tmp_path):
    lines = said(tmp_path, PROGRAM, "--early", arguments=["ask"]).splitlines()
    between = lines[lines.index("step 10") : lines.index("step 11")]
    assert any("error[detached-tensor]" in line for line in between)
    assert "send SIGUSR1" in next(line for line in lines if line.startswith("whygrad: after 8"))
