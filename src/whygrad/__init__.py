"""whygrad watches a PyTorch program run and names the line that lost a gradient.

with whygrad.watch():
    loss = train_step(model, batch)
print(whygrad.why(loss))

PYTEST_DONT_REWRITE: pytest warns about plugins that were loaded before it starts, as `whygrad run -m pytest` does.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from whygrad._version import __version__
from whygrad.own_frames import ending_at_the_call, without_own_frames

if TYPE_CHECKING:
    import torch

    from whygrad.elements.enable import Enabled
    from whygrad.elements.routes import Paths
    from whygrad.elements.show import Picture
    from whygrad.session import Explanation, Session

__all__ = ["__version__", "enable", "expect_gradients", "grad", "paths", "show", "watch", "why"]

_latest: Session | None = None
_earlier: deque[Session] = deque(maxlen=3)  # asked about what they saw, and the latest one did not


@contextmanager
def watch(
    *, values: bool | Literal["auto"] = "auto", keep_bytes: int = 2**29, steady: bool = False
) -> Iterator[Session]:
    """Record the code inside the block for `why` and `grad`, without changing what it does.

    `with watch() as session:` returns the session, whose `why` uses only this block.
    For `grad`, it keeps values as long as tensors computed from them exist: with `values="auto"` until an optimizer
    steps for the second time, unless `grad`, `paths` or `show` was called before; with True always, with False never.
    It keeps at most `keep_bytes` of values that no tensor holds any longer, and drops the oldest first; 0 keeps none.
    `steady` records a few steps of an optimizer, then one at growing intervals, and keeps no values.
    """
    __tracebackhide__ = True
    global _latest
    import torch  # noqa: F401  # so that recording starts here, whatever the program has imported

    from whygrad.session import Session

    with ending_at_the_call():
        if values not in (True, False, "auto"):
            raise ValueError(f'`values` must be True, False or "auto", not {values!r}')
    session = Session(keep_bytes=0 if steady or not values else keep_bytes, steady=steady, keep_on=values != "auto")
    session.start()
    if _latest is not None:
        _earlier.append(_latest)
    _latest = session
    try:
        yield session
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

    The latest `watch()` that recorded the subject answers, or `whygrad run`. Print the answer, or read its `findings`.
    """
    __tracebackhide__ = True
    with ending_at_the_call():
        return _session(subject).why(subject, sys._getframe(1))


def expect_gradients(subject: Any, *, allow: Iterable[str] = ()) -> None:
    """Raise AssertionError with the diagnostic unless every parameter of `subject` got a gradient.

    `subject` is a module, a parameter, or several of them: a list, `parameters()`, `named_parameters()`. `allow` names
    parameters that need none, as in `allow=["frozen.*"]`, by the names that `named_parameters()` gives them. A gradient
    of zeros, nan or infinity counts as missing.
    """
    __tracebackhide__ = True  # pytest shows the line of the test
    with ending_at_the_call():
        from whygrad.record.questions.expecting import expected

        parameters = expected(subject, allow)
        _session(parameters).expect_gradients(parameters, sys._getframe(1))


def _sessions() -> list[Session]:
    """All that can be asked, the latest first, and that of `whygrad run` last."""
    from whygrad.session import Session

    found = [_latest, *reversed(_earlier)] if _latest is not None else []
    return [session for session in dict.fromkeys([*found, Session.running]) if session is not None]


def _session(subject: Any) -> Session:
    """The one to be asked: the latest that saw it, of those that saw a backward pass where gradients are asked for."""
    sessions = _sessions()
    if not sessions:
        raise RuntimeError("nothing has been recorded yet: put `with whygrad.watch():` around the computation")
    saw = [session for session in sessions if session.saw(subject)]
    return next((session for session in saw if session.saw_a_pass), saw[0] if saw else sessions[0])


def enable(target: Any, *which: Any, rows: Any = None, elements: Any = None) -> Enabled:
    """Restrict gradients and updates to chosen elements of a tensor or parameter, under any optimizer.

    `enable(x, 0)`, `enable(x, [3, 5])`, `enable(x, mask)` for a leaf tensor; `enable(module, "weight", rows=[3, 5])` or
    `elements=mask` for a parameter. Write elements as in `x[…]`. `enable(x, False)`,
    `enable(module, "weight", False)` or `.remove()` on the result undoes it.
    """
    from whygrad.elements.enable import enable

    __tracebackhide__ = True
    with ending_at_the_call():
        return enable(target, *which, rows=rows, elements=elements)


def grad(of: Any, wrt: Any, *, through: Any = None) -> torch.Tensor:
    """Return the derivative of the elements `of` with respect to the elements `wrt`, shaped `(*of.shape, *wrt.shape)`.

    Both are tensors, slices or elements: `grad(y[3], h[2])`. If `watch()` recorded an in-place write, `wrt` is the
    value last written before `of` used it. `through` names cuts to ignore: the result of `why`, a finding, a cause or
    a line. If no path exists, the result is zero, with a warning and the reason as its `.reason`. If neither `watch()`
    nor PyTorch recorded the computation, the derivative is unknown, and `grad` raises ValueError.
    """
    from whygrad.elements import read

    __tracebackhide__ = True
    with ending_at_the_call():
        return read.grad(of, wrt, through, _recorder(of), sys._getframe(1))


def paths(of: Any, wrt: Any) -> Paths:
    """Return the paths on which `of` depends on `wrt`, with their lines and what each adds to the derivative."""
    from whygrad.elements import read

    __tracebackhide__ = True
    with ending_at_the_call():
        return read.paths(of, wrt, _recorder(of), sys._getframe(1))


def show(of: Any, wrt: Any) -> Picture:
    """Return the derivative of one element `of` as a heat map over the elements of `wrt`, for notebooks and files."""
    from whygrad.elements.show import Picture

    __tracebackhide__ = True
    with ending_at_the_call():
        return Picture(grad(of, wrt))


def _recorder(of: Any) -> Any:
    """What the latest `watch()` recorded that saw the tensor, or the one it was picked from just now."""
    recorded = [session for session in _sessions() if session.recorder is not None]
    sessions = [s for s in recorded if s.recorder.mode.taping is not None or s.recorder.mode.taping_ended]
    saw = next((session for session in sessions if session.saw(of)), sessions[0] if sessions else None)
    return saw.recorder if saw is not None else None


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext whygrad`: errors about gradients are explained below the cell that raises them."""
    from whygrad.integrations.notebook import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    from whygrad.integrations.notebook import unload

    unload(shell)
