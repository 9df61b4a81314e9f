"""whygrad names the line that lost a gradient in a PyTorch program, by having watched it run.

with whygrad.watch():
    loss = train_step(model, batch)
print(whygrad.why(loss))
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from whygrad._version import __version__

if TYPE_CHECKING:
    from whygrad.elements.enable import Enabled
    from whygrad.session import Explanation, Session

__all__ = ["__version__", "enable", "watch", "why"]

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


def why(tensor: Any) -> Explanation:
    """Why `tensor` (a loss) gives no gradient, or (a parameter) gets none; needs `watch()` around its making."""
    if _latest is None:
        raise RuntimeError("nothing was watched yet: put `with whygrad.watch():` around the computation")
    return _latest.why(tensor)


def enable(target: Any, *which: Any, rows: Any = None, elements: Any = None) -> Enabled:
    """Let only chosen elements of a tensor or parameter get a gradient and change, under any optimizer.

    `enable(x, 0)`, `enable(x, [3, 5])`, `enable(x, mask)` for a leaf tensor; `enable(module, "weight", rows=[3, 5])` or
    `elements=mask` for a parameter. Elements are written as in `x[…]`. `enable(x, False)`,
    `enable(module, "weight", False)` or `remove()` of what is returned takes it back.
    """
    from whygrad.elements.enable import enable

    return enable(target, *which, rows=rows, elements=elements)
