"""No help advises what trials have shown to harm."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

FINDINGS = Path(__file__).parent.parent / "replay" / "findings"
# The advice, and what a trial of it showed.
HARMFUL = {
    r"requires_grad_\(\)` on them": "loaded features become leaves: the error is gone, and nothing learns",
    r"drop `create_graph": "the term that needs the second derivative has no effect any more",
    r"use it as a block": "what the switch covers stays without gradients",
    r"allow_unused=True`": "the program fails later, at the `None` that it gets",
}


def told() -> list[dict]:
    """What is said of every program whose recording is kept."""
    lines = [line for file in FINDINGS.glob("*.txt") for line in file.read_text().splitlines()]
    return [json.loads(line.partition(" ")[2]) for line in lines]


@pytest.mark.parametrize("advice", HARMFUL)
def test_what_was_seen_to_harm_is_not_advised(advice):
    assert [f["message"] for f in told() for text in f.get("helps", ()) if re.search(advice, text)] == []


def test_the_updates_of_an_optimizer_stay_without_gradients():
    """Its decorated `step`, taken out of `no_grad`, would write into leaves that require gradients."""
    of_steps = [f for f in told() if "everything in `" in str(f.get("primary")) and "step`" in str(f["primary"])]
    assert of_steps and not [f for f in of_steps if "remove the decorator" in str(f["helps"])]


def test_a_container_is_named_by_what_is_in_it():
    """`nn.ModuleDict` of parameters raises, and so does a dictionary with numbers as keys."""
    for finding in (f for f in told() if f["cause"] == "unregistered-module"):
        by_number = finding["lost"][0].rpartition(".")[2].isdecimal()
        text = " ".join(finding["helps"])
        assert not (by_number and "nn.Module" in text)
        assert not (by_number and "nn.ParameterDict" in text and "strings" not in text)
