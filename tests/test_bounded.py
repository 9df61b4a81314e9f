"""Explaining is bounded: a text is read once, long searches end, and what was left out is said."""

from __future__ import annotations

import ast

import pytest
from programs import run_program

import whygrad.diagnose
import whygrad.source.budget
from whygrad.diagnose import diagnose, diagnose_all
from whygrad.graph import links
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Node, Place, Query, QueryKind, Recording
from whygrad.source import inquiry as inquiry_module
from whygrad.source.budget import Budget, OutOfTime
from whygrad.source.files import SourceFiles
from whygrad.source.inquiry import Inquiry
from whygrad.source.values.flow import Flow

FILE = "/program/train.py"
TRAINING = """\
def train_{0}():
    h = layer(x).detach()
    loss = h.sum()
    loss.backward()
train_{0}()
"""
LEFT = """\
number = w.item()
loss = torch.tensor(number)
loss.backward()
"""
ERROR = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"


class Clock:
    """Time that passes only where a test lets it pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def place(text: str, line: int, part: str, function: str = "<module>") -> Place:
    column = text.split("\n")[line - 1].index(part) + 1
    return Place(FILE, line, column, line, column + len(part), function)


def trainings(number: int) -> list[Recording]:
    """So many functions in one file, each with a cut of its own that a recording is about."""
    text = "".join(TRAINING.format(i) for i in range(number))
    return [one_training(text, i) for i in range(number)]


def one_training(text: str, number: int) -> Recording:
    first, name = 5 * number + 1, f"train_{number}"

    def chain(line: int, part: str) -> tuple[Place, ...]:
        return place(text, first + 4, f"{name}()"), place(text, first + line, part, name)

    sizes = {"dtype": "float32", "shape": (2,)}
    nodes = (
        Node("torch.nn.Parameter", (), (), True, "leaf", name="w", parameter=True, optimized=True, **sizes),
        Node("torch.nn.functional.linear", (0,), chain(1, "layer(x)"), True, "operation", **sizes),
        Node("torch.Tensor.detach", (1,), chain(1, "layer(x).detach()"), False, "operation", **sizes),
        Node("torch.Tensor.sum", (2,), chain(2, "h.sum()"), False, "operation", dtype="float32"),
    )
    query = Query(QueryKind.BACKWARD, (3,), (), chain(3, "loss.backward()"), ERROR, "loss", has_optimizer=True)
    return Recording(query, nodes, sources={FILE: text})


def left_torch(text: str = LEFT) -> Recording:
    """A value that left torch by `.item()`, and came back by `torch.tensor`, which only the source tells."""
    nodes = (
        Node("torch.nn.Parameter", (), (), True, "leaf", "float32", name="w", parameter=True, optimized=True),
        Node("torch.Tensor.item", (0,), (place(text, 1, "w.item()"),), False, "export"),
        Node("torch.tensor", (), (place(text, 2, "torch.tensor(number)"),), False, "leaf", "float32", outside=True),
    )
    query = Query(QueryKind.BACKWARD, (2,), (), (place(text, 3, "loss.backward()"),), ERROR, "loss", has_optimizer=True)
    return Recording(query, nodes, sources={FILE: text})


def steps_through_trees(monkeypatch: pytest.MonkeyPatch, recordings: list[Recording]) -> int:
    """How many nodes of syntax trees are opened while these are explained."""
    steps = 0
    original = ast.iter_child_nodes

    def counted(node):
        nonlocal steps
        steps += 1
        return original(node)

    with monkeypatch.context() as patch:
        patch.setattr(ast, "iter_child_nodes", counted)
        found = diagnose_all(recordings)
    assert [finding.cause for finding, _ in found] == ["detached-tensor"] * len(recordings)
    return steps


def test_reading_the_source_grows_as_the_text_does_and_not_with_its_square(monkeypatch):
    few, many = (steps_through_trees(monkeypatch, trainings(n)) for n in (8, 64))
    assert many < 12 * few  # 8 times the text and 8 times the recordings: 64 times, were each to walk through all


def test_a_text_is_parsed_once_for_all_recordings(monkeypatch):
    parsed = []
    original = ast.parse
    monkeypatch.setattr(ast, "parse", lambda text, *a, **k: parsed.append(text) or original(text, *a, **k))
    diagnose_all(trainings(5))
    assert len(parsed) == 1


def test_two_files_of_one_text_are_two():
    sources = SourceFiles({"a.py": "x = 1\n", "b.py": "x = 1\n"})
    assert sources.syntax("a.py") is not sources.syntax("b.py")


# The budget itself


def test_a_budget_raises_when_its_time_is_over_and_not_before(monkeypatch):
    monkeypatch.setattr(whygrad.source.budget, "ROUNDS", 1)
    clock = Clock()
    budget = Budget(10, clock)
    clock.now = 9.9
    budget.check()
    clock.now = 10
    with pytest.raises(OutOfTime):
        budget.check()
    assert budget.is_spent and budget.note == ""


def test_a_share_ends_its_own_search_and_what_follows_has_the_rest(monkeypatch):
    monkeypatch.setattr(whygrad.source.budget, "ROUNDS", 1)
    clock = Clock()
    budget = Budget(10, clock)
    share = budget.share(0.5, "the far ones")
    with share:
        clock.now = 3
        budget.check()
    clock.now = 7  # spent by others
    with share:
        clock.now = 8.9
        budget.check()
        clock.now = 9
        budget.check()
        pytest.fail("two seconds were left of five")
    assert share.is_spent and not budget.is_spent
    budget.check()
    assert budget.note == "incomplete, to stay within 10 s: the far ones"


def test_a_share_takes_no_other_error_for_the_end_of_its_time():
    with pytest.raises(KeyboardInterrupt), Budget().share(0.5, ""):
        raise KeyboardInterrupt


# What is told when the time is over


def test_without_any_time_nothing_is_told_and_that_is_said():
    inquiry = Inquiry(Budget(0))
    assert diagnose_all(trainings(3), None, inquiry) == []
    assert inquiry.note == "incomplete, to stay within 0 s: 3 more recordings not inspected"


def test_recordings_that_there_is_no_time_for_are_counted(monkeypatch):
    clock = Clock()
    original = diagnose

    def slow(*arguments):
        found = original(*arguments)
        clock.now += 4
        return found

    monkeypatch.setattr(whygrad.diagnose, "diagnose", slow)
    inquiry = Inquiry(Budget(10, clock))
    found = diagnose_all(trainings(4), None, inquiry)
    assert [finding.site.line for finding, _ in found] == [2, 7, 12]
    assert inquiry.note == "incomplete, to stay within 10 s: 1 more recording not inspected"


def test_what_the_causes_found_before_the_time_was_over_is_told(monkeypatch):
    monkeypatch.setattr(whygrad.source.budget, "ROUNDS", 1)
    clock = Clock()
    original = whygrad.diagnose._find_one

    def slow(cause, graph, verdict, found):
        original(cause, graph, verdict, found)
        if found:
            clock.now = 9
            graph.budget.check()

    monkeypatch.setattr(whygrad.diagnose, "_find_one", slow)
    (finding, diagnostic), *more = diagnose(trainings(1)[0], None, Inquiry(Budget(10, clock)))
    assert finding.cause == "detached-tensor" and not more
    assert diagnostic.notes[-1] == "incomplete, to stay within 10 s: some causes were not checked"


def test_a_search_in_the_source_that_ends_early_is_said(monkeypatch):
    [(whole, diagnostic)] = diagnose(left_torch())
    assert whole.cause == "left-torch" and not any("incomplete" in note for note in diagnostic.notes)
    monkeypatch.setattr(links, "SHARE", 0.0)
    monkeypatch.setattr(whygrad.source.budget, "ROUNDS", 1)
    found = diagnose(left_torch(), None, inquiry := Inquiry(Budget()))
    told = [*inquiry.untold, *(note for _, d in found for note in d.notes)]
    assert any("part of the source was not searched for values that leave torch" in note for note in told)
    assert "left-torch" not in [finding.cause for finding, _ in found]


def test_a_graph_that_is_followed_for_a_part_only_is_said(monkeypatch):
    monkeypatch.setattr("whygrad.graph.routes.SHARE", 0.0)
    monkeypatch.setattr(whygrad.source.budget, "ROUNDS", 1)
    found = diagnose(trainings(1)[0], None, inquiry := Inquiry(Budget()))
    told = [inquiry.note, *(note for _, d in found for note in d.notes)]
    assert any("the graph was followed only in part" in note for note in told)


def test_a_text_that_is_too_long_is_not_read_and_that_is_said(monkeypatch):
    monkeypatch.setattr(inquiry_module, "LONGEST", 20)
    [(_, diagnostic)] = diagnose(trainings(1)[0])
    assert "`train.py` is longer than 20 characters, and was not read" in diagnostic.notes[-1]


def test_why_says_that_its_answer_is_incomplete(tmp_path):
    text = """\
