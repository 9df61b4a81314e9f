"""What every cause shares: how it claims cuts, and the sentences that all diagnostics have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from whygrad.causes._at_use import AtUse, use_to_blame
from whygrad.causes._offering import offered
from whygrad.diagnostic import Diagnostic, Edit, Label
from whygrad.finding import BlamedCut, Finding, Step
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut, Route
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame, Verdict
from whygrad.recording import Node, Place, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.naming import short_place
from whygrad.source.patterns.passes import loss_in_call
from whygrad.source.span import acting_part, assigned_names

LISTED = 6  # names in a note
SHORT = 60  # letters of an expression that a sentence repeats
NEAR = 8  # steps of a framework's between the loss and the pass
NAMELESS = "the loss"  # where the program has no name for it
INFERRED = (
    "part of this path runs outside torch, where whygrad cannot follow it; whygrad infers that part from the source"
)


class Cause:
    """One way to lose a gradient. A subclass says where it cuts and what to tell about it."""

    name: ClassVar[str]
    # Causes that know more: where one of them claims the same cut, this one does not; its findings come after theirs.
    yields_to: ClassVar[tuple[str, ...]] = ()
    drives: ClassVar[bool] = False  # what it finds makes updates too large or wrong: a run may diverge for it
    also: ClassVar[str] = "also without gradient, for the same reason"
    inferred: ClassVar[str] = INFERRED

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        """Does a gradient coming back from `index` stop on its way into `parent`, for this cause?"""
        return None

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        """Does this cause claim the operation `index`, which ran while `switch` had gradients off?"""
        return None

    def leaf_cut(self, graph: UncutGraph, index: int) -> Cut | None:
        """Is this leaf, which requires no gradient, meant to, and kept from it by this cause?"""
        return None

    def settles(self, graph: UncutGraph) -> set[int]:
        """The leaves whose want of a gradient this cause explains by itself: cuts elsewhere are not to blame then."""
        return set()

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        """The findings of this cause; by default the blamed cuts that it claimed."""
        for blame in verdict.blames:
            if blame.cut.cause == self.name:
                yield cut_finding(graph, blame)

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        """What it finds besides, where no cut is to blame: a cut is the nearer reason."""
        return iter(())

    def explain(self, finding: Finding, sources: SourceFiles) -> Diagnostic:
        """The finding in words, with places."""
        use: AtUse | None = finding.facts.get("use")
        label = use.label if use else self.label(finding)
        made = () if use else self.edits(finding, sources)
        shown = offered(self.name, made, sources)
        return Diagnostic(
            cause=self.name,
            severity=finding.severity,
            message=_in_words(_sentence(self.subject(finding), self.clause(finding))),
            primary=Label(finding.site, _in_words(label)) if finding.site else None,
            labels=tuple(Label(step.place, _in_words(step.label)) for step in finding.path),
            notes=(*self.notes(finding), *self._common_notes(finding)),
            helps=(use.help,) if use else tuple(map(_in_words, self.helps(finding))),
            edits=shown,
            untried=() if shown else made,
        )

    def _common_notes(self, finding: Finding) -> tuple[str, ...]:
        also, inferred = finding.wording.also, finding.wording.inferred
        return common_notes(finding, also or self.also, inferred if isinstance(inferred, str) else self.inferred)

    def subject(self, finding: Finding) -> str:
        """Who suffers: the start of the message."""
        return lost_phrase(finding)

    def clause(self, finding: Finding) -> str:
        """What happened, after "`w` gets no gradient: "."""
        raise NotImplementedError

    def label(self, finding: Finding) -> str:
        """What the marked expression does to the gradient."""
        raise NotImplementedError

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ()

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        return ()


def _sentence(subject: str, clause: str) -> str:
    """Both, where there is a clause; what carries no gradient is named once, though the clause begins with it too."""
    name, carries, _ = subject.partition(" carries no gradient")
    if carries and clause.startswith(f"{name} "):
        clause = f"it{clause[len(name) :]}"
    return ": ".join(filter(None, (subject, clause)))


def node_cut(cause: Cause, node: Node, index: int, plausibility: Plausibility = Plausibility.LIKELY) -> Cut:
    """A cut that the node's own expression makes."""
    return Cut(cause.name, node.chain, index, plausibility)


