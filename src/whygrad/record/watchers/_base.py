"""What a watcher is: it hears events, keeps its own state, and yields evidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from whygrad.evidence import Evidence
from whygrad.record.live.origin import Origin
from whygrad.record.seam.patching import Patches

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


class Watcher:
    """Watches one thing beside the graph. It is found because its module exists; each recorder has one of its own.

    It decides nothing: whether what it saw was meant is asked when the run is over, by a cause.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def install(self, undo: Patches) -> None:
        """Make the patches that it needs, each with its undo."""

    def begin_anew(self) -> None:
        """Forget what was seen so far: another stretch of the run begins, which is judged by itself.

        A watcher whose knowledge is of things that live on, and not of passes and steps, keeps it.
        """
        type(self).__init__(self, self.recorder)  # each takes a recorder alone

    def needs(self) -> Iterable[Origin]:
        """What has to be copied for `of_run` to point at."""
        return ()

    def of_run(self, copy: Copy) -> Iterable[Evidence]:
        """What it saw in the whole run, asked when it is over."""
        return ()
