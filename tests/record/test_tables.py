"""Every table of the recorder has a bound or a weak key: a program that runs for days costs no more at its end."""

from __future__ import annotations

import gc
import sys
import types
import warnings
import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import torch
from drawn import drawn
from torch import nn

import whygrad
from whygrad.record.live import addresses, exports, origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.training import calm_steps, training
from whygrad.record.watchers.steps import lost_averages
from whygrad.tape.cells import Ledger

# These run Python where a thing dies: `weak_tables.py` has others.
WEAK = (weakref.WeakKeyDictionary, weakref.WeakValueDictionary, weakref.WeakSet)
TABLES = (dict, list, set, deque, *WEAK)
ROUNDS = 12

# What is neither weak nor of a fixed size by its class, and what bounds it.
BOUNDED_BY = {
    "BatchCounts._kept": "MOST modules",
    "_Seen.leaves": "the parameters of one model",
    "_Drawn.tensors": "FEW tensors of a batch",
    "GradientSources._leaks": "SOME_KEPT, until the next pass",
    "GradientSources._sources": "the parameters that optimizers hold, in the first passes",
    "GradientSources._states": "the same",
    "LoweredLikelihoods._passes": "SOME_KEPT, until the next step",
    "MixedPartialsWatcher._open": "FEW_KEPT lines, until the next pass",
    "_Pass.roots": "the tensors that one pass started from",
    "_Pass.used_by": "SOME_KEPT optimizers",
    "Inspections.untouched": "the strays of one look, until the next pass",
    "HookResults._arrived": "the graph, during one pass",
    "HookResults._hooks": "the graph, during one pass",
    "HookWrites._awaited": "the nodes of one pass",
    "HookWrites.spoiling": "MOST functions",
    "EvalMode._usual": "MOST_PLACES",
    "RestingParts._kept": "MOST modules",
    "_Dropped.learners": "the parameters of an optimizer",
    "_Rest.learners": "the same",
    "IgnoredBackwards._defined": "MOST_DEFINED classes",
    "IgnoredBackwards._by_backward": "the same",
    "IgnoredBackwards._by_forward": "the same",
    "IgnoredRows._rows": "MOST rows",
    "IgnoredRows._waiting": "the rows",
    "LeafSums._parts": "the leaves of one pass",
    "LeafSums._sums": "the same",
    "LeftParameters._awaiting": "the parameters of FEW_KEPT optimizers, during one pass",
    "LeftParameters._heirs": "FEW_KEPT optimizers",
    "LostLoads._held": "MOST parameters, for one step",
    "LostLoads._reached": "the leaves of one pass",
    "UnmatchedLoads._loads": "FEW_KEPT loads",
    "_Lost.learners": "the parameters of an optimizer",
    "LostAverages.pending": "MOST_PENDING results, until the next pass",
    "LostAverages._tensors": "the living tensors, until the next pass",
    "OverwritingBackwards._found": "MOST Functions",
    "UnreversedGradients._found": "MOST Functions",
    "OverwritingBackwards._sent": "the nodes of one pass",
    "PartialBackwards._passes": "SOME_KEPT passes",
    "PassWrites._before": "PARAMETERS, during one pass",
    "PassWrites._found": "HOOKS functions",
    "RemadeOptimizers._kept": "SOME_KEPT lines",
    "RepeatedModules._found": "MOST modules",
    "RepeatedModules._several": "the same",
    "Run.leaves": "the ids of MOST_LEARNING leaves a pass, of the passes of one step",
    "Run.lines": "the lines of MOST_PASSES passes",
    "Watching._by_kind": "the watchers",
    "Watching._filled": "the watchers",
    "UnusedTerms._waiting": "FEW_KEPT terms",
    "Unsynchronised._all": "FEW_KEPT modules",
    "DiscardedStates._loaded": "FEW_KEPT optimizers",
    "RestoredRates._kept": "FEW_KEPT states",
    "ScheduleLengths._kept": "FEW_KEPT schedulers",
    "RoundedAway._before": "FEW_KEPT parameters, for one step",
    "_Rounding.learners": "FEW_KEPT parameters",
    "_Rounding.shares": "FEW_KEPT steps",
    "_Restored.loaded": "the groups of one optimizer",
    "_Freeze.learners": "the parameters of an optimizer",
    "CarriedUpdatesOfWrites._writes": "MOST writes, until the next pass",
    "ReplacedFreezes._replaced": "SOME_KEPT",
    "RestingGroups._kept": "FEW_KEPT optimizers",
    "UpdatesOfFrozen._before": "FEW_KEPT parameters, for one step",
    "UpdatesMeasured._before": "the same",
    "UpdatesMeasured._factor": "the latest pass",
    "_Small.learners": "FEW_KEPT parameters of an optimizer",
    "_Small.rates": "inspected steps",
    "_Small.losses": "the same",
    "_Small.clips": "the same",
    "_Small.factors": "the same",
    "_Resting.resting": "the groups of one optimizer",
    "_Group.held": "the parameters of one group",
    "_Line.start": "a sample of one parameter",
    "ConstantResults._asked": "SOME_KEPT nodes of the pass that runs",
    "UndoneModes._kept": "FEW_KEPT modules",
    "SpoiledSaves._kept": "the Functions whose `backward` runs",
    "SpoiledSaves._written": "the Functions of one pass",
    "RatesAsFactors._kept": "FEW_KEPT optimizers",
    "_Scaled.bases": "the groups of one optimizer",
    "_Scaled.highest": "the groups of one optimizer",
    "SharedStates._pairs": "FEW_KEPT pairs of optimizers",
    "SharedStates._held": "FEW_KEPT classes with a key",
    "WokenModules._woken": "MOST_WOKEN batch norms",
    "WrappedModules._all": "MOST_WRAPPERS modules",
    "Addresses._at": "MOST addresses",
    "Origins.table": "the living tensors: a weak reference takes its entry out, or is taken out when the table is used",
    "Origins.dead": "the tensors in the table",
    "WeakKeys.entries": "the living keys",
    "WeakKeys.dead": "the keys in the table",
    "Ledger._counted": "the values that are kept",
    "Ledger._memories": "the living memories",
    "Ledger._gone": "both of them",
    "whygrad.record.seam.storages:_users_alone": "one function of torch",
    "whygrad.record.live.guards:waiting": "the numbers of signals",
    "whygrad.record.live.mode:waiting": "the same",
    "Origins.young": "LIMIT: it is emptied when so many tensors were made",
    "SharedParameters.broken": "MOST",
    "EvalMode._kept": "MOST",
    "UnsteppedTerms._waiting": "MOST",
    "EvalMode._reached": "the leaves of the passes of one step",
    "TrainedCopies._pairs": "SOME_KEPT",
    "UpdatesLookedAt._before": "FEW_KEPT parameters, for one step",
    "Watching._hearers": "the kinds of events",
    "Watching._of_calm": "the same, each with the methods of watchers",
    "Watching._may_rest": "the methods of watchers",
    "Watching._filled_by": "the same",
    "Generations._usual": "MOST_OF_A_GENERATION passes and steps",
    "Generations._now": "the same",
    "Run.clipped": "the parameters that one clipping reads",
    "Run.roots_of_lines": "KEPT_LINES that ran a pass",
    "RecordingMode.special": "functions of torch's",
    "RecordingMode.endings": "the same",
    "Probe.looked": "MOST functions that torch lists",
    "Training.histories": "MOST_HISTORIES",
    "Training.followed": "MOST_HISTORIES; an optimizer that is gone is let go",
    "History.ids": "the parameters of one optimizer",
    "History.learners": "the same",
    "History.hungry": "the same",
    "History.names": "the same",
    "Inspections.looked_for": "the same",
    "History.before": "the same, for one step",
    "History.updates": "PARAMETERS, for one step",
    "Passing._seen": "what one look has seen",
    "Passing._asked": "the parameters of one optimizer",
    "LastingNans._asked": "the optimizers that are followed",
    "Inspections.asleep": "MOST_LOOKS",
    "Progress.fed_by": "the losses of one step",
    "Run.scalings": "MOST_PASSES of a run",
    "Run.targets": "the same",
    "IdleClearings._cleared": "FEW",
    "ProbingPasses._passes": "FEW",
    "MaskedGradients._read": "the lines that read a gradient before one step",
    "_Masked.reads": "READS",
    "ReusedGradients._took": "STEPS",
    "ReusedGradients._passes": "PASSES",
    "ReusedGradients._inside": "steps inside one another, until the next pass",
    "BackwardChecks._ways": "MOST_FUNCTIONS",
    "BackwardChecks._tries": "the same",
    "BackwardChecks._followed": "the same",
    "BackwardChecks._reran": "the same",
    "BackwardChecks._found": "the same",
    "BackwardChecks._ready": "the same, for one pass",
    "CopiedValues._written": "MOST, between two passes",
    "Untracked._arrays": "ARRAYS, between two passes",
    "Untracked._used": "ARRAYS, between two passes",
    "UpdatesByHand._open": "MOST, between two passes",
    "UpdatesByHand._of": "MOST, between two passes",
    "UpdatesByHand._tensors": "the living tensors, between two passes",
    "Probe._nodes": "MOST_NODES, for one pass",
    "Probe._steps": "MOST_NODES, for one pass",
    "Probe._handles": "MOST_NODES, for one pass",
    "Probe.zeros": "the leaves of one pass",
    "Probe.arrived": "the leaves of one pass",
    "Probe.nonfinite": "MOST_BIRTHS",
    "Origin.extra": "the names of facts",
    "Limits._met": "MOST",
    "NotedGraph.rows": "MOST_IN_PASSING",
    "NotedGraph.index": "the same",
    "NotedGraph.shown": "the same",
    "NotedGraph.writes": "the writes that are kept",
    "NotedGraph.files": "the files of one copy",
    "NotedGraph.texts": "the same",
    "Recording.sources": "the files of one copy",
    "HookedSaves._open": "the blocks that the program is in",
    "_Running.steps": "the checkpoints that are running",
    "_Running.marks": "the Functions that are running",
    "HooksOfPass._removes": "the nodes of one pass",
    "OppositeTermsWatcher._arriving": "FEW, for one pass",
    "ModeSuspension.steps": "the steps that run inside of one another",
    "ModeSuspension.threads_in_compiled_code": "the threads that are in compiled code",
    "_follow_compiled_code.<locals>.switching.<locals>.wrapper:inside": "the same",
    "Tape._calls": "MOST_CALLS, and the bytes of the values",
    "Tape.devices": "the kinds of devices",
    "Tape._numbers": "NUMBERS",
    "Memory.readers": "the readers of one memory",
    "Memory.latest": "the same",
    "Call.kwargs": "the arguments of one call",
    "Call.outputs": "the results of one call",
    "Call.rng": "the devices of one call",
    "FunctionCalls._watch_backward.<locals>.note_refused:origins": "the arguments of one call",
    "FunctionCalls._watch_backward.<locals>.note_refused:wanted": "the same",
    "FunctionCalls._watch_backward.<locals>.note_refused:tensors": "the same",
    "HookWrites.found": "MOST",
    "HookWrites._hooks": "the hooks of one pass",
    "HookWrites._sent": "the same",
    "HookWrites._versions": "the same",
    "_Clipped.running": "the clippings that run, in one thread",
    "whygrad.record.seam.private_names:hooks_before_steps": "torch's own, with one of ours",
    "whygrad.record.seam.private_names:hooks_after_steps": "torch's own, with one of ours",
    "whygrad.record.seam.private_names:hooks_of_modules": "torch's own, with one of ours",
    "_put.<locals>.<lambda>:hooks": "the same",
}
LIMITED = {
    addresses: "MOST",
    exports: "PLACES",
    training: "MOST_HISTORIES",
    origin: "LIMIT",
    calm_steps: "MOST_OF_A_GENERATION",
}
COPIES = ("NotedGraph.", "Query.", "Recording.")  # each is as large as what was there when it was made
SMALL = 16  # a limit that a short run comes to


