"""A state that lives on from one pass to the next because nobody resets it, though its class knows how to."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from whygrad.graph.sharing import Shared, blamed_chain, is_made_again
from whygrad.graph.sites import narrowed, parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.sharing.resets import Reset, reset_of_others, uncalled_reset
from whygrad.source.span import place_of_node


@dataclass(frozen=True)
class MissedReset:
    """At `chain` a call of the method is missing that sets anew what `store` renews."""

    chain: Chain
    store: Place
    reset: Reset
    of_others: bool = False  # it is called at `chain`, for other objects


def missed_reset(graph: UncutGraph, shared: Shared) -> MissedReset | None:
    """Where a round begins that goes on with the state of the one before, and no text calls what resets it."""
    earlier = graph.node(shared.earlier).chain
    used = graph.node(shared.used).chain if shared.used is not None else ()
    level = parting(used, earlier)
    if level is None or not is_made_again(graph, shared):
        return None
    store = blamed_chain(graph, shared)[-1:]
    if not store or used[level] == store[0]:
        return None  # it is kept where the passes run: nothing further inside could reset it
    files = tuple(graph.recording.sources)
    found = uncalled_reset(store[0], files, graph.sources)
    if found is not None:
        begins = _begins(used[level], earlier[level], graph.sources)
        return MissedReset(narrowed((*used[:level], begins), graph.sources), store[0], found)
    for depth in range(level, len(used)):
        others = reset_of_others(store[0], used[depth], files, graph.sources)
        if others is not None:
            reset, call = others
            return MissedReset((*used[:depth], call), store[0], reset, of_others=True)
    return None


def _begins(used: Place, earlier: Place, sources: SourceFiles) -> Place:
    """The use, or the outermost loop around it that does not run the pass too: a sequence begins before that loop."""
    loops = sources.syntax(used.file).around(used.line).of(ast.For, ast.AsyncFor, ast.While)
    own = [n for n in loops if not (n.lineno <= earlier.line <= (n.end_lineno or n.lineno))]
    outermost = min(own, key=lambda n: n.lineno, default=None)
    return place_of_node(used.file, outermost, used.function, sources) if outermost is not None else used
