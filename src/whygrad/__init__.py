"""whygrad names the line that lost a gradient in a PyTorch program, by having watched it run.

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
    """Record what runs inside, so that `why` and `grad` can answer; the program itself is not changed.

    Values are kept for `grad`, for as long as the tensors computed from them live; of those that no tensor shows any
    more at most `keep_bytes`, the oldest are let go first. 0 keeps none.
    `steady` records a few steps of an optimizer and then one at growing intervals, and keeps no values.
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
    """Why `subject` (a loss) gives no gradient, or (a parameter, a module) gets none, as far as `watch()` has seen."""
    return _session().why(subject, sys._getframe(1))


def expect_gradients(subject: Any, *, allow: Iterable[str] = ()) -> None:
    """Raise AssertionError, with the diagnostic as its message, unless every parameter of `subject` got a gradient.

    `subject` is a module, a parameter, or several of them: a list, `parameters()`, `named_parameters()`. `allow` names
    parameters that need none, as in `allow=["frozen.*"]`, by the names that `named_parameters()` gives them. All zeros,
    nan and infinity count as no gradient.
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    session = _session()
    from whygrad.record.questions.expecting import expected

    explanation = session.why(expected(subject, allow), sys._getframe(1))
    if explanation.unknown:
        raise RuntimeError(str(explanation))
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


def grad(of: Any, wrt: Any, *, through: Any = None) -> torch.Tensor:
    """The derivative of the elements `of` with respect to the elements `wrt`, shaped as `of` and then as `wrt`.

    Both are tensors, slices or elements as they are written: `grad(y[3], h[2])`. Inside a tensor that was written in
    place, with `watch()` around that, `wrt` is the value as it was last written before `of` used it. `through` names
    cuts to be passed as if they were not there: what `why` returned, a finding, a cause, a line. Zero for want of a
    way comes with a warning, and with the reason as `.reason` of the result.
    """
    from whygrad.elements import read

    return read.grad(of, wrt, through, _recorder(), sys._getframe(1))


def paths(of: Any, wrt: Any) -> Paths:
    """The ways by which `of` depends on `wrt`, with their lines and what each adds to the derivative."""
    from whygrad.elements import read

    return read.paths(of, wrt, _recorder(), sys._getframe(1))


def show(of: Any, wrt: Any) -> Picture:
    """The derivative of one element `of` as a picture over the elements of `wrt`, for notebooks and for files."""
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
