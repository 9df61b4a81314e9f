"""`pytest --whygrad` and the fixture `whygrad`, in processes of their own."""

from __future__ import annotations

import re
import subprocess

import pytest
from drawn import drawn
from pages import blocks, check_block
from projects import ROOT, Project

MODELS = """
import pytest
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, cut):
        super().__init__()
        self.body, self.head, self.cut = nn.Linear(3, 3), nn.Linear(3, 1), cut

    def forward(self, x):
        h = self.body(x)
        return self.head(h.detach() if self.cut else h)


def train(model, steps=3):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        loss = model(torch.ones(2, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss
"""
HEALTHY = """
import pytest
import torch

from models import Net, train


@pytest.fixture(scope="module")
def shared():
    return Net(cut=False)


@pytest.fixture
def model():
    return Net(cut=False)


def test_one_learns(model):
    train(model)


def test_first_to_use_the_shared_one(shared):
    train(shared)


def test_shared_one_was_made_before(shared):
    train(shared)
    assert sorted([2, 1]) == [2, 1]


def test_error_about_something_else(model):
    train(model)
    torch.ones(2) @ torch.ones(3)


def test_error_caught(model):
    with pytest.raises(RuntimeError):
        model(torch.ones(2, 3)).detach().sum().backward()


def test_cut_is_allowed():
    model = Net(cut=False)
    loss = model(torch.ones(2, 3)).detach().sum()  # whygrad: allow[detached-tensor]
    loss.backward()


@pytest.mark.xfail
def test_expected_failure():
    torch.ones(2).sum().backward()


def test_skipped():
    pytest.skip("not now")
"""
LOST = """
import pytest
import torch

from models import Net, train


@pytest.fixture(scope="module")
def cut():
    return Net(cut=True)


@pytest.fixture
def broken():
    torch.nn.Linear(2, 1)(torch.ones(2)).detach().backward()


def test_error(cut):
    loss = cut(torch.ones(2, 3)).detach().sum()
    loss.backward()


def test_assertion(cut):
    before = cut.body.weight.clone()
    train(cut)
    assert not torch.equal(before, cut.body.weight)


def test_error_in_a_fixture(broken):
    pass


def test_watches_by_itself(cut):
    import whygrad

    with whygrad.watch():
        loss = cut(torch.ones(2, 3)).detach().sum()
        assert "detached-tensor" in str(whygrad.why(loss))
    loss.backward()


def test_in_a_loop(cut):
    for _ in range(2):
        cut(torch.ones(2, 3)).mean().item().backward()
"""
FIXTURE = """
import pytest
import torch

from models import Net, train


@pytest.fixture
def model(request):
    return Net(cut="cut" in request.node.name)


def test_content(model, whygrad):
    train(model)
    whygrad.expect_gradients(model)
    assert "got a gradient" in str(whygrad.why(model.body.weight))


def test_cut(model, whygrad):
    train(model)
    whygrad.expect_gradients(model)


def test_cut_is_allowed(model, whygrad):
    train(model)
    whygrad.expect_gradients(model, allow=["body.*"])


def test_cut_and_an_error(model, whygrad):
    model(torch.ones(2, 3)).detach().sum().backward()


def test_cut_asked_for_late(model, request):
    loss = request.getfixturevalue("whygrad") and model(torch.ones(2, 3)).detach().sum()
    loss.backward()


def test_nothing_is_watched_now():
    import whygrad

    with pytest.raises(RuntimeError, match="nothing has been recorded"):
        whygrad.why(torch.ones(1))
"""
WITHOUT_TORCH = """
import sys


def test_torch_is_not_loaded():
    assert "torch" not in sys.modules and "whygrad.session" not in sys.modules


def test_fails():
    assert 1 == 2
"""


@pytest.fixture(scope="module")
def tests(project: Project) -> Project:
    project.write("models.py", MODELS)
    project.write("test_healthy.py", HEALTHY)
    project.write("test_lost.py", LOST)
    project.write("test_fixture.py", FIXTURE)
    project.write("plain/test_plain.py", WITHOUT_TORCH)
    return project