class Walk:
    """Goes through what whygrad's own objects hold, and through what its functions have closed over."""

    def __init__(self, *starts: Any) -> None:
        self.tables: dict[str, list[Any]] = {}
        self._seen: set[int] = set()
        self._kept: list[Any] = []
        for start in starts:
            self._visit(start)
        for function in self._functions():
            self._close_over(function)
        for name, module in sorted(sys.modules.items()):
            if name.startswith(("whygrad.record.", "whygrad.tape")):
                self._module(module)

    def _visit(self, thing: Any) -> None:
        queue = [thing]
        for at in queue:
            if id(at) in self._seen or not type(at).__module__.startswith("whygrad."):
                continue
            self._seen.add(id(at))
            self._kept.append(at)
            if isinstance(at, TABLES):
                self.tables.setdefault(type(at).__name__, []).append(at)
            for name, value in _attributes(at):
                if isinstance(value, TABLES):
                    self.tables.setdefault(f"{type(at).__name__}.{name}", []).append(value)
                queue += _inside(value)

    def _functions(self) -> Iterator[types.FunctionType]:
        folders = tuple(str(Path(whygrad.__file__).parent / part) for part in ("record", "tape"))
        for thing in gc.get_objects():
            if type(thing) is types.FunctionType and thing.__code__.co_filename.startswith(folders):
                yield thing

    def _close_over(self, function: types.FunctionType) -> None:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:  # not set
                continue
            if isinstance(value, TABLES) and id(value) not in self._seen:
                self._seen.add(id(value))
                self.tables.setdefault(f"{function.__qualname__}:{name}", []).append(value)

    def _module(self, module: types.ModuleType) -> None:
        for name, value in vars(module).items():
            unbounded = getattr(value, "cache_info", None) is not None and value.cache_info().maxsize is None
            if unbounded or (isinstance(value, TABLES) and not name.isupper() and not name.startswith("__")):
                self.tables[f"{module.__name__}:{name}"] = [value]


