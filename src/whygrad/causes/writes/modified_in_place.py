"""A value that an operation had saved for its gradient was overwritten before `backward()`."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, leaf_name
from whygrad.causes._unreset import help_of, inferred_of, label_of, steps_of
from whygrad.causes.writes._kept_values import WHY
from whygrad.causes.writes._late_pass import help_of_order, pass_after_block
from whygrad.diagnostic import Edit
from whygrad.evidence.hooks import RegisteredHook
from whygrad.evidence.marks import PassRan
from whygrad.evidence.raised import ForwardCall
from whygrad.evidence.torch_texts import OVERWRITTEN
from whygrad.finding import Act, Event, Finding, Step, Wording
from whygrad.graph.missed_cuts import missed_cut
from whygrad.graph.missed_resets import MissedReset, missed_reset
from whygrad.graph.overwrites import Overwrite, find_overwrite, renormalised
from whygrad.graph.sharing import blamed_chain, find_carried, is_made_again, is_made_before_loop
from whygrad.graph.sites import parting, site_of, up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import EMBEDDINGS, canonical, shown
from whygrad.recording import Chain, Node, Place, QueryKind, Write
from whygrad.source.files import SourceFiles
from whygrad.source.naming import short_place
from whygrad.source.out_of_place import out_of_place
from whygrad.source.patterns.effects import writes_after, writes_to_any
from whygrad.source.patterns.inplace_modules import Made, called_name, inplace_modules, renormalising_embedding
from whygrad.source.patterns.loops import share_a_loop
from whygrad.source.patterns.stores import attributes_read
from whygrad.source.patterns.switched import switched_on
from whygrad.walk import reachable

MADE = "the module that writes in place is created here"


class ModifiedInPlace(Cause):
    name = "modified-in-place"
    inferred = "torch reports that the value was changed in place; whygrad infers the line to change from the source"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or OVERWRITTEN not in graph.query.error:
            return
        found = find_overwrite(graph)
        found = found if found.write is not None else renormalised(graph, found)
        write, victim = found.write, graph.node(found.victim) if found.victim is not None else None
        hooked = _written_by_hook(graph, victim, self.name) if victim is not None and write is None else None
        told = graph.only(ForwardCall) if victim is None else None
        if hooked is None and told is not None:
            hooked = _told_by_torch(graph, told, self.name)
        if hooked is not None:
            yield hooked
            return
        saving = victim.spelling if victim else ""
        made = _made(graph, write, saving) if write else None
        scaled = write is not None and write.act in EMBEDDINGS
        chain = write.chain if write else victim.chain if victim else graph.query.chain
        inner = made is not None and made.held_as != called_name(chain[-1], graph.sources)
        events = tuple(_events(graph, found, made, inner, saving)) or (Event(Act.USED, chain),)
        site = site_of(events, graph.sources)
        inferred = scaled or (site is not None and site.evidence == "inferred")
        finding = Finding(
            cause=self.name,
            severity="error",
            evidence=("inferred" if inferred else "observed") if write else "unknown",
            chain=site.chain if site else chain,
            path=site.shown if site else (),
            events=events,
            lost=(),
            facts={
                "name": _name(graph, found),
                "saving": saving,
                "step": bool(write and write.step),
                "writing": write.spelling if write else "",
                "code": graph.text(write.chain[-1]).strip() if write and write.chain else "",
                "seen": write is not None,
                "made": inner,
                "act": site.event.act if site else Act.WRITTEN,
                "retained": _retained(graph),
                "unreset": (unreset := _unreset_state(graph) if write and write.step else None),
            },
            wording=Wording(inferred=inferred_of(unreset) if unreset else True),
        )
        yield pass_after_block(graph, finding, victim.chain) if victim is not None else finding

    def subject(self, finding: Finding) -> str:
        name = f"`{finding.facts['name']}`" if finding.facts["name"] else "a value"
        what = "by the optimizer" if finding.facts["step"] else "in place"
        return f"{name} was changed {what} after `{shown(finding.facts['saving']) or 'an operation'}` saved it"

    def clause(self, finding: Finding) -> str:
        saving = f"of `{shown(finding.facts['saving'])}`" if finding.facts["saving"] else "behind it"
        return f"the gradient {saving} can no longer be computed"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("hook"):
            return "changes the value while the backward pass runs"
        if not finding.facts["seen"]:
            return "saves the value; whygrad did not see what changed it"
        if finding.facts.get("unreset"):
            return label_of(finding.facts["unreset"])
        if finding.facts.get("act") is Act.STORED:
            return "does not detach the value that is carried into the next iteration"
        if finding.facts.get("act") is Act.ONCE:
            return "computed before the loop, and not again after each step"
        if finding.facts.get("act") is Act.SET:
            return "makes the module change its input in place"
        if finding.facts["writing"] in EMBEDDINGS:
            return "an embedding with `max_norm` scales its own table in place"
        if finding.facts["step"]:
            what = "this call changes" if finding.facts.get("act") is Act.EARLY else "this step changes"
            return f"{what} parameters that a later backward pass still needs"
        if finding.facts.get("late"):
            return "runs after the `with` block, whose end has changed the parameters"
        if finding.facts.get("act") is Act.EARLY:
            return "changes parameters that the backward pass still needs"
        if finding.facts["made"]:
            return "this module changes the value in place"
        return "changes the value here"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("hook"):
            return (f"`{finding.facts['hook']}` is a hook: it runs during the backward pass",)
        why = WHY.get(canonical(finding.facts["saving"]))
        if finding.facts["step"] and finding.facts["retained"]:
            file, line = finding.facts["retained"]
            where = f"`retain_graph=True` at {short_place(file, line)}"
            return (f"{where} kept the graph for another pass",)
        return (f"`{shown(finding.facts['saving'])}` keeps it because {why}",) if why else ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("hook"):
            return ("only record measurements in the hook, and change the value after `backward()`",)
        if finding.facts.get("unreset"):
            return (help_of(finding.facts["unreset"]),)
        if finding.facts.get("act") is Act.STORED:
            return ("detach the value in every iteration, and keep what `.detach()` returns",)
        if finding.facts.get("act") is Act.ONCE:
            return (
                "compute it in every iteration of the loop, or step once, after the loop; if it should stay constant, "
                "`.detach()` it",
            )
        if finding.facts["step"]:
            return (
                "run every backward pass through these parameters before the step, or recompute that loss "
                "after it; detach a state that you carry over from before the step",
            )
        if finding.facts["writing"] in EMBEDDINGS:
            return (
                "look up the rows before using the whole table, limit the norms yourself instead of "
                "using `max_norm`, or compute with `weight.clone()`",
            )
        if finding.facts.get("act") is Act.EARLY:
            return (help_of_order(finding),)
        if "inplace=True" in finding.facts["code"] or finding.facts["writing"] in (
            "relu",
            "leaky_relu",
            "silu",
            "dropout",
        ):
            return ("use `inplace=False` for this module",)
        if finding.facts["writing"] == "__setitem__":
            return (
                "write to a copy (`x = x.clone()` first), or choose with `torch.where`; if elements "
                "depend on others of the same tensor, collect them in a list and use `torch.stack`",
            )
        return (
            "create a new tensor: `x = x + …` instead of `x += …`, `x.add(…)` instead of "
            "`x.add_(…)`; or write to `x.clone()`",
        )

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        if finding.site is None or finding.facts.get("act") is not Act.WRITTEN or finding.facts["step"]:
            return ()
        made = out_of_place(finding.site, sources)
        return (Edit(*made),) if made is not None else ()


def _name(graph: UncutGraph, found: Overwrite) -> str:
    """What was overwritten, as the program calls it; of a Function's results it is not known which one it was."""
    if found.old is None or (found.saved_result and graph.node(found.old).op.endswith(".apply")):
        return ""
    return leaf_name(graph, found.old)


