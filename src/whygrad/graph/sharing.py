"""Which part of a graph an earlier backward pass has used up, and what carried it over."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.evidence.marks import CalledByLibrary, PassRan
from whygrad.graph.overwrites import VIEWS
from whygrad.graph.sites import parting, up_to_parting, up_to_store, used_in_closure
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import DISTANCES, SCALING, SUBTRACTING
from whygrad.recording import Chain, Place, Write
from whygrad.source.chains import common_end, shared_calls
from whygrad.source.patterns.blocks import is_conditional, keeping_block
from whygrad.source.patterns.loops import share_a_loop, share_innermost_loop, stands_before_the_loop_of
from whygrad.source.patterns.stores import (
    attribute_stores,
    attributes_read,
    carries_over,
    container_store,
    containers_read,
    is_cached_method,
    renewed_by_name,
    store_around,
)
from whygrad.source.sharing.kept_results import given_to_object, handed_to, put_on_an_object, seen_to_keep, that_keeps
from whygrad.source.sharing.memos import keep_of
from whygrad.walk import breadth_first, reachable

COMBINING = SCALING | SUBTRACTING | DISTANCES


@dataclass(frozen=True)
class Shared:
    """`carried` was made for an earlier backward pass at `earlier`, and `used` again on the way to the root."""

    earlier: int  # the node of the earlier backward call
    carried: int
    used: int | None  # None where the root itself was carried over


def find_shared(graph: UncutGraph, retained: bool = False) -> Shared | None:
    """The latest earlier backward pass that shares a part of the root's graph, and where the shared part ends.

    Of passes that have freed their graphs, or of those that were told to retain them.
    """
    mine = graph.learning_behind(graph.query.roots)
    kept = PassRan(retained=True)
    calls = [i for i, n in enumerate(graph.nodes) if n.op == "backward" and (n.mark == kept) is retained]
    for call in sorted(calls, key=lambda i: -graph.node(i).clock):
        shared = {i for i in graph.learning_behind(graph.node(call).inputs) & mine if _is_freed(graph, i)}
        if not shared:
            continue
        for root in graph.query.roots:
            if root in shared:
                return Shared(call, root, None)
        ends = [
            (graph.node(i).clock, i, user) for user in mine - shared for i in graph.node(user).inputs if i in shared
        ]
        if ends:
            _, carried, used = max(ends)
            found = Shared(call, _viewed(graph, call, _built_from(graph, call, carried, used)), used)
            return _across(graph, found) if is_made_again(graph, found) else found
    return None


def _built_from(graph: UncutGraph, call: int, carried: int, used: int) -> int:
    """The value that the program made before the loop, where a library's object keeps what it computes from it.

    A distribution computes its logits when it is first asked, and keeps them: the line that asks for them in every
    round makes nothing anew, and the line that built the object does.
    """
    passed, nodes = graph.node(call).chain, (graph.node(carried), graph.node(used))
    by_library = all(isinstance(node.mark, CalledByLibrary) for node in nodes)
    again = any(graph.node(i).kind == "leaf" for i in {*nodes[0].inputs} & {*nodes[1].inputs})  # one layer, each round
    if not by_library or again or nodes[0].name or nodes[0].chain != nodes[1].chain:
        return carried
    for index in breadth_first(graph.learning_inputs(carried), graph.learning_inputs):
        node = graph.node(index)
        if node.kind == "operation" and node.chain != nodes[0].chain:
            level = parting(node.chain, passed)
            before = level is not None and stands_before_the_loop_of(node.chain[level], passed[level], graph.sources)
            return index if before else carried
    return carried


def _viewed(graph: UncutGraph, call: int, carried: int) -> int:
    """The value that a function was given, where it takes parts of it for its passes: its caller could detach it."""
    passed, index = graph.node(call).chain, carried
    while graph.node(index).act in VIEWS and len(graph.learning_inputs(index)) == 1:
        index = graph.learning_inputs(index)[0]
    inner, outer = parting(graph.node(carried).chain, passed), parting(graph.node(index).chain, passed)
    given = inner is not None and outer is not None and outer < inner and graph.node(index).kind == "operation"
    return index if given else carried


def find_carried(graph: UncutGraph) -> Shared | None:
    """What the same call of `backward()` shares with its round before, whose graph was retained.

    Or freed, which the pass that failed has not come to: torch looks first for what was overwritten.
    """
    for retained in (True, False):
        shared = find_shared(graph, retained)
        if shared is not None and shared.used is not None and graph.node(shared.earlier).chain == graph.query.chain:
            return shared
    return None


def _across(graph: UncutGraph, shared: Shared) -> Shared:
    """The same, of the value that lived on when the earlier pass ran: more may have been computed before that pass."""
    passed, mine = graph.node(shared.earlier).clock, graph.learning_behind(graph.query.roots)
    made = reachable((shared.carried,), lambda at: [user for user in graph.users.get(at, ()) if user in mine])
    ends = [
        (graph.node(i).clock, i, user)
        for user in made
        if graph.node(user).clock > passed
        for i in graph.learning_inputs(user)
        if i in made and graph.node(i).clock <= passed
    ]
    if not ends or (shared.carried, shared.used) in [end[1:] for end in ends]:
        return shared
    return Shared(shared.earlier, *max(ends)[1:])


def is_made_again(graph: UncutGraph, shared: Shared) -> bool:
    """Do rounds of a loop hand the value on: has the line that made it run again since the same call's pass before?"""
    earlier, chain = graph.node(shared.earlier), graph.node(shared.carried).chain
    if earlier.chain != graph.query.chain:
        return False
    fresh = graph.learning_behind(graph.query.roots) - graph.learning_behind(earlier.inputs)
    return any(graph.node(i).chain == chain for i in fresh)


