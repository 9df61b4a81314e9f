"""A gradient became nan, and something was asked to stop at that: anomaly mode, or the clipping of norms."""

from __future__ import annotations

import re

from whygrad.causes._messages import Message, MessageCause
from whygrad.finding import Finding

AT_ZERO = "the slope of a norm at 0 is undefined: add a small number inside, `(x.pow(2).sum() + 1e-12).sqrt()`"
KNOWN = {
    "Sqrt": "the slope of `sqrt` at 0 is infinite: `torch.sqrt(x + 1e-8)`, or `x.clamp_min(1e-8)`",
    "LinalgVectorNorm": AT_ZERO,
    "Norm": AT_ZERO,
    "Div": "a division by 0: add a small number to the divisor, or choose safe values before dividing",
    "Log": "the slope of `log` at 0 is infinite: `torch.log(x + 1e-8)`, or `log_softmax` for probabilities",
    "Pow": "the slope of this power at 0 is infinite: add a small number to the base",
    "Acos": "the slope of `acos` at -1 and 1 is infinite: `x.clamp(-1 + 1e-6, 1 - 1e-6)`",
    "Asin": "the slope of `asin` at -1 and 1 is infinite: `x.clamp(-1 + 1e-6, 1 - 1e-6)`",
    "Atan2": "the slope of `atan2` at (0, 0) is undefined: keep one argument away from 0",
    "Exp": "`exp` overflows: clamp its argument, or work with logarithms",
    "Std": "the slope of a standard deviation of equal values is infinite: add a small number to the variance",
}
FINITE = "keep the input of the step away from where its slope is infinite; `torch.where` alone does not help, because "
FINITE += "the branch that is not taken gives nan times zero: choose the safe input first"


class NanGradient(MessageCause):
    name = "nan-gradient"
    messages = (
        Message(
            ("returned nan values in its",),
            "a step of the backward pass turned the gradient into nan",
            FINITE,
            "nan arises in this backward pass",
        ),
        Message(
            ("is non-finite, so it cannot be clipped",),
            "the gradients to clip contain nan or infinity, so their norm does too",
            "run the backward pass inside `with torch.autograd.detect_anomaly():`, which names the step that makes it",
            "a gradient that arrives here is nan or infinite",
        ),
    )

    def subject(self, finding: Finding) -> str:
        step = _step(finding)
        return (
            f"the backward step of `{_shown(step)}` turned the gradient into nan" if step else super().subject(finding)
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        step = _step(finding)
        known = next((text for name, text in KNOWN.items() if step.startswith(name)), "")
        return (known,) if known else super().helps(finding)


def _step(finding: Finding) -> str:
    """The operation as torch names it, without what says that it is its backward step."""
    found = re.search(r"Function '(\w+?)(Backward\w*)?' returned nan", str(finding.facts["error"]))
    return found.group(1) if found else ""


def _shown(step: str) -> str:
    """`LinalgVectorNorm` as the function is called: `linalg_vector_norm`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", step).lower()