def cut_finding(graph: UncutGraph, blame: Blame) -> Finding:
    """The fact that a cut stops routes to what should learn."""
    cut, best = blame.cut, blame.routes[0]
    site = cut.chain[-1] if cut.chain else None
    narrow = acting_part(site, graph.sources) if site else None
    root = root_name(graph)
    node = graph.node(cut.node)
    if cut.switch is not None:  # tell of the operation nearest to what should learn
        node = next((n for n in map(graph.node, best.nodes) if n.switch == cut.switch), node)
    finding = Finding(
        cause=cut.cause,
        severity="error",
        evidence="inferred" if best.inferred else "observed",
        chain=(*cut.chain[:-1], narrow) if narrow else cut.chain,
        path=path_steps(graph, best, narrow or site, root),
        lost=tuple(dict.fromkeys(name for r in blame.routes if (name := leaf_name(graph, r.leaf)))),
        facts={
            "kind": graph.query.kind,
            "root": root,
            "op_full": node.op,
            "op": node.spelling or node.op,
            "code": graph.text(narrow).strip() if narrow else "",
            "mark": node.mark,
            "inputs": len(node.inputs),
            "dtype": node.dtype,
            "switch": graph.switch(cut.switch) if cut.switch is not None else None,
            "text": graph.text(site).strip() if site else "",
        },
        cut=BlamedCut(
            cut.key,
            _way(graph, blame),
            root,
            others=tuple((other.cause, other.chain[-1]) for other in blame.others if other.chain),
            silenced=_silencing(graph, best, site),
            behind=leaf_name(graph, blame.asked) if blame.asked is not None else "",
        ),
    )
    use = use_to_blame(graph, blame)
    return _at_use(graph, best, finding, use) if use else finding


def _way(graph: UncutGraph, blame: Blame) -> tuple[Step, ...]:
    """What a picture of the gradient's path shows, from the parameter to the loss; the cut is marked by its label."""
    cut, found = blame.cut, []
    for index in blame.routes[0].nodes:
        node = graph.node(index)
        if node.place is not None and node.op != "backward":
            name = leaf_name(graph, index) if node.kind == "leaf" else ""
            is_cut = index == cut.node or (cut.switch is not None and node.switch == cut.switch)
            found.append(Step(name or node.spelling or node.op, node.place, "cut" if is_cut else ""))
    return tuple(found)


def _at_use(graph: UncutGraph, route: Route, finding: Finding, use: AtUse) -> Finding:
    """The finding where the cut is used; the cut itself is a place on the way."""
    path = path_steps(graph, route, use.chain[-1], finding.facts["root"])
    taken = {(step.place.file, step.place.line) for step in use.inside}
    others = [step for step in path if (step.place.file, step.place.line) not in taken]
    found = replace(finding, chain=use.chain, path=(*others[:1], *use.inside, *others[1:]))
    found = replace(found, facts={**finding.facts, "use": use})
    if not use.inferred:
        return found
    return replace(found, evidence="inferred", wording=replace(found.wording, inferred=use.inferred))


def _silencing(graph: UncutGraph, route: Route, site: Place | None) -> str:
    """What makes a leaf of a value whose history is lost, so that `backward()` does not fail."""
    if graph.query.kind is not QueryKind.SILENT:
        return ""
    if any(graph.node(n).op == "requires_grad" for n in route.nodes):
        return "requires_grad_(True)"
    return "requires_grad=True" if site and "requires_grad=True" in graph.text(site) else ""


def edit_call(finding: Finding, argument: str) -> tuple[Edit, ...]:
    """The marked call with one more keyword argument, where it is a whole call on one line."""
    site, text = finding.site, str(finding.facts.get("code", ""))
    if site is None or not site.column or site.line != site.end_line or not text.endswith(")"):
        return ()
    if argument.partition("=")[0] in text:
        return ()
    separator = "" if text.endswith("()") else ", "
    end = Place(site.file, site.end_line, site.end_column - 1, site.end_line, site.end_column - 1, site.function)
    return (Edit(end, f"{separator}{argument}"),)


def root_name(graph: UncutGraph) -> str:
    """The loss as the user calls it: its variable, else the text of what made it."""
    if graph.query.root_name:
        return graph.query.root_name
    called = _calls_of_the_pass(graph)
    known = {name for root in graph.roots for name in _assigned_near(graph, root)}
    for place in called:
        subject = loss_in_call(graph.text(place), known) if place else ""
        if "\n" not in subject and 0 < len(subject) <= 40:
            return subject
    for root in graph.query.roots:
        computed = _before_the_call(graph, root, called)
        place = graph.node(computed).place
        if computed != root and (name := graph.assigned_name(graph.node(computed).chain)):
            return name
        if place and place.line == place.end_line and place.column and place not in called:
            text = graph.text(place).strip()
            if len(text) <= 40:
                return text
    return NAMELESS


def _in_words(text: str) -> str:
    """What describes the loss is not marked as code."""
    return text.replace(f"`{NAMELESS}`", NAMELESS)


def _calls_of_the_pass(graph: UncutGraph) -> tuple[Place | None, ...]:
    """The user's calls that ran the passes, by themselves or through a framework."""
    called = (graph.node(root).place for root in graph.roots if graph.node(root).op == "backward")
    return (*called, *graph.query.chain[-1:])


def _assigned_near(graph: UncutGraph, root: int) -> Iterator[str]:
    """What the loss is called, and what it was computed from in the last steps: by variables, or by the expressions."""
    near = [root, *(i for i in graph.node(root).inputs)]
    near += [i for at in near[1:] for i in graph.node(at).inputs]
    for place in {place for at in near for place in graph.node(at).chain}:
        yield from (*assigned_names(place, graph.sources), graph.text(place).strip())


