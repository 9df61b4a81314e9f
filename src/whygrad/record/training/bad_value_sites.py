"""Where a bad value arose: which operation, which element, and what went in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

import torch
from torch.autograd.graph import Node

from whygrad.interruptions.errors import hand_on
from whygrad.ops import BOUNDING, canonical
from whygrad.record.live.origin import Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import each, is_a, is_number
from whygrad.record.seam.nodes import saved_by

SAVED = ("self", "other", "result", "input", "mat1", "mat2", "weight", "exponent")  # values that nodes save
COLLECTING = "torch::autograd::AccumulateGrad"
# Backward steps that make no nan or infinity of good values: they add, pick, or multiply by what is bounded.
HARMLESS = frozenset({"AdaptiveAvgPool2D", "Add", "Alias", "AsStrided", "AvgPool1D", "AvgPool2D", "AvgPool3D", "Cat",
                      "Celu", "Chunk", "Clone", "ConstantPadNd", "Cos", "Diagonal", "Dropout", "Elu", "Embedding",
                      "EmbeddingBag", "Expand", "Flip", "FusedDropout", "Gather", "Gelu", "Index", "IndexSelect",
                      "LeakyRelu", "LogSigmoid", "LogSoftmax", "MaxPool2DWithIndices", "Mean", "MseLoss",
                      "NativeDropout", "NativeLayerNorm", "Neg", "NllLoss", "NllLoss2D", "Permute", "Relu", "Repeat",
                      "ReshapeAlias", "Roll", "Rsub", "SafeSoftmax", "Select", "Sigmoid", "Silu", "Sin", "Slice",
                      "SmoothL1Loss", "Softmax", "Softplus", "Split", "SplitWithSizes", "Squeeze", "Stack", "Sub",
                      "Sum", "T", "Tanh", "Threshold", "Transpose", "Unbind", "Unfold", "UnsafeSplit", "UnsafeView",
                      "Unsqueeze", "UpsampleBilinear2D", "UpsampleNearest2D", "View", "ViewAs"})  # fmt: skip
# These multiply: where a factor is infinite, so was a result of the forward pass, and the loss unless it was hidden.
MULTIPLYING = frozenset({"Addbmm", "Addmm", "Addmv", "Baddbmm", "Bmm", "Clamp", "ClampMax", "ClampMin", "Convolution",
                         "Dot", "Hardtanh", "Linear", "MaskedFill", "MaskedScatter", "Maximum", "Minimum",
                         "MkldnnConvolution", "Mm", "Mul", "Mv", "NanToNum", "ScaledDotProductFlashAttentionForCpu",
                         "Where"})  # fmt: skip
CASTING = "ToCopy"  # in another type they may be too large
# Calls that can hide it.
HIDING = BOUNDING | {"hardtanh", "masked_fill", "masked_scatter", "max", "maximum", "min", "minimum", "nan_to_num",
                     "relu6", "where"}  # fmt: skip


@dataclass
class Birth:
    """An operation that made zeros, nan or infinity of good values."""

    what: str  # "zero", "nan", "inf", or "bad" where it is one of the two
    backward: bool
    node: str = ""  # autograd's name of the backward step
    number: int = 0  # and its number
    origin: Origin | None = None
    index: tuple[int, ...] = ()  # of the first bad element
    values: dict[str, float] = field(default_factory=dict)  # what went in there
    met_nan: bool = False  # of a backward step: what went in, and was saved for it, was nan
    zero_factor: bool = False  # of a product: the other factor is all zeros
    dtype: str = ""  # of the gradient
    cancelled: bool = False  # what came to this step from several sides added up to zeros
    at_leaf: bool = False  # and the step is the one that collects a leaf's gradient
    is_suspected: bool = False  # what it made bad was found in a later pass
    held_beyond: float = 0.0  # of a limit: how far from it all elements are that the gradient would lead back


def nonfinite_result(args: Iterable[object], out: torch.Tensor, origin: Origin) -> Birth | None:
    """The birth of nan or infinity in a result; None where it had come in already, or a mask's infinity is meant."""
    if torch_api.name_of(origin.op).rpartition(".")[2].removeprefix("new_").startswith("empty"):
        return None  # memory as it was found: what is in it is nobody's result
    tensors = [a for a in _flat(args) if torch_api.is_readable(a)]
    if any(bool(torch.isnan(t).any()) for t in tensors if t.is_floating_point()):
        return None
    has_nan = bool(torch.isnan(out).any())
    if not has_nan and not all(torch_api.all_finite(t) for t in tensors):
        return None
    if not has_nan and any(type(a) is float and abs(a) == float("inf") for a in _flat(args)):
        return None  # `masked_fill(mask, -inf)`
    bad = torch.isnan(out) if has_nan else ~torch.isfinite(out)
    index = tuple(bad.nonzero()[0].tolist())
    values = {}
    for number, tensor in enumerate(tensors):
        try:
            values[str(number)] = float(tensor.expand(out.shape)[index])
        except (RuntimeError, IndexError) as error:
            hand_on(error)
            continue
    return Birth("nan" if has_nan else "inf", backward=False, origin=origin, index=index, values=values)