def sections(ended: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """What whygrad added to the failure of each test; "" where it added nothing."""
    failures = ended.stdout.partition("short test summary")[0]
    parts = re.split(r"^_{3,} (?:ERROR at setup of )?(\w+) _{3,}$", failures, flags=re.M)[1:]
    found = {}
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        found[name] = re.split(r"^-+ whygrad -+$", text, flags=re.M)[1:]
    assert all(len(texts) <= 1 for texts in found.values())
    return {name: "".join(texts) for name, texts in found.items()}


HEALTHY_FAILURES = {
    "test_shared_one_was_made_before",
    "test_error_about_something_else",
    "test_cut_is_allowed",
}
LOST_FAILURES = {
    "test_error": (".detach()", "test_lost.py:"),
    "test_assertion": ("h.detach() if self.cut", "models.py:"),
    "test_error_in_a_fixture": (".detach()", "test_lost.py:"),
    "test_watches_by_itself": (".detach()", "test_lost.py:"),
    "test_in_a_loop": (".item()", "test_lost.py:"),
}


@pytest.mark.parametrize("words", drawn([(), ("-n1",)], 2), ids=lambda words: "xdist" if words else "alone")
def test_failures_about_gradients_are_explained_and_the_others_are_not(tests: Project, words: tuple[str, ...]) -> None:
    ended = tests.python("-m", "pytest", "--whygrad", "-rN", *words, "test_healthy.py", "test_lost.py")
    found = sections(ended)
    assert set(found) == HEALTHY_FAILURES | set(LOST_FAILURES), ended.stdout
    assert [name for name in HEALTHY_FAILURES if found[name]] == []
    for name, texts in LOST_FAILURES.items():
        assert found[name].lstrip().startswith("error["), (name, ended.stdout)
        assert all(text in found[name] for text in texts), (name, found[name])
    assert ended.stderr == ""


def shown_places(ended: subprocess.CompletedProcess[str]) -> list[str]:
    return re.findall(r"^\S+\.py:\d+(?=: )", ended.stdout, flags=re.M)


@pytest.mark.parametrize("style", drawn(["long", "short"], 2))
def test_the_tracebacks_are_those_of_a_plain_run(tests: Project, style: str) -> None:
    words = ("-m", "pytest", "-rN", "-p", "no:cacheprovider", f"--tb={style}", "test_lost.py", "-k", "test_error")
    plain = tests.python(*words)
    assert any("_tensor.py" in place for place in shown_places(plain)), plain.stdout
    assert shown_places(tests.python(*words, "--whygrad")) == shown_places(plain)


def test_pytest_has_nothing_to_warn_of_under_the_command(tests: Project) -> None:
    words = ("-m", "pytest", "-W", "error", "-p", "no:cacheprovider", "test_healthy.py", "-k", "test_one_learns")
    ended = tests.python("-m", "whygrad", "run", *words)
    assert "1 passed" in ended.stdout and "warning" not in ended.stdout, ended
    assert ended.returncode == 0


def test_the_fixture_watches_its_test_and_answers(tests: Project) -> None:
    ended = tests.python("-m", "pytest", "-rN", "test_fixture.py")
    found = sections(ended)
    assert set(found) == {"test_cut", "test_cut_and_an_error", "test_cut_asked_for_late"}, ended.stdout
    assert found["test_cut"] == ""  # the message of the error is the diagnostic
    assert ended.stdout.count("E       error[detached-tensor]") == 1
    assert "error[detached-tensor]" in found["test_cut_and_an_error"]
    assert "error[detached-tensor]" in found["test_cut_asked_for_late"]
    assert "whygrad/__init__.py:" not in ended.stdout


def test_nothing_is_loaded_or_said_where_nobody_asks(tests: Project) -> None:
    plain = tests.python("-m", "pytest", "-rN", "plain")
    assert "1 failed, 1 passed" in plain.stdout, plain.stdout
    assert sections(plain) == {"test_fails": ""}


def test_a_mistake_in_the_settings_is_told_before_the_first_test(tests: Project) -> None:
    tests.write("wrong/pyproject.toml", '[tool.whygrad]\nallow = ["detached"]\n')
    ended = tests.python("-m", "pytest", "--whygrad", "-c", "wrong/pyproject.toml", "plain")
    assert ended.returncode == pytest.ExitCode.USAGE_ERROR
    assert "wrong/pyproject.toml: tool.whygrad.allow: there is no cause 'detached'" in ended.stderr


def test_help_names_the_option(tests: Project) -> None:
    said = " ".join(tests.python("-m", "pytest", "--help").stdout.split())
    assert "--whygrad watch every test, and explain the failures that are about gradients" in said


def test_the_page_shows_what_is_printed(tests: Project) -> None:
    page = ROOT / "docs" / "environments" / "pytest.md"
    first, asked = [block.text for block in blocks(page.read_text()) if block.info == "python"][:2]
    tests.write("page/test_model.py", f"{first}\n\n{asked}")
    ended = tests.python(
        "-m", "pytest", "--whygrad", "-rN", "--rootdir=page", "page/test_model.py", "-p", "no:cacheprovider"
    )
    assert "2 failed" in ended.stdout and "E       error[detached-tensor]" in ended.stdout
    (section,) = re.findall(r"^-+ whygrad -+$.*?(?=^[_=]{3,} )", ended.stdout, flags=re.M | re.S)
    (shown,) = [block for block in blocks(page.read_text()) if block.info == "text"]
    check_block(page, shown, section.replace("page/", ""))
