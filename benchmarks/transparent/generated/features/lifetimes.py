"""When things die: references, weak references, finalizers, cycles and the collector."""

from __future__ import annotations

import gc
import sys
import weakref

import torch


class Mortal:
    """Tells when it dies."""

    def __init__(self, run, name):
        self.tell = run.note
        self.name = name

    def __del__(self):
        self.tell("died", self.name)


def finalized(run, a, b, k):
    made = a * 2
    weakref.finalize(made, run.note, "gone", k)
    made.mortal = Mortal(run, f"attribute {k}")
    out = made.exp()
    del made
    run.note("let go")
    if k % 2:
        out.sum().backward()
        run.note("passed")
    return out if k % 3 == 0 else None


def references_counted(run, a, b, k):
    made = a * b
    views = [made[:1], made.detach(), made.view_as(made)]
    run.note(sys.getrefcount(made), weakref.getweakrefcount(made), [sys.getrefcount(v) for v in views])
    run.note(made.grad_fn and sys.getrefcount(made.grad_fn), weakref.getweakrefs(made))
    return made


def values_dropped(run, a, b, k):
    """The program forgets some of its values."""
    if len(run.values) > 4:
        gone = run.values.pop(3 + k % (len(run.values) - 3))
        weakref.finalize(gone, run.note, "value gone", k)
        run.note(sys.getrefcount(gone))


def in_a_cycle(run, a, b, k):
    made = a * 2
    made.itself = [made]
    weakref.finalize(made, run.note, "cycle gone", k)
    del made
    run.note("before the collector")
    gc.collect()
    run.note("after the collector")


def collected(run, a, b, k):
    gc.collect()
    run.note(len([x for x in gc.garbage if isinstance(x, torch.Tensor)]))


def died_in_a_hook(run, a, b, k):
    mortal = Mortal(run, f"hook {k}")
    made = a * 2
    made.register_hook(lambda g, mortal=mortal: run.note("hook of", mortal.name))
    del mortal
    made.sum().backward()
    run.note("passed")
    del made
    run.note("let go")


def died_with_an_error(run, a, b, k):
    def work():
        mortal = Mortal(run, f"error {k}")
        made = a.exp()
        weakref.finalize(made, run.note, "gone with the error", k)
        made.view(3, 5)
        return mortal

    try:
        work()
    except RuntimeError as error:
        run.note("caught", str(error))
    run.note("after")


def died_with_a_module(run, a, b, k):
    model = torch.nn.Linear(4, 1)
    weakref.finalize(model, run.note, "module gone", k)
    weakref.finalize(model.weight, run.note, "weight gone", k)
    loss = model(a.detach().reshape(-1)[:4]).sum()
    loss.backward()
    del model
    run.note("let go")
    del loss
    run.note("and the loss")


def storage_outlives(run, a, b, k):
    made = torch.rand(4)
    weakref.finalize(made, run.note, "base gone", k)
    part = made[1:]
    del made
    run.note("part lives")
    return part


def resurrected(run, a, b, k):
    class Back:
        def __del__(self):
            run.held.append(self)

    made = a * 2
    made.back = Back()
    del made
    run.note(type(run.held[-1]).__name__)
    run.held.pop()


def weakly_kept(run, a, b, k):
    kept = weakref.WeakValueDictionary()
    kept["x"] = made = a * 2
    by_key = weakref.WeakKeyDictionary({made: k}) if k % 3 == 0 else {}
    run.note(len(kept), len(by_key))
    del made
    run.note(len(kept), len(by_key))
