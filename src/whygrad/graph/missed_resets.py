"""A state that lives on from one pass to the next because nobody resets it, though its class knows how to."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.graph.sharing import Shared, blamed_chain, is_made_again
from whygrad.graph.sites import narrowed, parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Node, Place
from whygrad.source.files import SourceFiles
from whygrad.source.looping.starts import started_with
from whygrad.source.scopes import LOOPS, function_on_line
from whygrad.source.sharing.resets import Reset, leads_to_reset, reset_of_others, reset_outside, uncalled_reset
from whygrad.source.span import place_of_node
from whygrad.walk import reachable


@dataclass(frozen=True)
class MissedReset:
    """At `chain` a call of the method is missing that sets anew what `store` renews."""

    chain: Chain
    store: Place
    reset: Reset
    with_others: bool = False  # at `chain` another value is set that a round begins with
    of_others: bool = False  # it is called at `chain`, for other objects
    rare: bool = False  # what leads to it is called at `chain`, before the loop whose rounds each need it


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
        with_others = begins.line < used[level].line and not _is_loop(begins, graph.sources)
        return MissedReset(narrowed((*used[:level], begins), graph.sources), store[0], found, with_others)
    for depth in range(level, len(used)):
        others = reset_of_others(store[0], used[depth], files, graph.sources)
        if others is not None:
            reset, call = others
            return MissedReset((*used[:depth], call), store[0], reset, of_others=True)
    is_own = _is_stored_in_a_loop(used, earlier, level, store[0], graph.sources) and _is_renewed_often(graph, shared)
    return _rare_reset(graph, shared, store[0], level) if is_own else None


def _rare_reset(graph: UncutGraph, shared: Shared, store: Place, level: int) -> MissedReset | None:
    """A call that leads to the method, and stands before the loop that runs the pass in each of its rounds."""
    earlier, sources = graph.node(shared.earlier).chain, graph.sources
    used = graph.node(shared.used).chain if shared.used is not None else ()
    files = tuple(graph.recording.sources)
    for depth in range(level, -1, -1):
        loops = sources.syntax(used[depth].file).around(used[depth].line).of(*LOOPS)
        both = [n for n in loops if n.lineno <= earlier[depth].line <= (n.end_lineno or n.lineno)]
        round_ = max(both, key=lambda n: n.lineno, default=None)
        if round_ is not None:
            inside = (*used[depth + 1 :], *earlier[depth + 1 :])
            found = reset_outside(store, round_, used[depth], files, sources)
            if found is None or leads_to_reset(store, inside, files, sources):
                return None
            return MissedReset((*used[:depth], found[1]), store, found[0], rare=True)
    return None


def _is_stored_in_a_loop(used: Chain, earlier: Chain, level: int, store: Place, sources: SourceFiles) -> bool:
    """Does a loop that does not run the pass too store the state, so that the pass covers a sequence of its own?"""
    if _begins(used[level], earlier[level], sources) != used[level]:
        return True
    home = function_on_line(store, sources)
    on_the_way = (p for p in used[level + 1 :] if p.file != store.file or function_on_line(p, sources) is not home)
    return any(sources.syntax(p.file).around(p.line).of(*LOOPS) for p in (*on_the_way, store))


def _is_renewed_often(graph: UncutGraph, shared: Shared) -> bool:
    """Has the pass that failed renewed the state several times, each time from the one before?

    A state that is renewed once in a pass is mostly meant to go on in the next one, without its graph.
    """
    mine = graph.learning_behind(graph.query.roots)
    fresh = mine - graph.learning_behind(graph.node(shared.earlier).inputs)
    carried = graph.node(shared.carried)
    same = {i for i in fresh if graph.node(i).chain[:-1] == carried.chain[:-1] and _same_line(graph, i, carried)}
    renewed = {i for i in same if graph.node(i).op == carried.op and graph.node(i).chain == carried.chain}
    return any(
        renewed & {*reachable(graph.learning_inputs(i), lambda at: [k for k in graph.learning_inputs(at) if k in same])}
        for i in renewed
    )


def _same_line(graph: UncutGraph, index: int, carried: Node) -> bool:
    place = graph.node(index).place
    return place is not None and carried.place is not None and place.line == carried.place.line


def _is_loop(place: Place, sources: SourceFiles) -> bool:
    return isinstance(sources.syntax(place.file).smallest_statement(place.line), LOOPS)


def _begins(used: Place, earlier: Place, sources: SourceFiles) -> Place:
    """The use, or the outermost loop around it that does not run the pass too: a sequence begins before that loop.

    It begins where the first of the values is set that the loop adds to.
    """
    syntax = sources.syntax(used.file)
    loops = syntax.around(used.line).of(*LOOPS)
    own = [n for n in loops if not (n.lineno <= earlier.line <= (n.end_lineno or n.lineno))]
    outermost = min(own, key=lambda n: n.lineno, default=None)
    if outermost is None:
        return used
    return place_of_node(used.file, started_with(outermost, syntax) or outermost, used.function, sources)