def _written_by_hook(graph: UncutGraph, victim: Node, cause: str) -> Finding | None:
    """The write of a hook into something that the victim reads: what runs in a backward pass is not seen, but read."""
    names = attributes_read(victim.place, graph.sources) if victim.place else []
    for seen in graph.evidence(RegisteredHook) if names else ():
        writes = writes_to_any(seen.hook.file, seen.hook.line, names, graph.sources)
        if writes and victim.place:
            saving = victim.spelling
            steps = [Step(saving, victim.place, f"`{shown(saving)}` keeps this value for its gradient")]
            steps += [Step("register_hook", place, "the hook is registered here") for place in seen.registered[-1:]]
            facts = {"name": "", "saving": saving, "step": False, "seen": True, "made": False, "hook": seen.hook.name}
            return Finding(cause, "error", "inferred", (writes[0],), tuple(steps), facts=facts)
    return None


def _told_by_torch(graph: UncutGraph, told: ForwardCall, cause: str) -> Finding:
    """Inside compiled code nothing was seen: torch itself names the line that saved the value, the source the write."""
    writes = writes_after(told.chain[-1], graph.sources)
    write = writes[0] if len({w.line for w in writes}) == 1 else None
    saved = Event(Act.USED, told.chain, f"`{told.operation}` keeps a value for its gradient", told.operation)
    written = () if write is None else (Event(Act.WRITTEN, (*told.chain[:-1], write), observed=False),)
    events = (*written, saved)
    site = site_of(events, graph.sources)
    assert site is not None
    facts = {"name": "", "saving": told.operation, "step": False, "writing": "", "code": "", "seen": write is not None}
    facts |= {"made": False, "act": site.event.act, "retained": None}
    evidence = "inferred" if write is not None else "unknown"
    return Finding(cause, "error", evidence, site.chain, site.shown, facts=facts, events=events)