def is_made_before_loop(graph: UncutGraph, shared: Shared, write: Write) -> bool:
    """Was the value made before a loop that steps in each turn, and goes backward through it again?

    The loop stands in the function that makes the value, or in one that this function calls once.
    """
    if shared.used is None or is_made_again(graph, shared):
        return False
    made, asked = graph.node(shared.carried).chain, graph.query.chain
    level = parting(made, asked)
    if level is None:
        return False
    if not stands_before_the_loop_of(made[level], asked[level], graph.sources):
        level = level + 1 if _loop_is_called(graph, shared, level) else len(asked)
    if write.chain[:level] != asked[:level] or not level < min(len(asked), len(write.chain)):
        return False
    return share_innermost_loop(asked[level], write.chain[level], graph.sources)


def of_one_forward(graph: UncutGraph, shared: Shared) -> bool:
    """Two losses over one forward: two calls, in the text or of one loop, and no parameter was updated between them."""
    earlier = graph.node(shared.earlier)
    if shared.used is None:
        return False
    if earlier.chain == graph.query.chain and not _asks_for_each(graph, shared):
        return False
    updates = (w for w in graph.recording.writes if w.clock >= earlier.clock)
    return not any(w.step or (w.old is not None and graph.node(w.old).parameter) for w in updates)


def _asks_for_each(graph: UncutGraph, shared: Shared) -> bool:
    """Does a loop ask by `autograd.grad` for one loss after the other, of values that were all made before it?"""
    call = graph.query.chain[-1] if graph.query.chain else None
    if call is None or "grad(" not in graph.text(call) or not share_a_loop(call, call, graph.sources):
        return False
    made = graph.node(shared.carried).chain
    return not any((place.file, place.function) == (call.file, call.function) for place in made)


def blamed_chain(graph: UncutGraph, shared: Shared) -> Chain:
    """The line to change: where the value is kept, where it is used again, or where it was made once and for all."""
    earlier = graph.node(shared.earlier).chain
    if shared.used is None or not earlier:
        return graph.query.chain
    if of_one_forward(graph, shared):
        shares_line = earlier[-1:] == graph.query.chain[-1:]  # a helper runs both passes: its callers are to change
        return up_to_parting(earlier, graph.query.chain) if shares_line else earlier
    made = graph.node(shared.carried).chain
    used = graph.node(shared.used).chain
    name = graph.node(shared.carried).name
    block = next((b for place in reversed(made) if (b := keeping_block(place, graph.sources))), None)
    if block is not None:
        return (block,)
    kept = _kept_at(graph, name, made)
    if kept is None and graph.node(shared.used).act in VIEWS:  # a part of it is kept
        kept = _kept_at(graph, graph.node(shared.used).name, made)
    if kept is not None:
        return _called_before(graph, shared) or (*made[:-1], kept)
    if contained := _put_into(graph, name, made):
        return contained
    renewed = renewed_by_name(used[-1], graph.sources) if used else None
    if renewed is not None:
        return (*used[:-1], renewed)
    read = attributes_read(used[-1], graph.sources) if used else []
    by_object = _kept_by(graph, read, made, used) if read else ()  # from one round to the next
    if by_object:
        return by_object
    items = containers_read(used[-1], graph.sources) if used else []
    held = next((place for name in items if (place := handed_to(name, made, graph.sources))), None)
    held = held or _kept_parts(graph, shared.carried)
    if held is not None:
        return (*made[:-1], held)
    return _where_they_part(graph, shared)


