"""What is told does not depend on the order in which causes are asked, which is that of their files' names."""

from __future__ import annotations

import random

import pytest
from archive import recordings_of
from kept_findings import kept, told
from recorded_programs import all_programs
from without_torch import torch_is_not_there  # noqa: F401

from whygrad.causes import all_causes
from whygrad.causes._panel import Panel


def shuffled(seed: int) -> Panel:
    causes = list(all_causes())
    random.Random(seed).shuffle(causes)
    return Panel(causes)


PANELS = [Panel(reversed(all_causes())), shuffled(1), shuffled(2)]


@pytest.mark.parametrize("program", all_programs(), ids=lambda program: program.title)
def test_causes_in_another_order_find_the_same(program):
    asked = recordings_of(program)
    for panel in PANELS:
        assert told(asked, panel) == kept(program)