def nonfinite_step(node: Node, gradient: torch.Tensor, reads_saves: bool) -> Birth:
    """The birth of nan or infinity in a backward step."""
    has_nan = bool(torch.isnan(gradient).any())
    bad = torch.isnan(gradient) if has_nan else ~torch.isfinite(gradient)
    index = tuple(bad.nonzero()[0].tolist())
    birth = Birth("nan" if has_nan else "inf", True, node.name(), node._sequence_nr(), index=index)
    for name, saved in _saved(node) if reads_saves else ():
        if saved.shape == gradient.shape:
            birth.values[name] = float(saved[index])
        went_in = name != "result" and saved.is_floating_point()
        birth.met_nan = birth.met_nan or (went_in and bool(torch.isnan(saved).any()))
    return birth


def zero_step(node: Node, number: int, gradient: torch.Tensor, reads_saves: bool) -> Birth:
    """A backward step that let nothing through to its input `number`; asked while it runs, when it has its values."""
    birth = Birth("zero", True, node.name(), node._sequence_nr(), index=(number,))
    # One without elements is not of zeros.
    birth.zero_factor = reads_saves and any(saved.numel() and torch_api.sum_of(saved) == 0 for _, saved in _saved(node))
    birth.dtype = str(gradient.dtype).removeprefix("torch.")
    return birth


def held_beyond(node: Node, coming_in: torch.Tensor | None) -> float:
    """How far the elements lie beyond a limit of this clamp, if a step down the gradient would bring each nearer.

    0 where any element does not: there the loss asks for values beyond the limit, and the clamp does its job.
    """
    if not node.name().startswith("Clamp") or coming_in is None:
        return 0.0
    value = saved_by(node, "self")
    if not torch_api.is_readable(value):
        return 0.0
    least, most = saved_by(node, "min"), saved_by(node, "max")
    beyond, is_held = torch.zeros_like(value), torch.zeros_like(value, dtype=torch.bool)
    if is_number(least):
        beyond += (least - value).clamp(min=0)
        is_held |= (value < least) & (coming_in < 0)
    if is_number(most):
        beyond += (value - most).clamp(min=0)
        is_held |= (value > most) & (coming_in > 0)
    return float(beyond.sum()) if bool(is_held.all()) else 0.0


def cancelled_at_leaf() -> Birth:
    """Gradients that came to a leaf from several sides added up to zeros."""
    return Birth("zero", True, "AccumulateGrad", index=(0,), cancelled=True, at_leaf=True)


def _saved(node: Node) -> Iterable[tuple[str, torch.Tensor]]:
    for name in SAVED:
        value = saved_by(node, name)
        if is_a(value, torch.Tensor) and torch_api.is_readable(value):
            yield name, value


def _flat(args: Iterable[object]) -> Iterable[object]:
    for a in args:
        if is_a(a, (list, tuple)):
            yield from each(a)
        else:
            yield a


def singular_steps(nodes: Iterable[Node]) -> list[Node]:
    """Which of these can make nan or infinity of good values? What is not known can, as the program's own Functions."""
    named = [(node, _kind_of(node)) for node in nodes]
    harmless = HARMLESS if any(kind == CASTING for _, kind in named) else HARMLESS | MULTIPLYING
    return [n for n, kind in named if kind not in harmless and kind != COLLECTING and not _is_plain_power(n, kind)]


def _kind_of(node: Node) -> str:
    return _kind_named(node.name())


@lru_cache(maxsize=1_024)
def _kind_named(name: str) -> str:
    """`Mul` of `MulBackward0`; a Function of the program's own has no number, and keeps its name."""
    kind, _, number = name.partition("Backward")
    return kind if number.isdigit() else name


def _is_plain_power(node: Node, kind: str) -> bool:
    """As a square, whose derivative is a multiple of the value."""
    exponent = getattr(node, "_saved_exponent", None) if kind == "Pow" and node.name() == "PowBackward0" else None
    return is_a(exponent, (int, float)) and bool(exponent >= 1)


def can_hide(name: str) -> bool:
    """Can a call of this name hide nan or infinity?"""
    return canonical(name) in HIDING


def has_hidden(op: object, given: Iterable[object]) -> bool:
    """Was a value that a call may hide nan or infinite? One in place has overwritten it, and nobody knows."""
    is_in_place = getattr(op, "__name__", "").endswith("_")
    return is_in_place or not all(torch_api.all_finite(v) for v in _flat(given) if is_a(v, torch.Tensor))
