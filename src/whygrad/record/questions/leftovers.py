"""Gradients that are there, although the latest backward pass did not reach who has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import torch

from whygrad.record.live.origin import Origin, behind
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam.nodes import gradient_of


def latest_passes(recorder: Recorder, last: bool = False) -> list[Origin]:
    """The pass that failed; else those since the latest step of any optimizer, or that this step was about.

    Where there is no optimizer, nobody knows which passes belong together: all, or only the `last`. None where not all
    of them were seen: then nobody knows what they reached.
    """
    run, training = recorder.run, recorder.training
    if run.failed_pass is not None:
        return [run.failed_pass]
    began = training.passes_at_any_step if run.passes > training.passes_at_any_step else training.passes_before_step
    found = [root for root in run.roots if _number(root) > began]
    if len(found) < run.passes - began:
        return []
    if last and not list(run.optimizers):
        return [root for root in found if (root.extra or {}).get("collects")][-1:]
    return found


def left_over(recorder: Recorder, parameters: Sequence[torch.Tensor], passes: Sequence[Origin]) -> dict[int, bool]:
    """Those with a gradient that the latest passes did not reach, by id: whether an earlier pass was seen to."""
    if not passes:
        return {}
    reached, first = behind(passes, with_gradients=True), min(map(_number, passes))
    earlier = behind((root for root in recorder.run.known_roots() if _number(root) < first), with_gradients=True)
    found = {}
    for parameter in parameters:
        origin = recorder.origins.get(parameter)
        if origin is None or gradient_of(parameter) is None or id(origin) in reached:
            continue
        if "first" not in (origin.extra or ()):  # else it is known by another Origin since it was written
            found[id(parameter)] = id(origin) in earlier
    return found


def earlier_passes(recorder: Recorder, lacking: Collection[Origin], passes: Sequence[Origin]) -> list[Origin]:
    """The passes before these whose losses were computed from what lacks a gradient, and none of theirs was."""
    used = behind(passes)
    wanted = {id(origin) for origin in lacking if id(origin) not in used}
    if not wanted:
        return []
    known = [root for root in recorder.run.known_roots() if root not in passes]
    return [root for root in known if not wanted.isdisjoint(behind((root,)))]


def _number(root: Origin) -> int:
    """Passes are counted; one that failed comes after all that ran."""
    number: int | None = (root.extra or {}).get("number")
    return 2**62 if number is None else number
