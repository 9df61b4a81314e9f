"""Compiled code: a cut inside it is blamed on the call, and `--eager` names the line."""

from __future__ import annotations

import textwrap

import pytest
from processes import run_in_a_process
from programs import run_program

pytestmark = pytest.mark.filterwarnings("default")  # the program's own are no failures

PROGRAM = """
    import torch
    from torch import nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Linear(8, 16)
            self.head = nn.Linear(16, 1)

        def forward(self, x):
            h = torch.tanh(self.body(x)).detach()
            return self.head(h)

    torch.manual_seed(0)
    encoder = nn.Linear(8, 8)
    net = Net()
    model = torch.compile(net, backend="aot_eager")
    optimizer = torch.optim.SGD([*net.parameters(), *encoder.parameters()], lr=0.1)
    for step in range(4):
        features = encoder(torch.randn(4, 8))
        out = model(features)
        loss = out.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(torch._dynamo.utils.counters["stats"]["unique_graphs"])
"""


def findings_of(folder, text, *options):
    """In a fork; but with `--eager`, which comes before torch, in a process that loads it."""
    (folder / "main.py").write_text(textwrap.dedent(text))
    words = (*options, "main.py")
    done = run_in_a_process(folder, *words) if options else run_program(folder, folder / "out", *words)
    lines = (folder / "main.py").read_text().splitlines()
    return [(f["cause"], lines[f["site"]["line"] - 1].strip(), set(f["lost"])) for f in done.findings], done


def test_a_silent_cut_in_compiled_code_is_blamed_on_the_call_that_offers_eager(tmp_path):
    findings, done = findings_of(tmp_path, PROGRAM)
    ((cause, line, lost),) = findings
    assert (cause, line) == ("compiled-cut", "out = model(features)")
    assert {"net.body.weight", "net.body.bias"} <= lost
    assert "whygrad run --eager" in done.stderr


CUT = "h = torch.tanh(self.body(x)).detach()"
PRINTED = """
            print(h.mean().item() > 100)
"""


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
@pytest.mark.parametrize("between", ["", PRINTED])
def test_a_cut_is_found_with_backends_that_leave_no_trace_in_autograd_and_before_a_graph_break(
    tmp_path, backend, between
):
    findings, _ = findings_of(tmp_path, PROGRAM.replace("aot_eager", backend).replace(CUT, CUT + between))
    ((cause, line, lost),) = findings
    assert (cause, line) == ("compiled-cut", "out = model(features)")
    assert {"net.body.weight", "net.body.bias"} <= lost


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_a_cut_of_a_variable_that_is_set_again_before_a_graph_break_is_found(tmp_path, backend):
    again = "h = torch.tanh(self.body(x))\n            h = h.detach()" + PRINTED
    findings, _ = findings_of(tmp_path, PROGRAM.replace("aot_eager", backend).replace(CUT, again))
    ((cause, line, lost),) = findings
    assert (cause, line) == ("compiled-cut", "out = model(features)")
    assert {"net.body.weight", "net.body.bias"} <= lost


@pytest.mark.parametrize("kept", ["h = 2 * h", "seen = h\n            seen = seen.detach()"])
def test_a_variable_that_is_set_again_before_a_graph_break_gets_silence(tmp_path, kept):
    again = f"h = torch.tanh(self.body(x))\n            {kept}{PRINTED}"
    if kept.startswith("seen"):
        again += "            self.seen = seen\n"
    findings, _ = findings_of(tmp_path, PROGRAM.replace(CUT, again))
    assert findings == []


FUNCTION = """
    import torch
    from torch import nn

    net, head = nn.Linear(8, 8), nn.Linear(8, 1)
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)

    @torch.compile(backend="eager")
    def loss_of(x):
        h = net(x)
        with torch.no_grad():
            h = h.relu()
        return head(h).pow(2).mean()

    for _ in range(3):
        optimizer.zero_grad()
        loss = loss_of(torch.randn(4, 8))
        loss.backward()
        optimizer.step()
"""


def test_a_cut_in_a_compiled_function_of_global_modules_is_found(tmp_path):
    findings, _ = findings_of(tmp_path, FUNCTION)
    assert findings == [("compiled-cut", "loss = loss_of(torch.randn(4, 8))", {"net.weight", "net.bias"})]


HEALTHY = """
    import torch
    from torch import nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Linear(8, 8)
            self.head = nn.Linear(8, 1)
            self.probe = nn.Linear(8, 1)
            self.late = nn.Linear(8, 1)

        def forward(self, x):
            h = torch.tanh(self.body(x))
            with torch.no_grad():
                seen = self.probe(h)
            out = self.head(h)
            if not self.training:
                out = out + self.late(h)
            return out, seen

    net = Net()
    model = torch.compile(net, backend="eager")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        model.eval()
        with torch.no_grad():
            model(torch.randn(4, 8))
        model.train()
        optimizer.zero_grad()
        out, seen = model(torch.randn(4, 8))
        out.pow(2).mean().backward()
        optimizer.step()
"""


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_what_leads_to_another_result_or_was_used_in_another_call_is_not_lost_in_this_one(tmp_path, backend):
    findings, done = findings_of(tmp_path, HEALTHY.replace('"eager"', f'"{backend}"'))
    assert "compiled-cut" not in {cause for cause, _, _ in findings}
    assert "whygrad" not in done.stderr


def test_eager_runs_without_the_compiler_and_names_the_line(tmp_path):
    findings, done = findings_of(tmp_path, PROGRAM, "--eager")
    ((cause, line, lost),) = findings
    assert (cause, line) == ("detached-tensor", "h = torch.tanh(self.body(x)).detach()")
    assert "net.body.weight" in lost
    assert done.stdout.split()[-1] == "0", "something was compiled"


def test_a_cut_before_compiled_code_is_found_where_it_is(tmp_path):
    text = PROGRAM.replace("torch.tanh(self.body(x)).detach()", "torch.tanh(self.body(x))")
    cut = text.replace("model(features)", "model(features.detach())")
    findings, _ = findings_of(tmp_path, cut)
    assert [(cause, line) for cause, line, _ in findings] == [("detached-tensor", "out = model(features.detach())")]
    assert findings_of(tmp_path, text)[0] == []