def _attributes(thing: Any) -> Iterator[tuple[str, Any]]:
    yield from list(getattr(thing, "__dict__", {}).items())
    for cls in type(thing).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name != "__weakref__" and hasattr(thing, name):
                yield name, getattr(thing, name)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, (dict, weakref.WeakValueDictionary)):
        return [*list(value.values()), *list(value.keys())][:200]
    return list(value)[:200] if isinstance(value, (list, set, tuple, deque, *WEAK)) else [value]


def size_of(table: Any) -> int:
    return table.cache_info().currsize if hasattr(table, "cache_info") else len(table)


def is_bounded_by_its_class(table: Any) -> bool:
    if hasattr(table, "most"):
        return len(table) <= table.most
    return isinstance(table, deque) and table.maxlen is not None


def tables_of(session: Any) -> dict[str, list[Any]]:
    """Those that nothing about their class bounds, by the names of what holds them."""
    found = Walk(session.recorder, session._failures, session._inspection).tables
    left = {name: [t for t in tables if not is_bounded_by_its_class(t)] for name, tables in found.items()}
    return {name: tables for name, tables in left.items() if tables}


HOSTILE = """
number = {number}
import torch, warnings
from torch import nn
from torch.utils.checkpoint import checkpoint

class Net(nn.Linear):
    pass

net = Net(3, 3)
for parameters in (net.parameters(), kept.parameters()):
    optimizer = torch.optim.SGD(parameters, lr=0.0)
    torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.0)
    for _ in range(2):
        optimizer.zero_grad()
        loss = Twice.apply(net(data) + kept(data)).mean()
        loss.item(), float(loss), loss.tolist(), loss.detach().numpy(), bool(loss > 0)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        nn.utils.clip_grad_norm_([torch.ones(1)], 1.0)
        net.weight.grad.abs_()
        optimizer.step()
kept.register_parameter("again", weight)
kept.again.register_hook(lambda g: None).remove()
kept.register_forward_hook(lambda *_: None).remove()
kept.eval(), kept.train(), kept.requires_grad_(False), kept.requires_grad_(True)
weight.data = weight.data + 1
weight.detach().mul_(0.9)
with torch.no_grad():
    weight.copy_(net.weight)
    weight.requires_grad_(False).requires_grad_(True)
torch.set_grad_enabled(False), torch.set_grad_enabled(True)
hidden = weight * 2
hidden.grad
hidden.retain_grad()
hidden.mul_(2)
hidden.sum().backward()
hidden.grad, weight.grad
hand = torch.zeros(3, requires_grad=True)
total = 0
for _ in range(6):
    (hand * 2).sum().backward()
    moved = hand - hand.grad
    hand.grad = None
    total = total + (hand * 2).sum()
    total.item()
data[torch.tensor([0])].copy_(torch.ones(1, 3)), (data[torch.tensor([0])] * weight.sum()).copy_(weight.sum() * data[:1])
checkpoint(lambda x: net(x) / x.norm(), data, use_reentrant=False).sum().backward()
with torch.autograd.graph.save_on_cpu():
    net(data).sum().backward()
warnings.warn("of this place")
nn.functional.normalize(net(data)).sum().backward()
scaler = torch.amp.GradScaler("cpu")
scaler.scale(net(data).sum()).backward()
scaler.step(torch.optim.SGD(net.parameters(), lr=0.1))
try:
    data.sum().backward()
except RuntimeError:
    pass
torch.tensor([1.0, 2.0]) * 2, torch.Tensor([3.0]) * 2, torch.from_numpy(data.numpy()) * net.weight.sum()
Own([1.0]) + weight
"""