import torch, whygrad, whygrad.session
from whygrad.source import budget
budget.ROUNDS = 1
whygrad.session.Budget = lambda: budget.Budget(0)
with whygrad.watch():
    w = torch.ones(2, requires_grad=True)
    loss = w.detach().sum()
    print(whygrad.why(loss))
"""
    (tmp_path / "main.py").write_text(text)
    outcome = run_program(tmp_path, tmp_path / "out")
    assert "incomplete, to stay within 0 s" in outcome.stdout


def test_the_command_says_what_there_was_no_time_for(tmp_path):
    text = """\
import torch, whygrad.session
from whygrad.source.budget import Budget
whygrad.session.Budget = lambda: Budget(0)
torch.ones(2, requires_grad=True).detach().sum().backward()
"""
    (tmp_path / "main.py").write_text(text)
    outcome = run_program(tmp_path, tmp_path / "out")
    said = "incomplete, to stay within 0 s: 1 more recording not inspected"
    assert outcome.stderr.endswith(f"whygrad: {said}\n") and outcome.status == 1
    assert outcome.document["limits"] == [said]


# Programs that took minutes


def branching(number: int) -> str:
    """A function with so many branches on a tensor's value, each of which lets a value leave torch."""
    lines = ["import torch", "w = torch.nn.Parameter(torch.ones(3))", "def f(x):", "    h, n = x * w, 0"]
    for i in range(number):
        lines += [f"    if h.sum() > {i}:", "        h = h * 1.0001", f"        n = h.sum().item() + {i}"]
    return "\n".join([*lines, "    return torch.tensor(n)", "f(torch.ones(3) * 1e4).backward()", ""])


