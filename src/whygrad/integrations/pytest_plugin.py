"""The pytest plugin: `pytest --whygrad` explains failures that are about gradients, the fixture `whygrad` asks."""

from __future__ import annotations

import sys
from collections.abc import Generator
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from whygrad.integrations.stretch import Stretch, Told
    from whygrad.policy.settings import Settings

HELP = "watch every test, and explain the failures that are about gradients"
FIXTURE = "whygrad"
_STRETCH = pytest.StashKey["Stretch"]()
_SETTINGS = pytest.StashKey["Settings"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("whygrad", "lost gradients").addoption("--whygrad", action="store_true", help=HELP)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("whygrad"):
        _settings(config)  # a mistake in them is told before the first test


@pytest.fixture(name=FIXTURE)
def whygrad_fixture(request: pytest.FixtureRequest) -> ModuleType:
    """The module `whygrad`, with this test watched: `whygrad.expect_gradients(model)`, `whygrad.why(loss)`."""
    import whygrad

    if _STRETCH not in request.node.stash:  # it was asked for by `getfixturevalue`
        _watch(request.node)
    return whygrad


# Wrappers of the older kind: they load with every pytest that a user may have.
@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, None]:
    if item.config.getoption("whygrad") or FIXTURE in getattr(item, "fixturenames", ()):
        _watch(item)
    yield


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, None]:
    yield
    if _STRETCH in item.stash:
        item.stash[_STRETCH].stop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, None]:
    if call.excinfo is not None:
        from whygrad.own_frames import without_own_frames

        without_own_frames(call.excinfo.value)
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    if "whygrad.session" in sys.modules:
        from whygrad.session import Session

        Session.test_ended(call.excinfo.value if report.failed and call.excinfo is not None else None)
    if report.failed and call.excinfo is not None and _STRETCH in item.stash:
        from whygrad.integrations.stretch import tells_already

        told = _told(item.stash[_STRETCH], call.excinfo.value)
        if told and not tells_already(call.excinfo.value, told):
            _add(report, str(told).rstrip("\n"))


def _watch(item: pytest.Item) -> None:
    from whygrad.integrations.stretch import Stretch

    cwd = str(item.config.invocation_params.dir)
    item.stash[_STRETCH] = stretch = Stretch(_settings(item.config), cwd)
    stretch.start()


def _settings(config: pytest.Config) -> Settings:
    from whygrad.policy.settings import BadSettings, settings_for

    if _SETTINGS not in config.stash:
        try:
            config.stash[_SETTINGS] = settings_for(str(config.rootpath))
        except BadSettings as error:
            raise pytest.UsageError(f"whygrad: {error}") from None
    return config.stash[_SETTINGS]


def _told(stretch: Stretch, error: BaseException) -> Told:
    """Of an expectation that was not met, also what is wrong with the training before it."""
    told = stretch.about_error(error)
    if not told and isinstance(error, (AssertionError, pytest.fail.Exception)):
        return stretch.about_trainings()
    return told


def _add(report: pytest.TestReport, text: str) -> None:
    """With the failure itself where that is possible: captured output may be hidden."""
    add = getattr(report.longrepr, "addsection", None)
    if add is not None:
        add(FIXTURE, text)
    else:
        report.sections.append((FIXTURE, text))