def run_hostile(rounds: Iterable[int], kept: Any, weight: Any) -> None:
    """Each round is a program that was compiled anew: every place, class, function and module is another one."""
    for number in rounds:
        own = type("Own", (torch.Tensor,), {"__torch_function__": classmethod(_named_result)})
        # torch never frees the class of a Function, nor what it can see: it is to see nothing of the program.
        twice = type(f"Twice{number}", (torch.autograd.Function,), {"forward": _forward, "backward": _backward})
        variables = {"kept": kept, "weight": weight, "data": torch.ones(2, 3), "Twice": twice, "Own": own}
        text = "\n" * number + HOSTILE.replace("{number}", str(number))  # equal codes at one line would be one place
        exec(compile(text, f"/hostile/{number}/program{number}.py", "exec"), variables)


@staticmethod
def _forward(ctx, x):
    return x * 2


@staticmethod
def _backward(ctx, gradient):
    return gradient * 3


def _named_result(cls, func, types, args=(), kwargs=None):
    """A result of a class of its own."""
    made = type("Result", (tuple,), {"_fields": ("value",)})
    with torch._C.DisableTorchFunctionSubclass():
        return made((func(*args, **(kwargs or {})),))


@pytest.fixture
def hostile(monkeypatch):
    """Runs so many rounds, with small limits."""
    for module, name in LIMITED.items():
        monkeypatch.setattr(module, name, SMALL)
    rounds = iter(range(10_000))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with whygrad.watch(keep_bytes=2**20):
            kept, weight = nn.Linear(3, 3), nn.Parameter(torch.ones(3, 3))
            yield lambda number: run_hostile(islice(rounds, number), kept, weight)