def _where_they_part(graph: UncutGraph, shared: Shared) -> Chain:
    """Of a value that nothing is seen to keep, the line in the function from which the two passes are called."""
    earlier, made = graph.node(shared.earlier).chain, graph.node(shared.carried).chain
    used = graph.node(shared.used).chain if shared.used is not None else ()
    level, again = parting(made, earlier), parting(used, earlier)
    if level is None:
        return kept_on_the_way(graph, made) or made
    called = _loop_is_called(graph, shared, level)
    if not graph.node(shared.carried).name and again is not None:
        kept = _kept_by_a_memo(graph, made[level + 1 :], made[: level + 1]) or kept_on_the_way(graph, made)
        handed = not kept and called and _handed_down(graph, shared, level)
        if not handed and not carries_over(made[level], used[again], graph.sources):
            stored = put_on_an_object(made, used, graph.sources)
            return kept or (up_to_store(made, stored) if stored else made)  # no variable carries it over: a cache does
    outside = stands_before_the_loop_of(made[level], earlier[level], graph.sources)
    if not outside and (captured := used_in_closure(made[level], used)):
        return captured
    outside = outside or called
    first = None if outside else _use_of_another_optimizer(graph, shared)
    if first is not None:
        return up_to_parting(graph.node(first).chain, made)
    if outside and _is_coefficient(graph, shared):
        return given_to_object(made, used, graph.sources) or _outside_helpers(graph, shared)  # to be detached there
    # Made before the loop: to be made in it. Made in the same round: to be made again where it is used again.
    return _below_leaves(graph, shared.carried, level) if outside or again is None else used[: again + 1]


def _below_leaves(graph: UncutGraph, carried: int, level: int) -> Chain:
    """Where the value was made, up to the call to make in every round: one that also creates the leaf is made once."""
    made, nodes = graph.node(carried).chain, map(graph.node, graph.learning_behind((carried,)))
    created = [shared_calls(made, node.birth) for node in nodes if node.kind == "leaf"]
    return made[: max([level, *created]) + 1]


def _handed_down(graph: UncutGraph, shared: Shared, level: int) -> bool:
    """Does a variable bring it, in whatever holds it, to the call under which the passes run?"""
    earlier, made = graph.node(shared.earlier).chain, graph.node(shared.carried).chain
    by_object = any(place.function.endswith("__init__") for place in made[level + 1 :])  # whose constructor keeps it
    return not by_object and carries_over(made[level], earlier[level], graph.sources)


def _loop_is_called(graph: UncutGraph, shared: Shared, level: int) -> bool:
    """Do both passes run under one call, which stands after the line that made the value, and in no loop with it?

    Or in a loop that makes the value in each turn and hands it to the call, where another loop runs the passes.
    """
    earlier, made = graph.node(shared.earlier).chain, graph.node(shared.carried).chain
    one_call = len(earlier) > level + 1 and earlier[: level + 2] == graph.query.chain[: level + 2]
    if not one_call or not share_a_loop(made[level], earlier[level], graph.sources):
        return one_call
    loops = share_a_loop(earlier[level + 1], graph.query.chain[level + 1], graph.sources)
    return loops and not is_conditional(made[level], graph.sources) and _handed_down(graph, shared, level)


def _is_coefficient(graph: UncutGraph, shared: Shared) -> bool:
    """Does a round weight or compare by it what it computes anew, and does all that is behind it learn without it?"""
    if shared.used is None or graph.node(shared.used).act not in COMBINING:
        return False
    others = [i for i in graph.learning_inputs(shared.used) if i != shared.carried]
    return bool(others) and not _learning_by_it_alone(graph, shared.carried)


def _outside_helpers(graph: UncutGraph, shared: Shared) -> Chain:
    """Where the value was made, up to the call of what this round has called too: that is right for both."""
    made = graph.node(shared.carried).chain
    fresh = graph.learning_behind(graph.query.roots) - graph.learning_behind(graph.node(shared.earlier).inputs)
    others = [chain for i in fresh if (chain := graph.node(i).chain) != made]
    deep = max((common_end(made, chain) for chain in others), default=0)
    return made[: len(made) - deep] or made


def _learning_by_it_alone(graph: UncutGraph, carried: int) -> set[int]:
    """The leaves to which a gradient goes through this value and in no other way."""
    behind = graph.learning_behind((carried,))

    def without_it(index: int) -> list[int]:
        return [i for i in graph.learning_inputs(index) if i not in behind or graph.node(i).kind == "leaf"]

    otherwise = reachable(graph.query.roots, without_it)
    return {i for i in behind if graph.node(i).kind == "leaf" and i not in otherwise}


