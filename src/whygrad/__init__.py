"""whygrad watches a PyTorch program run and names the line that lost a gradient.

with whygrad.watch():
    loss = train_step(model, batch)
print(whygrad.why(loss))
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from whygrad._version import __version__

if TYPE_CHECKING:
    import torch

    from whygrad.elements.enable import Enabled
    from whygrad.elements.routes import Paths
    from whygrad.elements.show import Picture
    from whygrad.session import Explanation, Session

__all__ = ["__version__", "enable", "expect_gradients", "grad", "paths", "show", "watch", "why"]

_latest: Session | None = None


@contextmanager
def watch(*, keep_bytes: int = 2**29, steady: bool = False) -> Iterator[None]:
    """Record the code inside the block for `why` and `grad`, without changing what it does.

    For `grad`, whygrad keeps values as long as tensors computed from them live. It keeps at most `keep_bytes` of values
    that no tensor holds any longer, and drops the oldest first; 0 keeps none.
    `steady` records a few steps of an optimizer, then one at growing intervals, and keeps no values.
    """
    global _latest
    import torch  # noqa: F401  # so that recording starts here, whatever the program has imported

    from whygrad.own_frames import without_own_frames
    from whygrad.session import Session

    session = Session(keep_bytes=0 if steady else keep_bytes, steady=steady)
    session.start()
    _latest = session
    try:
        yield
    except BaseException as error:
        without_own_frames(error)
        raise
    finally:
        session.stop()
        if session.broken is not None:
            from whygrad.internal_error import line_about, summary_of
            from whygrad.render.out import say

            say(line_about(summary_of(session.broken)))


def why(subject: Any) -> Explanation:
    """Explain why a loss carries no gradient, or why a parameter or module gets none.

    The answer covers what ran inside `watch()`. Print it, or read its `findings`.
    """
    return _session().why(subject, sys._getframe(1))


def expect_gradients(subject: Any, *, allow: Iterable[str] = ()) -> None:
    """Raise AssertionError with the diagnostic unless every parameter of `subject` got a gradient.

    `subject` is a module, a parameter, or several of them: a list, `parameters()`, `named_parameters()`. `allow` names
    parameters that need none, as in `allow=["frozen.*"]`, by the names that `named_parameters()` gives them. A gradient
    of zeros, nan or infinity counts as missing.
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    session = _session()
    from whygrad.record.questions.expecting import expected

    explanation = session.why(expected(subject, allow), sys._getframe(1))
    if explanation.unknown:
        raise RuntimeError(str(explanation))
    if explanation.missing or any(f.severity in ("error", "warning") for f in explanation.findings):
        raise AssertionError(f"some gradients are missing\n\n{explanation}")


def _session() -> Session:
    if _latest is None:
        raise RuntimeError("nothing was recorded yet: put `with whygrad.watch():` around the computation")
    return _latest


def enable(target: Any, *which: Any, rows: Any = None, elements: Any = None) -> Enabled:
    """Restrict gradients and updates to chosen elements of a tensor or parameter, under any optimizer.

    `enable(x, 0)`, `enable(x, [3, 5])`, `enable(x, mask)` for a leaf tensor; `enable(module, "weight", rows=[3, 5])` or
    `elements=mask` for a parameter. Elements are given as in `x[…]`. `enable(x, False)`,
    `enable(module, "weight", False)` or `.remove()` on the result undoes it.
    """
    from whygrad.elements.enable import enable

    return enable(target, *which, rows=rows, elements=elements)


def grad(of: Any, wrt: Any, *, through: Any = None) -> torch.Tensor:
    """Return the derivative of the elements `of` with respect to the elements `wrt`, shaped `(*of.shape, *wrt.shape)`.

    Both are tensors, slices or elements: `grad(y[3], h[2])`. If `watch()` recorded an in-place write, `wrt` is the
    value last written before `of` used it. `through` names cuts to ignore: the result of `why`, a finding, a cause or
    a line. If no path exists, the result is zero, with a warning and the reason as its `.reason`.
    """
    from whygrad.elements import read

    return read.grad(of, wrt, through, _recorder(), sys._getframe(1))


def paths(of: Any, wrt: Any) -> Paths:
    """Return the paths on which `of` depends on `wrt`, with their lines and what each adds to the derivative."""
    from whygrad.elements import read

    return read.paths(of, wrt, _recorder(), sys._getframe(1))


def show(of: Any, wrt: Any) -> Picture:
    """Return the derivative of one element `of` as a heat map over the elements of `wrt`, for notebooks and files."""
    from whygrad.elements.show import Picture

    return Picture(grad(of, wrt))


def _recorder() -> Any:
    """What the latest `watch()` recorded."""
    return _latest.recorder if _latest is not None else None


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext whygrad`: errors about gradients are explained below the cell that raises them."""
    from whygrad.integrations.notebook import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    from whygrad.integrations.notebook import unload

    unload(shell)
