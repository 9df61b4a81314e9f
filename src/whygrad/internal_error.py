"""What is said when whygrad itself fails: one line, the same wherever it is said."""

from __future__ import annotations

import os
import traceback
from types import CodeType

MOST = 100  # lines of a trace; a recursion has thousands


def summary_of(error: BaseException) -> str:
    """The error in one line, whatever is in it; an error whose text cannot be made is named by its type."""
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:
        text = type(error).__name__
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))


def trace_of(error: BaseException) -> tuple[str, ...]:
    """Our own lines that the error went through, without the folders of this machine."""
    package = os.path.join(os.path.dirname(os.path.abspath(__file__)), "")
    lines = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    ours = [(code.co_filename[len(package) :], line, code.co_name) for code, line in lines if _is_in(package, code)]
    return tuple(f"whygrad/{file.replace(os.sep, '/')}:{line} in {name}" for file, line, name in ours[-MOST:])


def _is_in(folder: str, code: CodeType) -> bool:
    return code.co_filename.startswith(folder)


def line_about(summary: str, incomplete: bool = False, saved: str = "") -> str:
    """The line for the user; `incomplete` where something was diagnosed all the same, `saved` where the run was."""
    what = "the diagnosis is incomplete" if incomplete else "nothing was diagnosed"
    attach = f"attach {saved}" if saved else "attach the file that `whygrad run --save run.whygrad ...` writes"
    return f"whygrad: internal error, {what}: {summary}; please report it and {attach}; your program was not affected"