def test_a_function_of_many_branches_is_explained(tmp_path):
    (tmp_path / "main.py").write_text(branching(400))
    outcome = run_program(tmp_path, tmp_path / "out")
    assert [f["cause"] for f in outcome.findings] == ["left-torch"]


def test_a_chain_of_elifs_is_read_once(monkeypatch):
    text = "".join(f"{'el' if i else ''}if x > {i}:\n    h_{i} = 1\n" for i in range(60))
    steps = 0
    original = ast.iter_child_nodes

    def counted(node):
        nonlocal steps
        steps += 1
        return original(node)

    sources = SourceFiles({FILE: text})
    flow = Flow(sources)
    monkeypatch.setattr(ast, "iter_child_nodes", counted)
    for i in range(60):
        guard = flow.guarded_names(place(text, 2 * i + 1, f"x > {i}"))
        assert guard is not None and guard.body == (f"h_{i}",) and len(guard.orelse) == 59 - i
    assert steps <= 2 * len(sources.syntax(FILE).nodes)


def test_of_very_many_branches_the_nearest_decide(monkeypatch):
    monkeypatch.setattr(links, "MOST_BRANCHES", 2)
    text = "".join(f"if t > {i}:\n    h = t + {i}\n" for i in range(6))
    nodes = [Node("torch.zeros", (), (), False, "leaf", "float32", name="t")]
    nodes += [Node("", (0,), (place(text, 2 * i + 1, f"t > {i}"),), False, "branch") for i in range(6)]
    nodes += [Node("torch.Tensor.add", (0,), (place(text, 8, "t + 3"),), False, "operation", "float32", name="h")]
    recording = Recording(Query(QueryKind.BACKWARD, (7,), (), (), ERROR), tuple(nodes), sources={FILE: text})
    assert [nodes[i].place.line for i in UncutGraph(recording).inputs(7) if i] == [7, 9]
