"""Why a checkpointed function did something else when it was run again, from what was seen of both runs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from whygrad.evidence.passes import OTHER_VALUES, ChangedValue, CheckpointRuns
from whygrad.finding import Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.patterns.divergence import (
    Fork,
    calls_before,
    changing_statements,
    fork_between,
    is_read,
    renewing_statements,
    words_in,
)
from whygrad.source.sharing.keepers import call_of_keeper, is_spared
from whygrad.source.span import node_at
from whygrad.source.values.draws import drawn_behind, drawn_in_function
from whygrad.source.values.filled_arguments import Filled, filled_argument

DRAWING = re.compile(r"(\b|_)(rand\w*|[dD]ropout\w*|drop|bernoulli\w*|multinomial|normal_?|uniform_|sample|noise)\b")
OUTSIDE_TORCH = re.compile(r"\b(random\.\w+|np\.random|numpy\.random|rng\.\w+|secrets\.\w+|time\.\w+)")
OWN = re.compile(r"\bgenerator=(?!None)|" + OUTSIDE_TORCH.pattern)

HELD = "was true at first and false on recomputation"
DID_NOT_HOLD = "was false at first and true on recomputation"
LABEL = "the checkpointed function takes a different path on recomputation"
OTHER_NUMBER = "runs a different number of times on recomputation"
OTHER_ROUNDS = "runs different operations on recomputation"
DRAWN = "can draw a different value on recomputation"  # read from the text: that it did was not seen
DIFFERS = "this operation saved a different kind of value on recomputation"
ARGUMENT = re.compile(r"argument (\d+)(?:\.\d+)*")  # itself, or an entry of it by position
DRAW_OUTSIDE = (
    "make the choice outside the checkpointed function and pass it in: only torch's default random state is restored"
)


@dataclass(frozen=True)
class Why:
    """The line that makes the two runs differ, and how to say it."""

    chain: Chain
    call: Chain  # of the checkpoint
    clause: str
    label: str
    help: str = ""
    steps: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    read: bool = False  # the line is read from the source


def find_why(graph: UncutGraph, known: CheckpointRuns) -> Why | None:
    """The reason that is known best: random numbers, a value that changed, a test, the first step that differs."""
    call, first, again, differing = known.call, known.first, known.again, known.differing
    if not call:
        return None
    around = len(call)  # what is around the checkpoint decides nothing
    fork = None
    if known.apart or (first and not again):
        fork = fork_between(first[around:], again[around:], known.before[around:], graph.sources)
    drawn = _drawing(graph, known.steps) if not known.preserves else None
    own = _own_generator(graph, call, (first or again or differing)[around:])
    told = tuple(change for change in known.changed if change.new != OTHER_VALUES)
    renewed = [change for change in known.changed if change.new == OTHER_VALUES]
    known = replace(known, changed=told)
    return (
        (_random(call, drawn) if drawn else None)
        or _changed(graph, known, fork)
        or (_renewed(graph, known, renewed, fork) if own is None and not _draws(graph, fork) else None)
        or (_forked(graph, call, fork, first or again) if fork else None)
        or own
        or _grown_argument(graph, known)
        or _stepped(known, call, first, again, differing)
    )


def _drawing(graph: UncutGraph, places: Chain) -> Place | None:
    """The first step that draws random numbers, by its text."""
    return next((place for place in places if DRAWING.search(graph.text(place))), None)


def _own_generator(graph: UncutGraph, call: Chain, ran: Chain) -> Why | None:
    """A call before the step that draws from a generator of the program's own: that is not set back."""
    for place in reversed(ran):
        drawn = calls_before(place, OWN, graph.sources)
        if drawn:
            clause = "it draws from its own generator, whose state is not restored"
            return Why(
                (*call, drawn[-1]), call, clause, "can draw different numbers on recomputation", DRAW_OUTSIDE, read=True
            )
        decided = drawn_in_function(place, graph.sources)
        if decided is not None:
            clause = "it decides by a random draw, and a checkpoint restores only torch's default random state"
            return Why((*call, decided), call, clause, DRAWN, DRAW_OUTSIDE, read=True)
    return None


def _random(call: Chain, drawn: Place) -> Why:
    steps = (Step("random", drawn, "random numbers are drawn here"),)
    return Why(
        call,
        call,
        "`preserve_rng_state=False` lets it draw different random numbers on recomputation",
        "the random state is not restored for recomputation",
        "drop `preserve_rng_state=False`, or draw the random numbers outside and pass them in",
        steps,
    )


