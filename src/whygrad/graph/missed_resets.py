"""A state that lives on from one pass to the next because nobody resets it, though its class knows how to."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from whygrad.graph.sharing import Shared, blamed_chain, is_made_again
from whygrad.graph.sites import narrowed, parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.sharing.resets import Reset, uncalled_reset
from whygrad.source.span import place_of_node


@dataclass(frozen=True)
class MissedReset:
    """Before `chain` nothing calls the method that sets anew what `store` renews."""

    chain: Chain
    store: Place
    reset: Reset


def missed_reset(graph: UncutGraph, shared: Shared) -> MissedReset | None:
    """Where a round begins that goes on with the state of the one before, and no text calls what resets it."""
    earlier = graph.node(shared.earlier).chain
    used = graph.node(shared.used).chain if shared.used is not None else ()
    level = parting(used, earlier)
    if level is None or not is_made_again(graph, shared):
        return None
    store = blamed_chain(graph, shared)[-1:]
    found = uncalled_reset(store[0], tuple(graph.recording.sources), graph.sources) if store else None
    # The line of the store itself is in the method that renews the state, further inside.
    if found is None or used[level] == store[0]:
        return None
    begins = _begins(used[level], earlier[level], graph.sources)
    chain = narrowed((*used[:level], begins), graph.sources)
    return MissedReset(chain, store[0], found)


def _begins(used: Place, earlier: Place, sources: SourceFiles) -> Place:
    """The use, or the outermost loop around it that does not run the pass too: a sequence begins before that loop."""
    loops = sources.syntax(used.file).around(used.line).of(ast.For, ast.AsyncFor, ast.While)
    own = [n for n in loops if not (n.lineno <= earlier.line <= (n.end_lineno or n.lineno))]
    outermost = min(own, key=lambda n: n.lineno, default=None)
    return place_of_node(used.file, outermost, used.function, sources) if outermost is not None else used
