"""Coordinates name the places that the same brackets would, each once and in order, and whole rows as rows."""

from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from whygrad.elements.selection import coordinates, pick, put, put_in_place

SHAPES = st.lists(st.integers(1, 4), min_size=1, max_size=3).map(torch.Size)


@st.composite
def choices(draw):
    """(a shape, an index that torch takes for it and that chooses something)."""
    shape = draw(SHAPES)

    def along(size):
        numbers = st.integers(-size, size - 1)
        slices = st.builds(slice, st.integers(0, size - 1), st.just(size), st.integers(1, 2))
        return st.one_of(numbers, slices)

    lists = st.lists(st.integers(-shape[0], shape[0] - 1), min_size=1, max_size=5)
    tuples = st.integers(1, len(shape)).flatmap(lambda n: st.tuples(*map(along, shape[:n])))
    masks = st.lists(st.booleans(), min_size=shape.numel(), max_size=shape.numel()).filter(any)
    rows = st.lists(st.booleans(), min_size=shape[0], max_size=shape[0]).filter(any)
    which = draw(
        st.one_of(
            along(shape[0]), lists, tuples, masks.map(lambda m: torch.tensor(m).view(shape)), rows.map(torch.tensor)
        )
    )
    return shape, which


@given(choices())
def test_the_places_are_those_of_the_brackets(choice):
    shape, which = choice
    numbers = torch.arange(shape.numel()).view(shape)
    index = coordinates(shape, which)
    chosen = pick(numbers, index)
    assert chosen.flatten().tolist() == sorted(set(numbers[which].flatten().tolist()))
    whole_rows = chosen.numel() % shape[1:].numel() == 0 and set(chosen.flatten().tolist()) == set(
        numbers[torch.unique(chosen // shape[1:].numel())].flatten().tolist()
    )
    assert (len(index) == 1) == whole_rows


@given(choices())
def test_what_was_picked_can_be_put_back_and_nothing_else_is_written(choice):
    shape, which = choice
    numbers = torch.arange(float(shape.numel())).view(shape)
    index = coordinates(shape, which)
    written = numbers.clone()
    put_in_place(written, index, pick(numbers, index) + 100)
    assert torch.equal(put(numbers, index, pick(numbers, index) + 100), written)
    expected = numbers.clone()
    expected[which] = numbers[which] + 100
    assert torch.equal(written, expected)


def test_rows_of_a_large_matrix_need_no_list_of_its_elements():
    assert coordinates(torch.Size([50_000_000, 50_000_000]), [7, 3, 7]).tolist() == [[3, 7]]
