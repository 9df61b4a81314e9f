"""The files of `--json` and `--save`: a plain file is written as a whole.

Nothing waits for a pipe that nobody reads.
"""

from __future__ import annotations

import errno
import os
import select
import stat
import sys

from whygrad.cli.program import CannotStart
from whygrad.cli.rank_documents import add_to, is_of_this_launch, rank
from whygrad.render.out import say
from whygrad.whole_file import write_whole_bytes

EXAMPLES = {
    "--json": "--json out.json",
    "--output": "--output out.sarif",
    "--save": "--save run.whygrad",
    "--html": "--html report.html",
}
STANDARD_OUTPUT = "-"
OF_ALL_RANKS = "--json"  # the file that processes of one launch share
PATIENCE = 10.0  # seconds in which the reader of a pipe takes nothing


def prepared(name: str, option: str = "--json") -> str:
    """The absolute path of the file to write, checked and emptied now, so that no run leaves an older run's result."""
    if name == STANDARD_OUTPUT and option != "--save":
        return name
    path = os.path.abspath(name)
    if option == OF_ALL_RANKS and rank() is not None and is_of_this_launch(path):
        return path  # another process of the launch was faster, and has written it
    if name.endswith((".py", ".pyc")):
        raise CannotStart(
            f"{option} would overwrite the program {name!r}; give it a file to write, as in {EXAMPLES[option]}"
        )
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        return path  # a pipe or a device: opening it now would end its reader
    try:
        open(path, "w", encoding="utf-8").close()
    except OSError as error:
        raise CannotStart(f"can't write the {option} file {path!r}: {error.strerror}") from None
    return path


def write_json(path: str, text: str, option: str = "--json") -> None:
    """Write the document; one sentence where that cannot be done."""
    try:
        if path == STANDARD_OUTPUT:
            _write_to_standard_output(text)
        elif option == OF_ALL_RANKS and rank() is not None and os.path.isfile(path):
            add_to(path, text)
        else:
            write_bytes(path, text.replace("\n", os.linesep).encode(), option)
    except OSError as error:
        _say_why_not(path, error, option)


def write_bytes(path: str, data: bytes, option: str) -> None:
    """Write the file as a whole, or into the pipe or device that it is; one sentence where that cannot be done."""
    try:
        if not _written_whole(path, data):
            _write_to(path, data)
    except OSError as error:
        _say_why_not(path, error, option)


def _say_why_not(path: str, error: OSError, option: str) -> None:
    say(f"whygrad: can't write the {option} file {path!r}: {_reason(path, error)}")


def _write_to_standard_output(text: str) -> None:
    stream = sys.stdout
    if stream is not None:
        stream.write(text)
        stream.flush()


def _written_whole(path: str, data: bytes) -> bool:
    """A plain file; not one whose folder lets nobody put another into its place."""
    if os.path.exists(path) and not os.path.isfile(path):
        return False
    try:
        write_whole_bytes(path, data)
    except OSError:
        return False
    return True


def _write_to(path: str, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0), 0o666)
    try:
        while data:
            try:
                data = data[os.write(handle, data) :]
            except BlockingIOError:
                if not select.select((), (handle,), (), PATIENCE)[1]:
                    raise TimeoutError(errno.ETIMEDOUT, "the process at its other end does not read") from None
    finally:
        os.close(handle)


def _reason(path: str, error: OSError) -> str:
    if error.errno == errno.ENXIO and _is_pipe(path):
        return "it is a pipe that nobody reads"
    return error.strerror or type(error).__name__


def _is_pipe(path: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except OSError:
        return False