def _called_before(graph: UncutGraph, shared: Shared) -> Chain:
    """The call, before the loop or closure that runs the passes, of a method that makes the value and keeps it.

    What an optimizer holds learns by the value alone: it cannot be detached where it is kept, and the method makes it
    anew whenever it is called. A constructor is called once.
    """
    made, earlier = graph.node(shared.carried).chain, graph.node(shared.earlier).chain
    used = graph.node(shared.used).chain if shared.used is not None else ()
    level = parting(made, earlier)
    inside = made[level + 1 :] if level is not None else ()
    if level is None or not inside or any(place.function.endswith("__init__") for place in inside):
        return ()
    if not stands_before_the_loop_of(made[level], earlier[level], graph.sources) and not used_in_closure(
        made[level], used
    ):
        return ()
    held = [n for n in map(graph.node, _learning_by_it_alone(graph, shared.carried)) if n.optimized]
    created = any(shared_calls(made, node.birth) > level for node in held)  # by the same call: each would be another
    return made[: level + 1] if held and not created else ()


def _kept_by_a_memo(graph: UncutGraph, called: Chain, before: Chain) -> Chain:
    """The statement by which a called function keeps what it computes, and asks at its next call whether it has it."""
    for depth in range(len(called), 0, -1):
        keep = keep_of(called[depth - 1], graph.sources)
        if keep is not None and keep.asks_first:
            return (*before, *called[: depth - 1], keep.place)
    return ()


def kept_on_the_way(graph: UncutGraph, made: Chain) -> Chain:
    """The call in the chain whose result a statement puts on an object: `self.x = self.compute()`."""
    for depth in range(len(made), 0, -1):
        store = store_around(made[depth - 1], graph.sources)
        if store is not None:
            return (*made[: depth - 1], store)
    return ()


def _use_of_another_optimizer(graph: UncutGraph, shared: Shared) -> int | None:
    """The first pass's use of the value, where nothing that was updated after that pass is behind the value.

    The actor's loss that multiplies by the critic's advantage: the value belongs to the second loss.
    """
    after = [w for w in graph.recording.writes if w.step and w.clock >= graph.node(shared.earlier).clock]
    updated = {parameter for write in after for parameter in write.parameters}
    learning = {i for i in graph.learning_behind((shared.carried,)) if graph.node(i).kind == "leaf"}
    if not updated or not learning or updated & learning:
        return None
    first = graph.learning_behind(graph.node(shared.earlier).inputs)
    return next((user for user in graph.users[shared.carried] if user in first and graph.node(user).chain), None)


def _kept_parts(graph: UncutGraph, carried: int) -> Place | None:
    """The statement that keeps on an object what the value is made of, where its parts were made elsewhere."""
    node = graph.node(carried)
    parts = [n for n in map(graph.node, node.inputs) if n.requires_grad and n.kind == "operation" and n.place]
    if node.place is None or not parts or any(n.chain[:-1] == node.chain[:-1] for n in parts):
        return None
    for attribute in attributes_read(node.place, graph.sources):
        stores = attribute_stores(attribute, [node.place.file], graph.sources)
        if stores and stores[0].function != "__init__":
            return stores[0]
    return None


def _kept_at(graph: UncutGraph, name: str, made: Chain) -> Place | None:
    """The statement that keeps the value on an object, where its name says that one holds it."""
    parts = [part for part in name.split(".")[1:] if not part.isdigit()]
    for part in reversed(parts):
        stores = attribute_stores(part, graph.recording.sources, graph.sources)
        if stores:
            return that_keeps(stores, made, graph.sources)
    return None


def _put_into(graph: UncutGraph, name: str, made: Chain) -> Chain:
    """The chain to the statement that put the value into a container, where its name says which variable holds that."""
    container, _, key = name.partition(".")
    for depth in range(len(made), 0, -1) if key else ():
        store = container_store(container, made[depth - 1], graph.sources)
        if store is not None:
            return (*made[: depth - 1], store)
    return ()


def _kept_by(graph: UncutGraph, attributes: list[str], made: Chain, used: Chain) -> Chain:
    """The statement that puts the value into one of these attributes; where only a constructor does, what reads it."""
    file, in_constructor = used[-1].file, any(place.function.endswith("__init__") for place in made)
    files = list(dict.fromkeys(place.file for place in reversed(used)))  # a subclass may keep what its base computes
    for attribute in attributes:
        if is_cached_method(attribute, file, graph.sources):
            return made
        stores = [s for s in attribute_stores(attribute, files, graph.sources) if s.function != "__init__"]
        # One that takes in the old value keeps the graph in every round, another did so once.
        renewing = next((store for store in stores if store.contains(used[-1])), None)
        seen = renewing or seen_to_keep(stores, made, graph.sources)
        seen = seen or handed_to(f"self.{attribute}", made, graph.sources)
        own = [store for store in stores if store.file == file]
        if seen or own:
            return up_to_store(used, seen or own[0])
    return used if in_constructor else ()


def _is_freed(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    return node.requires_grad and node.kind == "operation"