def test_every_table_has_a_bound_or_a_weak_key(hostile):
    hostile(2)
    missing = sorted(set(tables_of(whygrad._latest)) - set(BOUNDED_BY))
    assert missing == [], "\n".join(missing)


def use_weak_tables() -> None:
    """What has died is taken out of them now. Objects of other tests may refuse to be asked for their class."""
    for thing in gc.get_objects():
        if issubclass(type(thing), WeakKeys):
            len(thing)
        elif type(thing) is Ledger:
            assert thing.held >= 0
        elif type(thing) is origin.Origins:
            thing.living()


def test_no_table_grows(hostile):
    sizes = []
    for _ in range(3):
        hostile(ROUNDS)
        gc.collect()
        use_weak_tables()
        found = tables_of(whygrad._latest)
        sizes.append({name: max(map(size_of, tables)) for name, tables in found.items() if not name.startswith(COPIES)})
        del found
    assert whygrad._latest.broken is None
    grown = {name: [s.get(name, 0) for s in sizes] for name in sizes[-1]}
    assert {name: counts for name, counts in grown.items() if counts[2] > max(counts[0], 2 * SMALL)} == {}


def test_an_optimizer_in_every_iteration_goes_on_with_the_same_history():
    with whygrad.watch(keep_bytes=0):
        model = nn.Linear(3, 3)
        for _ in range(100):
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            optimizer.zero_grad()
            model(torch.ones(2, 3)).sum().backward()
            optimizer.step()
        (history,) = whygrad._latest.recorder.training.histories
        assert history.steps == 100


def calls_of_iterations(iterate, number: int) -> list[int]:
    """How many functions of whygrad's each of `number` iterations calls."""
    folder, calls = str(Path(whygrad.__file__).parent), [0]

    def count(frame, event, _):
        calls[-1] += event == "call" and frame.f_code.co_filename.startswith(folder)

    sys.setprofile(count)
    try:
        for _ in range(number):
            iterate()
            calls.append(0)
    finally:
        sys.setprofile(None)
    return calls[:-1]


def with_new_parameters():
    model = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    model(torch.ones(2, 3)).sum().backward()
    optimizer.step()
    return optimizer


@pytest.mark.parametrize("keeps", drawn([False, True], 2))
def test_the_five_hundredth_optimizer_costs_what_the_two_hundredth_did(keeps):
    with whygrad.watch(keep_bytes=0):
        kept = []

        def iterate():
            optimizer = with_new_parameters()
            if keeps:
                kept.append(optimizer)

        calls = calls_of_iterations(iterate, 500)
        # Between two powers of two nothing is looked at.
        assert sum(calls[470:490]) <= 1.1 * sum(calls[230:250])


def test_values_that_leave_at_ever_new_places_do_not_pile_up():
    with whygrad.watch(keep_bytes=0):
        weight = torch.ones(3, requires_grad=True)
        for _ in range(exports.PLACES + 100):
            eval("a.mean().item()", {"a": weight})
        assert len(list(whygrad._latest.recorder.exports)) <= exports.PLACES


def test_averages_that_die_at_once_are_counted_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(lost_averages, "MOST_PENDING", 64)
    with whygrad.watch():
        online, target = nn.Linear(2, 1), nn.Linear(2, 1)
        optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
        online(torch.rand(3, 2)).sum().backward()
        optimizer.step()
        for _ in range(500):
            with torch.no_grad():
                0.1 * online.weight + 0.9 * target.weight
        averages = whygrad._latest.recorder.watching.steps.averaging
        assert max(len(place.results) for place in averages._places.values()) <= 64
