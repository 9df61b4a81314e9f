"""Calls that need more than a note are made as the program wrote them, by position or by keyword."""

from __future__ import annotations

import pytest
import torch

import whygrad

A, B = torch.ones(2, requires_grad=True), torch.ones(2)
CALLS = {
    "equal": lambda: torch.equal(input=A, other=B),
    "equal, the other first": lambda: torch.equal(other=B, input=A),
    "equal, mixed": lambda: torch.equal(A, other=B),
    "allclose": lambda: torch.allclose(input=A, other=B, rtol=0.1),
    "is_nonzero": lambda: torch.is_nonzero(input=A[0]),
    "requires_grad_": lambda: B.clone().requires_grad_(requires_grad=True).requires_grad,
    "autograd.grad": lambda: torch.autograd.grad(outputs=(A * B).sum(), inputs=A)[0].tolist(),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_by_keyword_returns_what_it_returns_without_us(call):
    plain = call()
    with whygrad.watch():
        assert call() == plain


def test_gradients_are_switched_by_keyword():
    with whygrad.watch():
        torch._C._set_grad_enabled(enabled=False)
        try:
            assert not (A * 2).requires_grad
        finally:
            torch._C._set_grad_enabled(enabled=True)
        assert (A * 2).requires_grad


@pytest.mark.parametrize("call", [lambda: torch.equal(), lambda: torch.allclose(input=A), lambda: torch.equal(x=A)])
def test_a_wrong_call_gets_torchs_own_word_and_recording_goes_on(call):
    with pytest.raises(TypeError) as plain:
        call()
    with whygrad.watch():
        with pytest.raises(TypeError) as watched:
            call()
        assert "detached-tensor" in str(whygrad.why(A.detach().sum()))
    assert str(plain.value) == str(watched.value)


class Refusing:
    """A hook that must not be asked for its truth."""

    def __bool__(self):
        raise AssertionError("asked for its truth")

    def __call__(self, gradient):
        return None


def test_a_hook_is_not_asked_for_its_truth():
    with whygrad.watch():
        x = torch.ones(2, requires_grad=True)
        x.register_hook(Refusing())
        (x * 2).sum().backward()
    assert x.grad.tolist() == [2, 2]
