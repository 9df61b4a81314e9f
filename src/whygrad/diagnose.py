"""From a recording to findings and their texts: who cuts, who is blamed, what is said first."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import chain

from whygrad.causes import Cause, all_causes
from whygrad.causes._asleep import asleep, unexpected
from whygrad.causes._contrast import worked_before
from whygrad.causes._panel import Panel
from whygrad.causes._silent import terms_cut_off, terms_from_outside
from whygrad.diagnostic import Diagnostic
from whygrad.finding import Finding, causes_first, is_behind, unexplained
from whygrad.graph.left_out import COPIES
from whygrad.graph.replicas import is_compared as is_compared
from whygrad.graph.replicas import with_differences
from whygrad.graph.routes import Route
from whygrad.graph.sites import narrowed
from whygrad.graph.targets import is_a_teacher, is_declared_constant, is_kept_state
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame, Verdict, decide
from whygrad.recording import Place, QueryKind, Recording
from whygrad.source.budget import Budget
from whygrad.source.inquiry import Inquiry

ABOUT_CUTS = (
    QueryKind.BACKWARD,
    QueryKind.GRAD,
    QueryKind.NOT_A_TENSOR,
    QueryKind.NO_INF_CHECKS,
    QueryKind.WHY,
    QueryKind.SILENT,
    QueryKind.ASLEEP,
    QueryKind.MISSING_GRADIENT,
    QueryKind.UNUSED,
    QueryKind.UNFINISHED_REDUCTION,
    QueryKind.REFUSED,
)
Found = list[tuple[Cause, Finding]]
CAUGHT = "the program caught this error and failed later; whygrad infers that this error is the reason"
JOINED_COPIES = COPIES | {"stack", "cat"}
FINDING = 0.8  # of the time that is left; the rest is for putting it into words


@cache
def whole_panel() -> Panel:
    return Panel(all_causes())


def diagnose(
    recording: Recording,
    failures: list[Exception] | None = None,
    inquiry: Inquiry | None = None,
    panel: Panel | None = None,
) -> list[tuple[Finding, Diagnostic]]:
    """What is to be said about a recording, the most likely root cause first; one report for one cut.

    A cause that fails raises; where `failures` is given it is put there, and the other causes have their say. When the
    time of the inquiry is over, what was found by then is told.
    """
    inquiry, panel = inquiry or Inquiry(Budget()), panel or whole_panel()
    inquiry.budget.left_out.clear()
    graph = UncutGraph(recording, inquiry)
    verdict = Verdict()
    found: Found = []
    with inquiry.budget.share(FINDING, "some causes were not checked"):
        verdict, teachers = _without_teachers(graph, _verdict(graph, panel))
        _find(graph, verdict, panel, found, failures)
        found += _as_notes(graph, teachers, panel)
    if recording.query.kind is QueryKind.ERROR:  # one thing to explain
        found = panel.precedence.heard(found, lambda pair: pair[0].name)
    order = {blame.cut.key: position for position, blame in enumerate(verdict.blames)}
    told: list[tuple[Finding, Diagnostic]] = []
    with inquiry.budget.share(1.0, "some findings are not shown"):
        for cause, finding in panel.in_turn(found, lambda finding: order.get(_key(finding), 0)):
            with _contained(failures):
                told.append((finding, cause.explain(finding, graph.sources)))
        with _contained(failures):
            told[:1] = [(finding, _with_notes(text, worked_before(graph))) for finding, text in told[:1]]
    if not told:
        inquiry.untold.update(inquiry.budget.left_out)
    return [(finding, _with_limits(diagnostic, recording, inquiry.budget.note)) for finding, diagnostic in told]


def _verdict(graph: UncutGraph, panel: Panel) -> Verdict:
    """The cuts that are to blame, without those that other causes explain, or that are probably meant."""
    kind = graph.query.kind
    if not graph.roots or kind not in ABOUT_CUTS:
        return Verdict()
    verdict = decide(graph, panel.cuts_at, panel.leaf_cut)
    if kind not in (QueryKind.SILENT, QueryKind.ASLEEP):
        return Verdict(tuple(_asked_again(graph, blame, panel) for blame in verdict.blames))
    near = [blame for blame in verdict.blames if not _is_far_fetched(graph, blame)]
    if kind is QueryKind.ASLEEP:
        return Verdict(tuple(kept for blame in near if (kept := unexpected(graph, blame)) is not None))
    settled = panel.settled(graph)
    return Verdict(tuple(blame for blame in near if not {r.leaf for r in blame.routes} <= settled))


def _asked_again(graph: UncutGraph, blame: Blame, panel: Panel) -> Blame:
    """Of a result that was asked for and requires no gradient: what keeps it from that, where it is known."""
    at = blame.cut.node
    if at not in graph.query.wrt or graph.node(at).kind != "operation" or graph.node(at).requires_grad:
        return blame
    query = replace(graph.query, kind=QueryKind.WHY, roots=(at,), wrt=())
    further = UncutGraph(replace(graph.recording, query=query), graph.sources.inquiry)
    for why in decide(further, panel.cuts_at, panel.leaf_cut).blames:
        if graph.node(why.routes[0].leaf).requires_grad and why.cut.chain and _is_a_copy(graph, why.routes[0]):
            return replace(blame, cut=why.cut, asked=at)
    return blame


def _is_a_copy(graph: UncutGraph, route: Route) -> bool:
    """Does the way hand on the very numbers of its leaf? Otherwise the result was to become a leaf itself."""
    return all(graph.node(i).act in JOINED_COPIES for i in route.nodes[1:])


def _without_teachers(graph: UncutGraph, verdict: Verdict) -> tuple[Verdict, Verdict]:
    """The blames, and beside them those of cuts that keep a teacher from learning, which mostly is meant."""
    if graph.query.kind is not QueryKind.SILENT:
        return verdict, Verdict()
    teachers = tuple(blame for blame in verdict.blames if is_a_teacher(graph, blame))
    return Verdict(tuple(blame for blame in verdict.blames if blame not in teachers)), Verdict(teachers)


def _as_notes(graph: UncutGraph, verdict: Verdict, panel: Panel) -> Found:
    of = {blame.cut.cause for blame in verdict.blames}
    keys = {blame.cut.key for blame in verdict.blames}
    return [
        (cause, replace(finding, severity="note"))
        for cause in panel.causes
        if cause.name in of
        for finding in cause.find_in_run(graph, verdict)
        if _key(finding) in keys
    ]


def _key(finding: Finding) -> Place | str:
    return finding.cut.key if finding.cut is not None else ""


def _find(graph: UncutGraph, verdict: Verdict, panel: Panel, found: Found, failures: list[Exception] | None) -> None:
    """Add what the causes find: what there is when the time is over."""
    for cause in panel.causes:
        try:
            _find_one(cause, graph, verdict, found)
        except Exception as error:  # as `_contained`, which takes longer than most causes
            if failures is None:
                raise
            failures.append(error)
    if graph.query.kind is QueryKind.SILENT and not verdict.blames:
        with _contained(failures):
            found += _in_dead_terms(graph, {finding.site for _, finding in found}, panel)


def _find_one(cause: Cause, graph: UncutGraph, verdict: Verdict, found: Found) -> None:
    """Add what the cause finds: nothing where it fails."""
    before = len(found)
    besides = () if verdict.blames else cause.find_without_cut(graph)
    try:
        for finding in chain(cause.find_in_run(graph, verdict), besides):
            graph.budget.check()
            found.append((cause, _weighed(graph, finding)))
    except Exception:
        del found[before:]
        raise


def _weighed(graph: UncutGraph, finding: Finding) -> Finding:
    """What only the program reads, and no optimizer holds, may be as it is meant to be; a mark is never a block."""
    finding = replace(finding, chain=narrowed(finding.chain, graph.sources))
    if graph.query.kind is QueryKind.ASLEEP:
        return asleep(graph, finding)
    is_doubtful = graph.query.read and finding.severity == "error"
    return replace(finding, severity="warning") if is_doubtful else finding


def _with_notes(diagnostic: Diagnostic, notes: tuple[str, ...]) -> Diagnostic:
    return replace(diagnostic, notes=(*diagnostic.notes, *notes)) if notes else diagnostic


def _with_limits(diagnostic: Diagnostic, recording: Recording, stopped: str) -> Diagnostic:
    """Where only a part of the graph was copied or there was no time for all of it, or the error was caught."""
    caught = CAUGHT if recording.query.caught else ""
    return replace(diagnostic, notes=(*diagnostic.notes, *filter(None, (limit_of(recording), caught, stopped))))


def limit_of(recording: Recording) -> str:
    """A sentence where not the whole graph was looked at, else nothing."""
    nearest = recording.query.nearest
    if not nearest or recording.query.kind not in ABOUT_CUTS:
        return ""
    return f"whygrad inspected the {nearest:,} operations nearest to the question; the graph is larger"


def _is_far_fetched(graph: UncutGraph, blame: Blame) -> bool:
    """A library took a value out of torch, and only the source suggests that it came back: no reason for an alarm."""
    return blame.routes[0].inferred and graph.node(blame.cut.node).mark is not None


def _in_dead_terms(graph: UncutGraph, told: set[Place | None], panel: Panel) -> list[tuple[Cause, Finding]]:
    """What cuts off terms of the loss that depend on something that learns, by other terms; one report for each cut."""
    found: list[tuple[Cause, Finding]] = []
    for term, leaves in (*terms_cut_off(graph), *terms_from_outside(graph)):
        query = replace(graph.query, kind=QueryKind.WHY, roots=(term,), wrt=leaves)
        of_term = UncutGraph(replace(graph.recording, query=query), graph.sources.inquiry)
        verdict = decide(of_term, panel.cuts_at, panel.leaf_cut)
        # What cuts and what sums up are one expression of the user's: a library does both inside that call.
        inside = {graph.node(root).place for root in graph.query.roots} - {None}
        near = tuple(
            blame
            for blame in verdict.blames[:1]
            if inside.isdisjoint(blame.cut.chain[-1:])
            and not (
                _is_far_fetched(of_term, blame) or is_declared_constant(of_term, blame) or is_kept_state(of_term, blame)
            )
        )
        for cause in panel.causes:
            for finding in cause.find_in_run(of_term, Verdict(near)) if near else ():
                if finding.cause == near[0].cut.cause and finding.site not in told:
                    told.add(finding.site)
                    found.append((cause, replace(finding, severity="warning", lost=(), of_a_term=True)))
    return found


@contextmanager
def _contained(failures: list[Exception] | None) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if failures is None:
            raise
        failures.append(error)


def diagnose_all(
    recordings: Sequence[Recording],
    failures: list[Exception] | None = None,
    inquiry: Inquiry | None = None,
    panel: Panel | None = None,
) -> list[tuple[Finding, Diagnostic]]:
    """The diagnoses of several processes; what was found on several ranks is told once."""
    collecting = gc.isenabled()
    gc.disable()  # a large graph makes no cycles to collect, and looking for them takes a third of the time
    try:
        return _diagnose_all(recordings, failures, inquiry or Inquiry(Budget()), panel)
    finally:
        if collecting:
            gc.enable()


def _diagnose_all(
    recordings: Sequence[Recording], failures: list[Exception] | None, inquiry: Inquiry, panel: Panel | None
) -> list[tuple[Finding, Diagnostic]]:
    found: dict[tuple[object, ...], tuple[Finding, Diagnostic]] = {}
    ranks: dict[tuple[object, ...], list[int]] = {}
    for number, recording in enumerate(with_differences(recordings)):
        if inquiry.budget.is_spent:
            inquiry.leave_out(len(recordings) - number)
            break
        pairs: list[tuple[Finding, Diagnostic]] = []
        with _contained(failures):
            pairs = diagnose(recording, failures, inquiry, panel)
        for finding, diagnostic in pairs:
            key = (finding.cause, finding.site, diagnostic.message)
            found.setdefault(key, (finding, diagnostic))
            if recording.query.rank is not None:
                ranks.setdefault(key, []).append(recording.query.rank)
    told = [(finding, _on_ranks(diagnostic, ranks.get(key, []))) for key, (finding, diagnostic) in found.items()]
    told = unexplained(_once(_in_turn(told, panel or whole_panel()), panel or whole_panel()))
    if not any(finding.diverges for finding, _ in told):
        return causes_first(told)
    driving = {cause.name for cause in (panel or whole_panel()).causes if cause.drives}
    # An error of torch's own is a refusal: what was refused has changed no parameter.
    told = [(replace(f, drives=f.cause in driving and f.severity == "warning"), d) for f, d in told]
    return causes_first(_with_reason(pair, told) for pair in told)


def _in_turn(told: Sequence[tuple[Finding, Diagnostic]], panel: Panel) -> list[tuple[Finding, Diagnostic]]:
    """What several recordings tell of one line, each cause after those that it yields to."""
    ordered: list[tuple[Finding, Diagnostic]] = []
    for pair in told:
        later = [other for other, _ in ordered if _tells_more(pair[0], other, panel)]
        at = next((n for n, (other, _) in enumerate(ordered) if other in later), len(ordered))
        ordered.insert(at, pair)
    return ordered


def _once(told: Sequence[tuple[Finding, Diagnostic]], panel: Panel) -> list[tuple[Finding, Diagnostic]]:
    """Without what another recording tells of the very same expression, by a cause that knows more of it."""
    alarms = [finding for finding, _ in told if finding.severity != "note"]

    def is_told(finding: Finding) -> bool:
        yields = panel.precedence.yields
        return any(yields(finding.cause, other.cause) and other.site == finding.site for other in alarms)

    return [pair for pair in told if pair[0].site is None or not is_told(pair[0])]


def _tells_more(finding: Finding, other: Finding, panel: Panel) -> bool:
    """Does the other yield to the finding, which is about its line too?"""
    if not panel.precedence.yields(other.cause, finding.cause) or other.site is None:
        return False
    places = (*finding.chain[-1:], *(step.place for step in finding.path))
    return any((place.file, place.line) == (other.site.file, other.site.line) for place in places)


def _with_reason(
    pair: tuple[Finding, Diagnostic], told: Sequence[tuple[Finding, Diagnostic]]
) -> tuple[Finding, Diagnostic]:
    """Of nan and infinity in a run that diverged: what is reported besides, and may be why it did."""
    finding, diagnostic = pair
    behind = dict.fromkeys(driver.cause for driver, _ in told if is_behind(driver, finding))
    if not behind:
        return pair
    named = " and ".join(f"`{cause}`" for cause in behind)
    them = "it" if len(behind) == 1 else "them"
    note = f"whygrad also found {named}, which can make a run diverge: fix {them} first"
    return finding, _with_notes(replace(diagnostic, helps=()), (note,))


def _on_ranks(diagnostic: Diagnostic, ranks: list[int]) -> Diagnostic:
    if not ranks:
        return diagnostic
    listed = ", ".join(str(rank) for rank in sorted(set(ranks)))
    return replace(diagnostic, notes=(*diagnostic.notes, f"on rank{'s' if len(set(ranks)) > 1 else ''} {listed}"))