def _made(graph: UncutGraph, write: Write, saving: str) -> Made | None:
    """Where the module is made that wrote in place, where the program did not write it by itself."""
    function = write.spelling
    if not write.chain or function.endswith("_") or "inplace" in graph.text(write.chain[-1]):
        return None
    found = inplace_modules(function, graph.recording.sources, graph.sources)
    held = called_name(write.chain[-1], graph.sources)
    following = saving.replace("_", "")
    fitting = (
        [m for m in found if m.held_as and m.held_as == held]
        or [m for m in found if m.after.lower() == following]
        or [m for m in found if not m.held_as]
        or found
    )
    lines = {(m.place.file, m.place.line) for m in fitting}
    return fitting[0] if len(lines) == 1 else None


def _events(graph: UncutGraph, found: Overwrite, made: Made | None, inner: bool, saving: str) -> Iterator[Event]:
    """What kept the value, what changed it, and who made that change it in place."""
    victim = graph.node(found.victim) if found.victim is not None else None
    write = found.write
    if write is None:
        return
    what = "its result" if found.saved_result else "this value"
    if victim is not None:
        yield Event(Act.USED, victim.chain, f"`{shown(saving)}` keeps {what} for its gradient", saving, cures=False)
    switched, table = _switched(graph, write, made), _table(graph, write)
    if table is not None:
        yield Event(Act.WRITTEN, write.chain, "the lookup scales its table here", "call", cures=False)
        yield Event(Act.MADE, (*write.chain, table), observed=False)
    elif switched is not None:
        yield Event(Act.SET, (*write.chain, switched), observed=False)
        yield Event(Act.WRITTEN, write.chain, "it runs here", "call")
    elif made is not None and inner:
        yield Event(Act.WRITTEN, write.chain, "it runs here", "call", cures=False)
        yield Event(Act.MADE, (*write.chain, made.place), observed=False)
    elif victim is not None and (order := _out_of_order(graph, write, victim)):
        yield Event(Act.EARLY, order)
        yield Event(Act.WRITTEN, write.chain, "changes the value here")
    else:
        told = list(_around_the_step(graph, write, found.victim)) if write.step else []
        is_told = any(event.cures for event in told)
        yield Event(Act.WRITTEN, write.chain, "this step changes the parameters" if is_told else "")
        yield from told
        if made is not None:
            yield Event(Act.MADE, (made.place,), MADE, "make", cures=False)


def _around_the_step(graph: UncutGraph, write: Write, victim: int | None) -> Iterator[Event]:
    """Why a pass needs what an optimizer's step has changed: a state lives on, or the step comes too early."""
    unreset = _unreset_state(graph)
    if unreset is not None:
        yield Event(Act.STORED, unreset.chain, observed=False)
        yield from (Event(Act.USED, (s.place,), s.label, s.op, False, cures=False) for s in steps_of(unreset))
        return
    carried = _carried(graph, write)
    if carried is not None:
        yield carried
    elif victim is not None:
        needing = graph.node(victim).chain
        early = _called_early(graph, write, needing)
        if early:
            yield Event(Act.EARLY, early)
            before = up_to_parting(needing, early)
            if before != needing:
                yield Event(Act.USED, before, "needs the parameters as they are here", "call", cures=False)
        stale = _used_after(graph, write, victim)
        if stale:
            yield Event(Act.USED, stale, "uses a value from before the step", cures=False)


def _table(graph: UncutGraph, write: Write) -> Place | None:
    """Where the embedding is made that writes to its table by itself, where the lookup does not say so."""
    if write.act not in EMBEDDINGS or not write.chain or "max_norm" in graph.text(write.chain[-1]):
        return None
    called = called_name(write.chain[-1], graph.sources)
    return renormalising_embedding(write.spelling, called, graph.recording.sources, graph.sources)


