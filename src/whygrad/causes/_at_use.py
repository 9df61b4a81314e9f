"""Cuts that are right where they stand: a call of a helper, a use of a decorator or a flag is to change instead."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from whygrad.finding import Step
from whygrad.graph.decorated import Decoration, wrong_decoration
from whygrad.graph.helpers import Misuse, misused_helper
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame
from whygrad.recording import Chain, Place
from whygrad.source.given.sparing import flag_set
from whygrad.source.naming import short_place
from whygrad.source.patterns.blocks import opens_block
from whygrad.source.patterns.freezing import call_of_selection
from whygrad.source.span import acting_part
from whygrad.source.values.deciding_flags import Setting, deciding_flag, flag_of_value

LISTED = 6  # places in a note
BY_FLAG = "whygrad observed the cut; the call that decides it is inferred from the source"
BY_VALUE = "whygrad observed the freezing; the call that decides it is inferred from the source"


@dataclass(frozen=True)
class AtUse:
    """The place to change instead of the cut, and what is said there."""

    chain: Chain
    inside: tuple[Step, ...]  # the cut itself, and what lies between
    label: str
    help: str
    note: str = ""
    inferred: str = ""  # where a part of it is read from the source


def use_to_blame(graph: UncutGraph, blame: Blame) -> AtUse | None:
    """Who uses what cuts, where a change of the cut itself would do harm to others, or leave nothing of it."""
    misuse = misused_helper(graph, blame)
    use = _of_the_call(graph, misuse) if misuse else None
    if use is None:
        decoration = wrong_decoration(graph, blame)
        use = _of_the_decoration(graph, decoration) if decoration else None
    chain = use.chain if use else blame.cut.chain
    setting = deciding_flag(chain, graph.recording.sources, graph.sources) if _may_be_chosen(blame) else None
    setting = setting or _given_as_flag(graph, blame)
    return _of_the_flag(graph, blame, use, setting) if setting else use


def _given_as_flag(graph: UncutGraph, blame: Blame) -> Setting | None:
    """The call that decides on the flag which a function sets; one that passes it to a helper shows that itself."""
    chain = blame.cut.chain
    value = flag_set(chain, graph.sources) if chain and not _may_be_chosen(blame) else None
    if value is None or isinstance(value, ast.Constant):
        return None
    setting = flag_of_value(chain, value, graph.recording.sources, graph.sources)
    is_shown = setting is not None and setting.default is None and call_of_selection(chain, graph.sources) != chain
    return None if is_shown else setting


def _may_be_chosen(blame: Blame) -> bool:
    return bool(blame.cut.chain) and blame.cut.node not in {route.leaf for route in blame.routes}


def _of_the_call(graph: UncutGraph, misuse: Misuse) -> AtUse:
    """The call of a helper; the cut itself is a place on the way."""
    inside = Step("", acting_part(misuse.inside, graph.sources), f"`{misuse.helper}` does this wherever it is called")
    how = "computed in the block of" if opens_block(misuse.chain[-1], graph.sources) else "passed to"
    return AtUse(
        misuse.chain,
        (inside,),
        f"values {how} `{misuse.helper}` here lose their gradient",
        f"avoid `{misuse.helper}` here, and leave the helper itself unchanged",
        f"other calls of `{misuse.helper}` are harmless: {_listed(misuse.right)}" if misuse.right else "",
    )


def _of_the_decoration(graph: UncutGraph, found: Decoration) -> AtUse:
    """The use of a decorator; the cut itself is a place on the way."""
    inside = Step(
        "", acting_part(found.inside, graph.sources), f"`{found.by}` does this to every function that it decorates"
    )
    return AtUse(
        (found.place,),
        (inside,),
        f"`{found.by}` stops the gradient of what `{found.function}` computes",
        f"remove `@{found.by}` from `{found.function}`, and leave the decorator itself unchanged",
        f"`@{found.by}` is also used at {_listed(found.others)}",
    )


def _of_the_flag(graph: UncutGraph, blame: Blame, use: AtUse | None, setting: Setting) -> AtUse:
    """The call that leaves a flag at the value by which the cut is made, or passes it."""
    cut = acting_part((use.chain if use else blame.cut.chain)[-1], graph.sources)
    state = "set" if setting.value else "not set"
    does = "cuts the gradient" if _may_be_chosen(blame) else "freezes"
    inside = [*(use.inside if use else ()), Step("", cut, f"{does} because `{setting.name}` is {state}")]
    says = f"passes `{setting.name}={setting.value}`"
    if setting.default is not None:
        inside.append(Step("", setting.default, "this default decides"))
        says = f"leaves `{setting.name}` at its default, `{setting.value}`"
    chain = (*_callers(blame.cut.chain, setting.call), setting.call)
    wanted = f"`{setting.name}={not setting.value}`"
    needed, inferred = (
        ("the gradient is needed", BY_FLAG) if _may_be_chosen(blame) else ("the parameters should learn", BY_VALUE)
    )
    return AtUse(chain, tuple(inside), says, f"pass {wanted} where {needed}", inferred=inferred)


def _callers(chain: Chain, call: Place) -> Chain:
    """What has led to the call, where that was seen."""
    return chain[: chain.index(call)] if call in chain else ()


def _listed(places: Iterable[Place]) -> str:
    return ", ".join(list(dict.fromkeys(short_place(place.file, place.line) for place in places))[:LISTED])