def _changed(graph: UncutGraph, known: CheckpointRuns, fork: Fork | None) -> Why | None:
    """A value that the function reads was another one at the second run."""
    call = known.call
    words = words_in(fork.test, graph.sources) if fork else set()
    inside = {(p.file, p.function.rpartition(".")[2]) for run in (known.first, known.again) for p in run[len(call) :]}
    ranked = sorted(known.changed, key=lambda change: change.name.rpartition(".")[2] not in words)
    chosen_outside = fork is not None and OUTSIDE_TORCH.search(graph.text(fork.test))
    for change in ranked:
        name, old, new = change.name, change.old, change.new
        last = [part for part in name.split(".") if not part.isdigit()][-1]
        if ARGUMENT.fullmatch(last):
            if filled := _filled(graph, known, change, fork):
                return filled
            continue
        told = last in words
        if not told and (chosen_outside or not is_read(last, graph.recording.sources, graph.sources)):
            continue  # a counter for the log decides nothing
        found = changing_statements(last, new, graph.recording.sources, graph.sources)
        if not found:
            continue
        found.sort(key=lambda place: (place.function == "<module>", (place.file, place.function) not in inside))
        steps = (_fork_step(fork),) if fork else ()
        label, helps = f"changes `{last}`, which the function reads in both runs", _help_for(last, new)
        runs = [run[len(call) :] for run in (known.again, known.first, known.differing, known.before)]
        used = call_of_keeper(found[0], runs, graph.sources)
        if used is not None:
            steps = (Step("", found[0], f"changes `{last}`"), *steps)
            found, label = [used.call], f"`{used.method}` changes `{last}`, in both runs"
            helps = _help_for_argument(f"`{used.keeper}`")
            if is_spared(used, call[-1], graph.sources):  # the function is right for those who do not pass it
                steps = (Step("", used.call, label), *steps)
                label = f"passes `{used.keeper}`, which `{used.method}` changes in both runs"
                found = [call[-1]]
        return Why(
            call if found[0] == call[-1] else (*call, found[0]),
            call,
            f"{_quoted(name)} {_twice(old, new, ' and')}",
            label,
            helps,
            steps,
            _told([other for other in ranked if other.name != name and other.name.endswith(f".{last}")][:2]),
            read=True,
        )
    return None


def _filled(graph: UncutGraph, known: CheckpointRuns, change: ChangedValue, fork: Fork | None) -> Why | None:
    """A container that the function was passed, and changes and reads itself: it is not as it was at the first run."""
    found = next((f for f in _uses_of(graph, known, change) if f.changes and f.is_read), None)
    if found is None:
        return None
    shown = _passed(graph, known, change)
    steps = (_fork_step(fork),) if fork else ()
    label = f"changes {shown}, which the function reads in both runs"
    clause = f"{shown} {_twice(change.old, change.new, ' and')}"
    return Why((*known.call, found.changes[0]), known.call, clause, label, _help_for_argument(shown), steps, read=True)


def _grown_argument(graph: UncutGraph, known: CheckpointRuns) -> Why | None:
    """A container that the function was passed is another at the second run, and the text does not tell why."""
    for change in known.changed:
        is_known = any(found.changes for found in _uses_of(graph, known, change))
        if ARGUMENT.fullmatch(change.name) and not is_known and _verb(change.new) == "had":
            shown = _passed(graph, known, change)
            clause = f"{shown} {_twice(change.old, change.new, ' and')}"
            label = f"passes {shown}, which is different on recomputation"
            return Why(known.call, known.call, clause, label, _help_for_argument(shown))
    return None


def _uses_of(graph: UncutGraph, known: CheckpointRuns, change: ChangedValue) -> Iterator[Filled]:
    """What the text tells of the argument in each of the steps that are known of the two runs."""
    argument, files = ARGUMENT.match(change.name), graph.recording.sources
    for run in (known.again, known.first, known.differing, known.before) if argument else ():
        frames = run[len(known.call) :]
        found = filled_argument(int(argument[1]), frames, files, graph.sources) if argument else None
        if found is not None:
            yield found


def _passed(graph: UncutGraph, known: CheckpointRuns, change: ChangedValue) -> str:
    """The argument as the call of the checkpoint names it, else by its position."""
    argument, call = ARGUMENT.match(change.name), node_at(known.call[-1], graph.sources)
    number = int(argument[1]) + 1 if argument else 0  # the function itself comes first
    value = call.args[number] if isinstance(call, ast.Call) and number < len(call.args) else None
    if isinstance(value, (ast.Name, ast.Attribute)):
        return f"`{ast.unparse(value)}`"
    return f"argument {number}" if ARGUMENT.fullmatch(change.name) else f"`{change.name}`"


def _help_for_argument(shown: str) -> str:
    return (
        f"do not change {shown} inside a checkpointed function, which runs twice: pass `None` while it is "
        "checkpointed, or return the new entries and store them outside"
    )


