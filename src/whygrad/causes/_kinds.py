"""Errors about the kind of a value, told at the line that made the value so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from whygrad.finding import Act, Event, Finding
from whygrad.graph.became import Birth
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain


def involved(graph: UncutGraph) -> tuple[int, ...]:
    """The values that went into the call that failed, or that were handed to it."""
    return tuple(i for root in graph.query.roots for i in (root, *graph.node(root).inputs))


def made_event(graph: UncutGraph, birth: Birth, tell: str, cures: bool = True) -> tuple[Event, ...]:
    """The event of a value's becoming what it is; none where nobody saw it."""
    node = graph.node(birth.at)
    if not birth.certain or not node.birth:
        return ()
    return (Event(Act.MADE, node.birth, tell, node.spelling, cures=cures),)


def at_site(graph: UncutGraph, finding: Finding, events: Iterable[Event], asked: Chain, tell: str) -> Finding:
    """The finding at the event that the ranking chooses; the call that refused is one of them."""
    known = (*events, Event(Act.ASKED, asked, tell))
    site = site_of(known, graph.sources)
    if site is None:
        return finding
    facts = {**finding.facts, "act": site.event.act, "made": site.event.op}
    return replace(finding, chain=site.chain, path=site.shown, evidence=site.evidence, facts=facts, events=known)
