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
    from whygrad.session import Explanation, Session

__all__ = ["__version__", "watch", "why"]

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