def _before_the_call(graph: UncutGraph, root: int, called: Sequence[Place | None]) -> int:
    """What the program itself computed, before the call of a framework's that divides or sums it and runs the pass."""
    for _ in range(NEAR):
        node = graph.node(root)
        if not node.inputs or not (node.op == "backward" or node.place in called):
            break
        root = node.inputs[0]
    return root


def leaf_name(graph: UncutGraph, index: int) -> str:
    """The leaf as the user calls it, else what its own line assigns it to; nothing where it is not in the recording."""
    node = graph.node(index)
    if node.unknown and node.kind != "leaf":
        return ""
    if node.name:
        return node.name
    return graph.assigned_name(node.birth)


def path_steps(graph: UncutGraph, route: Route, site: Place | None, root: str) -> tuple[Step, ...]:
    """The few places that tell the way: where the leaf enters, where the loss is made."""
    steps = []
    name = leaf_name(graph, route.leaf)
    inner = [n for n in route.nodes[1:] if graph.node(n).place and graph.node(n).op != "backward"]
    called = _calls_of_the_pass(graph)
    while len(inner) > 1 and graph.node(inner[-1]).place in called:
        inner.pop()  # what a framework computes in the user's call of it is not the user's loss
    if inner and name:
        steps.append(_step(graph, inner[0], f"`{name}` enters here"))
    if len(inner) > 1:
        at_leaf = any(cut.node == route.leaf for cut in route.cuts)  # then the way itself is free
        through = f" only through {line_from(graph.node(inner[-1]).place, site)}" if site and not at_leaf else ""
        what = f"`{name}`" if name else "the tensor that should learn"
        label = f"`{root}` depends on {what}{through}"
        if graph.node(inner[-1]).op == "requires_grad":
            label = f"turns `{root}` into a leaf: this removes the error, but does not restore the gradient"
        elif graph.node(inner[-1]).kind == "leaf":  # only a branch leads on from here
            label = f"`{root}` is still this value"
        steps.append(_step(graph, inner[-1], label))
    if graph.query.kind is QueryKind.REFUSED and graph.query.chain:
        steps.append(Step("", graph.query.chain[-1], "requests a gradient here"))
    seen: set[tuple[str, int]] = {(site.file, site.line)} if site else set()
    kept = []
    for step in steps:
        if step is not None and (step.place.file, step.place.line) not in seen:
            seen.add((step.place.file, step.place.line))
            kept.append(step)
    return tuple(kept)


def line_from(here: Place | None, there: Place) -> str:
    """How a sentence at one place names the line of another: by its file too, where that is another one."""
    same = here is not None and here.file == there.file
    return f"line {there.line}" if same else short_place(there.file, there.line)


def _step(graph: UncutGraph, index: int, label: str) -> Step | None:
    node = graph.node(index)
    return Step(node.spelling, node.place, label) if node.place else None


def lost_phrase(finding: Finding) -> str:
    """Who gets no gradient, as the start of a sentence."""
    if finding.of_a_term:
        return "a term of the loss has no effect"
    if (
        not finding.lost and finding.facts.get("kind") is QueryKind.SILENT
    ):  # no variable shows it; the loss has gradients
        return "a parameter of the optimizer gets no gradient"
    if not finding.lost:
        return f"`{finding.facts.get('root', 'the loss')}` carries no gradient"
    one = len(finding.lost) == 1
    who = f"`{finding.lost[0]}`" if one else f"`{finding.lost[0]}` and {len(finding.lost) - 1} more"
    verb = "gets" if one else "get"
    return f"{who} no longer {verb} a gradient" if finding.asleep else f"{who} {verb} no gradient"


def is_short(text: str) -> bool:
    """Can a sentence repeat this expression, as the program wrote it?"""
    return text != "…" and len(text) <= SHORT and text.isprintable()


def as_list(text: str) -> str:
    """A list of what an iterator yields: `list(filter(…))`; an ellipsis stands for an expression that is not short."""
    return f"list({text if is_short(text) else '…'})"


def common_notes(finding: Finding, also: str, inferred: str) -> tuple[str, ...]:
    notes = []
    if len(finding.lost) > 1:
        listed = ", ".join(f"`{name}`" for name in finding.lost[1 : 1 + LISTED])
        more = len(finding.lost) - 1 - LISTED
        notes.append(f"{also}: {listed}{f' and {more} more' if more > 0 else ''}")
    cut = finding.cut
    if cut and cut.behind:
        notes.append(
            f"because of this line, `{cut.behind}` does not require a gradient, although its gradient is requested"
        )
    if cut and cut.silenced:
        notes.append(f"`{cut.silenced}` only silences the error: it starts a new graph, and nothing before it learns")
    if sleep := finding.asleep:
        notes.append(f"gradients arrived at first, but not in the last {sleep.slept} of {sleep.steps} steps")
    for cause, place in cut.others if cut else ():
        line = short_place(place.file, place.line)
        notes.append(f"one change is not enough: {line} stops the gradient too ({cause})")
    use: AtUse | None = finding.facts.get("use")
    if use and use.note:
        notes.append(use.note)
    if finding.evidence == "inferred":
        notes.append(inferred)
    return tuple(notes)
