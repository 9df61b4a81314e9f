"""Which failed passes a runner of tests counts as failures, where the runner says so after each part of a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whygrad.recording import Recording

Failure = tuple[str, Recording]  # by what the error is known again, and what was seen of it


class FailedTests:
    """What tests expected, or caught, is not among them, whatever they computed afterwards."""

    def __init__(self) -> None:
        self.is_told = False  # does somebody say which tests have failed?
        self.latest: Recording | None = None
        self._before: Recording | None = None  # the latest failure when the previous part ended

    def part_ended(self, errors: Sequence[str], failures: Sequence[Failure]) -> None:
        """A test, or its preparation, ended, with these errors, each the origin of the one before it, or none."""
        self.is_told = True
        new: list[Failure] = []
        for signature, recording in reversed(failures):
            if recording is self._before:
                break
            new.append((signature, recording))
        self._before = failures[-1][1] if failures else None
        self.latest = next((r for error in errors for signature, r in new if signature == error), self.latest)


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        link = link.__cause__ if link.__cause__ is not None else link.__context__
