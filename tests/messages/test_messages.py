"""Every message of torch about gradients that a CPU can be made to raise is explained, and no other error is."""

from __future__ import annotations

import linecache
import warnings

import pytest
import torch
import torch.autograd.forward_ad
import torch.nn.functional
from message_programs import PROGRAMS, RAISABLE, MessageProgram
from torch.utils.checkpoint import checkpoint

import whygrad.session
from whygrad.causes import all_causes
from whygrad.causes._messages import MessageCause
from whygrad.causes.unexplained.not_explained import is_about_gradients

# They need a process group: their programs are the examples of pages.
NOT_RUN = (260, 265)

NAMES = {
    "__name__": "__main__",
    "torch": torch,
    "nn": torch.nn,
    "F": torch.nn.functional,
    "Function": torch.autograd.Function,
    "func": torch.func,
    "fwd": torch.autograd.forward_ad,
    "checkpoint": checkpoint,
    "R": lambda *size: torch.randn(*size, requires_grad=True),
}
NOT_ABOUT_GRADIENTS = (
    "torch.ones(3) @ torch.ones(4)",
    "torch.ones(2, 3, requires_grad=True) @ torch.ones(2, 3)",
    "torch.ones(3, requires_grad=True)[5]",
    "nn.Linear(4, 2)(torch.ones(3))",
    "F.cross_entropy(torch.ones(2, 3), torch.ones(2, 3, 4))",
    "nn.Linear(4, 2).load_state_dict({'weight': torch.ones(3, 3)})",
    "nn.Linear(4, 2).gradient",
    "torch.ones(3, requires_gradient=True)",
    "torch.ones('3', requires_grad=True)",
    "{}['grad']",
    "raise RuntimeError('the gradient exploded')",
    "assert 1 == 2, 'no gradient'",
    "x = torch.ones(3, requires_grad=True)\nx.register_hook(lambda g: g['grad'])\nx.sum().backward()",
    "for value in 3:\n    pass",
    "float(torch.ones(3))",
)


def causes_found(text: str, name: str) -> tuple[list[str], Exception | None]:
    """What whygrad says of the error that the program raises, and the error."""
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    session = whygrad.session.Session()
    raised: Exception | None = None
    session.start()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text, file, "exec"), dict(NAMES))
    except Exception as error:
        raised = error
        session.failed(error)
    finally:
        session.stop()
        del linecache.cache[file]
    return [finding.cause for finding, _ in session.diagnoses()], raised


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_message_is_explained(program: MessageProgram):
    if program.cause not in {cause.name for cause in all_causes()}:
        pytest.xfail(f"{program.cause} is not written yet")
    found, error = causes_found(program.text, program.name)
    assert error is not None, "the program raised nothing"
    assert found == [program.cause], str(error)


@pytest.mark.parametrize("text", NOT_ABOUT_GRADIENTS)
def test_an_error_that_is_not_about_gradients_is_not_explained(text):
    found, error = causes_found(text, "other")
    assert error is not None
    assert found == []


def test_every_message_that_can_be_raised_has_a_program():
    written = {row for program in PROGRAMS for row in program.rows}
    assert written == set(RAISABLE) - set(NOT_RUN)


def test_no_fragment_is_claimed_twice():
    seen: dict[str, str] = {}
    for cause in all_causes():
        for message in cause.messages if isinstance(cause, MessageCause) else ():
            for fragment in message.fragments:
                assert len(fragment) > 8, fragment
                assert seen.setdefault(fragment, cause.name) == cause.name


@pytest.mark.parametrize(
    ("error", "about"),
    [
        ("RuntimeError: the tensor has no gradient of this kind", True),
        ("RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)", False),
        ("OutOfMemoryError: CUDA out of memory while running backward", False),
        ("KeyError: 'grad'", False),
        ("RuntimeError: Error(s) in loading state_dict for Net: size mismatch for grad_head.weight", False),
        ("RuntimeError: something\nbackward", False),
    ],
)
def test_what_is_about_gradients(error, about):
    assert is_about_gradients(error) is about
