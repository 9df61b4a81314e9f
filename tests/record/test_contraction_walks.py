"""What a contraction goes through, in C and in Python."""

from __future__ import annotations

import random

import pytest

from whygrad.record import hotpath
from whygrad.record.live import origin as live
from whygrad.record.live.origin import CONTRACTED, LEAF, REQUIRES_GRAD, Origin


def some_graph(chance: random.Random) -> Origin:
    nodes = [Origin("x", (), (), 0)]
    for _ in range(chance.randrange(1, 60)):
        parents = tuple(chance.choice(nodes) for _ in range(chance.randrange(4)))
        nodes.append(Origin("x", parents, (), chance.choice([0, 0, 0, REQUIRES_GRAD, LEAF, CONTRACTED])))
    return nodes[-1]


def written_out(top: Origin) -> tuple[list[Origin], list[Origin]]:
    """The same, one Origin after the other."""
    order: list[Origin] = []
    beyond: list[Origin] = []
    queue = list(top.parents)
    for at in queue:
        if at in order or at in beyond:
            continue
        if len(order) >= live.REACH and not live._is_short(at):
            beyond.append(at)
            continue
        order.append(at)
        queue += () if at.flags & LEAF else at.parents
    return order, beyond


@pytest.mark.parametrize("in_c", [True, False])
@pytest.mark.parametrize("reach", [3, 8, 20])
def test_it_goes_as_far_as_is_affordable_and_says_where_it_ended(monkeypatch, reach, in_c):
    if in_c and hotpath.compiled is None:
        pytest.skip("there is no part in C")
    monkeypatch.setattr(live, "REACH", reach)
    monkeypatch.setattr(live, "walk_in_c", hotpath.compiled.nearest if in_c else None)
    for seed in range(100):
        top = some_graph(random.Random(seed))
        assert live._behind(top) == written_out(top), seed
