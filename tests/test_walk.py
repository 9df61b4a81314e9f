"""Every thing is met once, nearest first, and no further than the caller asks."""

from __future__ import annotations

from itertools import islice

from whygrad.walk import breadth_first, levels, reachable

# 0 is computed from 1 and 2, both from 3, which leads to 4 and in a circle back to 1.
BEHIND = {0: (1, 2, 2), 1: (3,), 2: (3,), 3: (4, 1), 4: ()}
behind = BEHIND.__getitem__


def test_each_is_met_once_and_the_nearest_first():
    assert list(breadth_first((0,), behind)) == [0, 1, 2, 3, 4]
    assert list(breadth_first((2, 0, 2), behind)) == [2, 0, 3, 1, 4]
    assert reachable((0,), behind) == {0, 1, 2, 3, 4}
    assert reachable(iter((3, 4)), behind) == {1, 3, 4}
    assert list(levels((0,), behind)) == [[0], [1, 2], [3], [4]]


def test_of_no_starts_nothing_is_met():
    assert list(breadth_first((), behind)) == list(levels((), behind)) == []
    assert reachable((), behind) == set()


def test_where_as_many_are_known_as_were_asked_for_no_further_ones_are_looked_for():
    assert list(breadth_first((0,), behind, most=1)) == [0]
    assert list(breadth_first((0,), behind, most=2)) == [0, 1, 2]
    assert list(breadth_first((0,), behind, most=4)) == [0, 1, 2, 3]
    assert list(breadth_first((0,), behind, most=5)) == [0, 1, 2, 3, 4]


def test_who_stops_asking_stops_the_walk():
    asked = []

    def next_of(at):
        asked.append(at)
        return (at + 1,)

    assert next(at for at in breadth_first((0,), next_of) if at == 3) == 3
    assert asked == [0, 1, 2]
    assert list(islice(levels((0,), next_of), 2)) == [[0], [1]]