def _draws(graph: UncutGraph, fork: Fork | None) -> bool:
    """Does the test that decided depend on random numbers from outside torch?"""
    if fork is None:
        return False
    return bool(OUTSIDE_TORCH.search(graph.text(fork.test)) or drawn_behind(fork.test, graph.sources))


def _renewed(
    graph: UncutGraph, known: CheckpointRuns, changes: Sequence[ChangedValue], fork: Fork | None
) -> Why | None:
    """A tensor from outside that has other values since the first run began, and that the program computes with."""
    files, call = graph.recording.sources, known.call
    steps = [_fork_step(fork)] if fork else []
    steps += [Step("step", place, DIFFERS) for place in known.differing[-1:] if not fork]
    for change in changes:
        last = [part for part in change.name.split(".") if not part.isdigit()][-1]
        found = renewing_statements(last, files, graph.sources)
        if found and is_read(last, files, graph.sources, besides=found):
            clause = f"`{_without_number(change.name)}` was changed after the first run had begun"
            label = f"changes `{last}`, which the function reads in both runs"
            return Why((*call, found[0]), call, clause, label, _help_for(last, ""), tuple(steps), read=True)
    return None


def _without_number(name: str) -> str:
    """`argument 1.keys` as the function's text has it: `keys`."""
    return name.partition(".")[2] or name if name.startswith("argument ") else name


def _quoted(name: str) -> str:
    """The value's name as code; an entry of a container is known by its position alone."""
    whole, _, last = _without_number(name).rpartition(".")
    return f"an entry of `{whole}`" if whole and last.isdigit() else f"`{_without_number(name)}`"


def _verb(value: str) -> str:
    return "had" if value.endswith(("entry", "entries")) or value.startswith("shape ") else "was"


def _told(changes: Sequence[ChangedValue]) -> tuple[str, ...]:
    return tuple(f"{_quoted(c.name)} {_twice(c.old, c.new, ',')}" for c in changes)


def _twice(old: str, new: str, joint: str) -> str:
    """`was 1 at first and 2 on recomputation`; with two verbs where one does not fit both."""
    verb = "" if _verb(new) == _verb(old) else f"{_verb(new)} "
    return f"{_verb(old)} {old} at first{joint} {verb}{new} on recomputation"


def _help_for(name: str, new: str) -> str:
    if name == "training":
        return "switch between training and evaluation after `backward()`, or before the forward pass"
    return (
        f"change `{name}` outside the checkpointed function, after the backward pass, or pass its value as an argument"
    )


def _fork_step(fork: Fork) -> Step:
    if fork.loops:
        return Step("for", fork.test, OTHER_ROUNDS if fork.tests else OTHER_NUMBER)
    return Step("if", fork.test, HELD if fork.held_at_first else DID_NOT_HOLD)


def _forked(graph: UncutGraph, call: Chain, fork: Fork, ran: Chain) -> Why:
    text = graph.text(fork.test).strip()
    code = f"`{text}`" if len(text) <= 40 and "\n" not in text else "a test"
    drawn = drawn_behind(fork.test, graph.sources)
    outside = OUTSIDE_TORCH.search(text) or drawn
    if fork.loops:
        clause = f"the loop over {code} {OTHER_ROUNDS if fork.tests else OTHER_NUMBER}"
    else:
        clause = f"{code} {HELD if fork.held_at_first else DID_NOT_HOLD}"
    helps = DRAW_OUTSIDE if outside else ""
    inner = [place for place in ran if (place.file, place.function) == (fork.test.file, fork.test.function)]
    outer = ran[: ran.index(inner[0])] if inner else call
    if drawn is not None and not fork.test.contains(drawn):
        steps = (_fork_step(fork),)
        return Why((*outer, drawn), call, clause, DRAWN, helps, steps, read=True)
    return Why((*outer, fork.test), call, clause, _fork_step(fork).label, helps, read=True)


def _stepped(known: CheckpointRuns, call: Chain, first: Chain, again: Chain, differing: Chain) -> Why:
    """The first step that differs, in what it is or in what it gave."""
    changes = _told(known.changed[:3])
    if known.apart and (first or again):
        chain = first or again
        label = "this was computed at first, but not on recomputation" if first else "this was not computed at first"
        step = (Step("again", again[-1], "this was computed instead"),) if first and again else ()
        return Why(chain, call, "the two runs differ from the marked operation on", label, "", step, changes)
    if differing:
        return Why(differing, call, "", DIFFERS, "", (), changes)
    if first and known.followed and not again:
        return Why(
            first, call, "the marked operation was not reached", "not computed on recomputation", "", (), changes
        )
    return Why(call, call, "", LABEL, "", (), changes)