def _carried(graph: UncutGraph, write: Write) -> Event | None:
    """What takes a value, with the graph that was retained for it, into the next round of the loop.

    A `.detach()` that was to end that graph, and does not; else the line that makes it once for all rounds, or hands
    it on.
    """
    shared = find_carried(graph)
    if shared is None:
        return None
    missed = missed_cut(graph, shared)
    if missed is not None:
        return Event(Act.STORED, missed.chain, op="detach", observed=False)
    chain, tell = blamed_chain(graph, shared), "carries a value over from the previous step, with its graph"
    if chain and is_made_before_loop(graph, shared, write):
        return Event(Act.ONCE, chain, observed=False)
    cures = is_made_again(graph, shared)
    return Event(Act.STORED, chain, tell, observed=False, cures=cures) if chain else None


def _unreset_state(graph: UncutGraph) -> MissedReset | None:
    """A state that goes on from the round before because nothing calls what resets it."""
    shared = find_carried(graph)
    return missed_reset(graph, shared) if shared is not None and missed_cut(graph, shared) is None else None


def _used_after(graph: UncutGraph, write: Write, victim: int) -> Chain:
    """The first use, after the step, of a value that was computed before it by what the step has changed."""
    behind = graph.learning_behind(graph.query.roots)
    made = reachable((victim,), lambda at: [user for user in graph.users.get(at, ()) if user in behind])
    users = sorted((i for i in made if graph.node(i).clock > write.clock), key=lambda i: graph.node(i).clock)
    for user in users:
        is_stale = any(i in made and graph.node(i).clock <= write.clock for i in graph.learning_inputs(user))
        if is_stale and graph.node(user).chain:
            return graph.node(user).chain
    return ()


def _switched(graph: UncutGraph, write: Write, made: Made | None) -> Place | None:
    """The one statement that sets `inplace` on modules, where none is made that way and the call does not say so."""
    if made is not None or not write.chain or "inplace" in graph.text(write.chain[-1]) or write.spelling.endswith("_"):
        return None
    if inplace_modules(write.spelling, graph.recording.sources, graph.sources):
        return None
    found = switched_on("inplace", graph.recording.sources, graph.sources)
    return found[0] if len(found) == 1 and write.act not in EMBEDDINGS and write.act != "__setitem__" else None


def _out_of_order(graph: UncutGraph, write: Write, victim: Node) -> Chain:
    """The call that writes to parameters too early: by itself it is right, as an optimizer's step is."""
    if write.step or write.old is None or not graph.node(write.old).parameter:
        return ()
    order = up_to_parting(write.chain, victim.chain)
    below = write.chain[len(order) :][:1], victim.chain[len(order) :][:1]
    # Two calls of one function: it writes at each of them, so their order does not matter.
    again = all(below) and below[0][0].function == below[1][0].function
    return order if order != write.chain and not again else ()


def _called_early(graph: UncutGraph, write: Write, needing: Chain) -> Chain:
    """The call under which an optimizer steps too early, where the step is not in the function that decides the order.

    That function runs the step between what needs the parameters and the pass: the innermost one that calls it and
    one of them. A helper that steps is right for its other callers.
    """
    needs, asks = parting(write.chain, needing), _parting_from_the_pass(graph, write)
    if needs is not None:
        below = write.chain[needs + 1 :][:1], needing[needs + 1 :][:1]
        # Two calls of one function: it steps at each of them, so their order does not matter.
        needs = None if all(below) and below[0][0].function == below[1][0].function else needs
    levels = [level for level in (needs, asks) if level is not None]
    chain = write.chain[: max(levels) + 1] if levels else write.chain
    return chain if chain != write.chain else ()


def _parting_from_the_pass(graph: UncutGraph, write: Write) -> int | None:
    """The frame at which the chains of the step and of the pass that failed part: of one call, or of one loop.

    Where the pass stands before the step in the text, and no loop is around both, another call of the function ran it.
    """
    asked, level = graph.query.chain, parting(write.chain, graph.query.chain)
    if level is None:
        return None
    step, asking = write.chain[level], asked[level]
    if asking.line > step.line or share_a_loop(step, asking, graph.sources):
        return level
    around = [at for at in range(level) if share_a_loop(asked[at], asked[at], graph.sources)]
    return max(around, default=None)


def _retained(graph: UncutGraph) -> tuple[str, int] | None:
    """The latest backward pass that was told to retain its graph."""
    calls = [n for n in graph.nodes if n.op == "backward" and n.mark == PassRan(retained=True) and n.place]
    latest = max(calls, key=lambda n: n.number, default=None)
    return (latest.place.file, latest.place.line) if latest and latest.place else None
