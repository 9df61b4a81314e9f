"""How long a diagnosis takes, and how much memory, by the number of records: both should grow as the graph does.

Then two programs whose text is long: what they cost plain, and under `whygrad run` with all that is explained.

python benchmarks/explain.py [RECORDS ...]
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
import tracemalloc

from whygrad.diagnose import diagnose_all
from whygrad.recording import Node, Place, Query, Recording

FILE = "/program/train.py"
TEXT = """\
h = start
for x in inputs:
    h = torch.tanh(x @ weight + h)
    if first:
        h = h.detach()
loss = h.sum()
loss.backward()
"""


def place(line: int, text: str) -> tuple[Place, ...]:
    column = TEXT.split("\n")[line - 1].index(text) + 1
    return (Place(FILE, line, column, line, column + len(text), "<module>"),)


def unrolled(records: int) -> Recording:
    """A recurrent net over a very long sequence: an input, a product, a sum and a tanh a step, one cut far back."""
    sizes = {"dtype": "float32", "shape": (8, 8)}
    weight = Node("torch.nn.Parameter", (), (), True, "leaf", name="weight", parameter=True, optimized=True, **sizes)
    nodes = [weight, Node("torch.zeros", (), place(1, "start"), False, "leaf", **sizes)]
    latest, learns = 1, False
    product, total = place(3, "x @ weight"), place(3, "x @ weight + h")
    tanh = place(3, "torch.tanh(x @ weight + h)")
    while len(nodes) < records - 2:
        at = len(nodes)
        nodes += [
            Node("torch.randn", (), place(2, "inputs"), False, "leaf", **sizes),
            Node("torch.Tensor.matmul", (at, 0), product, True, "operation", **sizes),
            Node("torch.Tensor.add", (at + 1, latest), total, True, "operation", **sizes),
            Node("torch.tanh", (at + 2,), tanh, True, "operation", **sizes),
        ]
        latest, learns = at + 3, True
    assert learns
    nodes.append(Node("torch.Tensor.detach", (latest,), place(5, "h.detach()"), False, "operation", **sizes))
    nodes.append(Node("torch.Tensor.sum", (len(nodes) - 1,), place(6, "h.sum()"), False, "operation", dtype="float32"))
    error = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
    facts = {"has_optimizer": True, "custom_functions": [], "rank": None}
    query = Query("backward", (len(nodes) - 1,), (), place(7, "loss.backward()"), error, "loss", facts)
    return Recording(query, tuple(nodes), sources={FILE: TEXT})


def branching(number: int) -> str:
    """One function with so many branches on a tensor's value, in each of which a value leaves torch."""
    lines = ["import torch", "w = torch.nn.Parameter(torch.ones(3))", "def f(x):", "    h, n = x * w, 0"]
    for i in range(number):
        lines += [f"    if h.sum() > {i}:", "        h = h * 1.0001", f"        n = h.sum().item() + {i}"]
    return "\n".join([*lines, "    return torch.tensor(n)", "f(torch.ones(3) * 1e4).backward()", ""])


def trainings(number: int) -> str:
    """So many functions, each of which trains a model that is cut in two."""
    one = """
def train_{0}():
    a, b = torch.nn.Linear(3, 3), torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        loss = b(a(x).detach()).mean()
        loss.backward()
        optimizer.step()
        print(loss.item())
train_{0}()
"""
    return "import torch\nx = torch.ones(4, 3)\n" + "".join(one.format(i) for i in range(number))


PROGRAMS = {"a function of 3,000 branches": branching(3_000), "400 trainings in one file": trainings(400)}
LONGEST = 300  # seconds


def seconds_of(folder: str, *words: str) -> float:
    """Of the processor, in a process of its own; infinite where it does not end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run([sys.executable, *words, "main.py"], cwd=folder, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return float("inf")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare_programs() -> None:
    print(f"\n{'seconds of the processor':<30} {'lines':>7} {'plain':>7} {'whygrad':>8}")
    for name, text in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "main.py"), "w") as file:
                file.write(text)
            plain, watched = seconds_of(folder), seconds_of(folder, "-m", "whygrad", "run")
        print(f"{name:<30} {text.count(chr(10)):>7,} {plain:>7.1f} {watched:>8.1f}")


def main() -> None:
    print(f"{'records':>10} {'seconds':>8} {'bytes/record':>13} {'peak RSS':>9}")
    for records in [int(a) for a in sys.argv[1:]] or [10_000, 100_000, 1_000_000]:
        recording = unrolled(records)
        began = time.process_time()
        causes = [finding.cause for finding, _ in diagnose_all([recording])]
        seconds = time.process_time() - began
        assert causes == ["detached-tensor"], causes
        memory = 0
        if records <= 100_000:  # tracing the memory takes several times as long as the diagnosis
            tracemalloc.start()
            diagnose_all([recording])
            memory = tracemalloc.get_traced_memory()[1] // records
            tracemalloc.stop()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{records:>10,} {seconds:>8.2f} {memory or '':>13} {peak:>6} MB")
    compare_programs()


if __name__ == "__main__":
    main()
