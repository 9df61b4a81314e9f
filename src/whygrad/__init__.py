"""whygrad names the line that lost a gradient in a PyTorch program, by having watched it run.

with whygrad.watch():
    loss = train_step(model, batch)
print(whygrad.why(loss))
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from whygrad._version import __version__

if TYPE_CHECKING:
    from whygrad.elements.enable import Enabled
    from whygrad.session import Explanation, Session

__all__ = ["__version__", "enable", "expect_gradients", "watch", "why"]

_latest: Session | None = None


@contextmanager
def watch() -> Iterator[None]:
    """Record what runs inside, so that `why` can answer; the program itself is not changed."""
    global _latest
    import torch  # noqa: F401  # so that recording starts here, whatever the program has imported

    from whygrad.session import Session

    session = Session()
    session.start()
    _latest = session
    try:
        yield
    finally:
        session.stop()


def why(subject: Any) -> Explanation:
    """Why `subject` (a loss) gives no gradient, or (a parameter, a module) gets none, as far as `watch()` has seen."""
    return _session().why(subject, sys._getframe(1))


def expect_gradients(subject: Any) -> None:
    """Raise AssertionError, with the diagnostic as its message, unless every parameter of a module got a gradient.

    `subject` is a module or a parameter. All zeros, nan and infinity count as no gradient.
    """
    explanation = _session().why(subject, sys._getframe(1))
    if explanation.missing or any(f.severity in ("error", "warning") for f in explanation.findings):
        raise AssertionError(f"not every gradient is there\n\n{explanation}")


def _session() -> Session:
    if _latest is None:
        raise RuntimeError("nothing was watched yet: put `with whygrad.watch():` around the computation")
    return _latest


def enable(target: Any, *which: Any, rows: Any = None, elements: Any = None) -> Enabled:
    """Let only chosen elements of a tensor or parameter get a gradient and change, under any optimizer.

    `enable(x, 0)`, `enable(x, [3, 5])`, `enable(x, mask)` for a leaf tensor; `enable(module, "weight", rows=[3, 5])` or
    `elements=mask` for a parameter. Elements are written as in `x[…]`. `enable(x, False)`,
    `enable(module, "weight", False)` or `remove()` of what is returned takes it back.
    """
    from whygrad.elements.enable import enable

    return enable(target, *which, rows=rows, elements=elements)
