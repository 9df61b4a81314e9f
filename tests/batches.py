"""Many little checks as one test: thousands of tests would take longer by their number than by what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def for_each(values: Iterable[Any]) -> Callable[[Callable[[Any], None]], Callable[[], None]]:
    """As `pytest.mark.parametrize`, in one test, which runs all and names those that fail."""

    def decorate(check: Callable[[Any], None]) -> Callable[[], None]:
        def test() -> None:
            count, failed, first = 0, [], None
            for count, value in enumerate(values, 1):  # noqa: B007
                try:
                    check(value)
                except Exception as error:
                    failed.append(value)
                    first = first or error
            assert count, "there is nothing to check"
            if first is not None:
                shown = "\n".join(map(str, failed[:20]))
                raise AssertionError(f"{len(failed)} of {count} fail, the first as above:\n{shown}") from first

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return decorate
