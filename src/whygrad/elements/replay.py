"""Runs a kept call again with gradients on, and differentiates it alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import torch

from whygrad.record.seam import torch_api
from whygrad.tape.cells import Call, Fixed, Kept, Number, tensors_in
from whygrad.tape.replays import Unkept
from whygrad.unwarned import unwarned

Contribution = tuple[Any, torch.Tensor]  # (the Kept or Number, its derivatives by row)


class CannotRun(Exception):
    """A call could not be run again."""

    def __init__(self, call: Call, text: str) -> None:
        super().__init__(text)
        self.call = call


class Given:
    """The arguments of one run: every tensor a leaf of its own."""

    def __init__(self, in_place: bool = False, numbers: bool = True, all_followed: bool = True) -> None:
        self._in_place = in_place
        self._numbers = numbers  # are exported numbers handed in as tensors?
        self._all = all_followed  # or those only that required a gradient?
        self.leaves: dict[int, tuple[Any, torch.Tensor]] = {}

    def give(self, value: Any) -> Any:
        if isinstance(value, Kept):
            return self._leaf(value, value)
        if isinstance(value, Number):
            return self._leaf(value, value.kept) if self._numbers else value.value
        if isinstance(value, Fixed):
            return value.kept.read().clone()
        if isinstance(value, Unkept):
            raise ValueError("whygrad does not keep the values of one of its inputs")
        if isinstance(value, tuple):
            items = [self.give(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if isinstance(value, list):
            return [self.give(item) for item in value]
        if isinstance(value, dict):
            return {key: self.give(item) for key, item in value.items()}
        return value

    def _leaf(self, owner: Any, kept: Kept) -> torch.Tensor:
        if id(owner) not in self.leaves:
            value = kept.read()
            leaf = value.clone() if value.is_inference() else value.detach()
            if (leaf.is_floating_point() or leaf.is_complex()) and (self._all or kept.carried):
                leaf.requires_grad_()
            self.leaves[id(owner)] = (owner, leaf)
        leaf = self.leaves[id(owner)][1]
        return leaf.clone() if self._in_place else leaf


class Run:
    """One call, run again."""

    def __init__(self, call: Call) -> None:
        with ExitStack() as stack:
            stack.enter_context(torch_api.differentiating())
            stack.enter_context(unwarned())
            if call.rng is not None:
                stack.enter_context(torch_api.random_states_set(call.rng))
            if call.autocast is not None:
                stack.enter_context(torch.autocast(call.autocast[0], call.autocast[1]))
            try:
                self._run(call, {"in_place": call.in_place})
            except Exception as error:
                raise CannotRun(call, str(error)) from error

    def _run(self, call: Call, ways: dict[str, bool]) -> None:
        """Run it, and again in another way where it will not have its arguments so."""
        try:
            self._run_once(call, Given(**ways))
        except TypeError:  # it takes plain numbers only
            if "numbers" in ways:
                raise
            self._run(call, {**ways, "numbers": False})
        except RuntimeError as error:
            if "leaf Variable" in str(error) and not ways["in_place"]:
                self._run(call, {**ways, "in_place": True})
            elif "not differentiable with respect to" in str(error) and "all_followed" not in ways:
                self._run(call, {**ways, "all_followed": False})
            else:
                raise

    def _run_once(self, call: Call, given: Given) -> None:
        args, kwargs = given.give(call.args), given.give(call.kwargs)
        assert call.func is not None
        out = call.func(*args, **kwargs)
        self.results = list(tensors_in(args[0] if out is None and call.in_place else out))
        self.leaves = [(owner, leaf) for owner, leaf in given.leaves.values() if leaf.requires_grad]

    def written(self) -> torch.Tensor:
        """Which cells of its target did an indexed write really write? Its first argument was zeros."""
        result = self.results[0]
        _, leaf = self.leaves[0]
        (grad,) = torch.autograd.grad(result.sum(), [leaf], retain_graph=True, allow_unused=True)
        kept = grad == 1 if grad is not None else torch.zeros_like(result, dtype=torch.bool)
        return (result.detach() != 0) | ~kept

    def contributions(self, cotangents: Sequence[tuple[int, torch.Tensor]], traced: bool = False) -> list[Contribution]:
        """The derivatives of every argument, given those of the results as (index, rows)."""
        followed = [(i, g) for i, g in cotangents if i < len(self.results) and self.results[i].requires_grad]
        leaves = [leaf for _, leaf in self.leaves]
        if not followed or not leaves:
            return []
        outputs = [self.results[i] for i, _ in followed]
        grads = vector_products(outputs, leaves, [g.to(self.results[i].dtype) for i, g in followed], traced)
        return [(owner, g) for (owner, _), g in zip(self.leaves, grads, strict=True) if g is not None]


def vector_products(outputs: Any, inputs: Any, rows: list[torch.Tensor], create_graph: bool = False) -> list[Any]:
    """One vector product for each row, batched; each result has the rows in front, and None is what was not used."""
    count = rows[0].shape[0]
    options: dict[str, Any] = {"retain_graph": True, "allow_unused": True, "create_graph": create_graph}
    if count == 1:
        grads = torch.autograd.grad(outputs, inputs, [r[0] for r in rows], **options)
        return [None if g is None else g.unsqueeze(0) for g in grads]
    with unwarned():
        try:
            return list(torch.autograd.grad(outputs, inputs, rows, is_grads_batched=True, **options))
        except (RuntimeError, NotImplementedError):  # an operation that cannot be batched; a true error comes again
            single = [torch.autograd.grad(outputs, inputs, [r[i] for r in rows], **options) for i in range(count)]
    return [None if column[0] is None else torch.stack(column) for column in zip(*single, strict=True)]
