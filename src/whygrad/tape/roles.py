"""What a call does to its arguments: which of them it writes, and whether it draws numbers."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.tape.cells import tensors_in
from whygrad.tape.replays import replay_of

PLAIN, WRITES, RANDOM, RESHAPES, LOSES, NORM, SPECIAL = 0, 1, 2, 4, 8, 16, 32
# How a call writes its first argument: whatever stood there, with another value, or as C enters it into the tape too.
FREE, ASSIGNS, IN_PLACE, SOME_CELLS = 64, 128, 256, 512
# Its result may show the same cells as another layer; it does, behind a cut; with a count of writes of its own.
SHOWS_ANEW, DETACHES, OWN_COUNT = 1024, 2048, 4096

RANDOM_WORDS = ("dropout", "rand", "bernoulli", "multinomial", "normal", "uniform", "rrelu", "attention", "gumbel")
MORE_RANDOM_WORDS = ("exponential", "poisson", "cauchy", "geometric", "fractional", "lstm", "rnn", "binomial")
# In-place calls that change how the tensor lies or what it shows, and write no cell.
RESHAPING = ("squeeze_", "unsqueeze_", "t_", "transpose_", "swapaxes_", "swapdims_", "as_strided_", "rename_")
REPLACING = ("share_memory_", "resize_", "resize_as_", "set_", "_set_")  # the tensor lies elsewhere from then on
CONSTANTS = ("zero_", "normal_", "uniform_", "random_", "exponential_", "cauchy_", "geometric_", "log_normal_")
ASSIGNING = ("copy_", "fill_")
# The derivative does not depend on the value that stood there, so that it need not be copied.
SELF_FREE = ("add_", "sub_", "__iadd__", "__isub__", "addmm_", "addmv_", "addr_", "baddbmm_", "addcmul_", "addcdiv_")
PARTIAL = ("masked_", "index_", "scatter_", "put_", "fill_diagonal_")
FLAG_AT = {"dropout": 3, "alpha_dropout": 3, "relu": 1, "leaky_relu": 2, "elu": 2, "selu": 1, "celu": 2, "rrelu": 4}
FLAG_AT |= {"threshold": 3, "hardtanh": 3, "relu6": 1, "silu": 1, "mish": 1, "hardswish": 1, "hardsigmoid": 1}
ANEW = ("_neg_view", "_conj", "conj", "resolve_neg", "view")
STATISTICS = ("running_mean", "running_var")
NORMS = (F.batch_norm, F.instance_norm, torch.batch_norm, torch.instance_norm)


def role_of(func: Any) -> int:
    name = getattr(func, "__name__", "")
    role = PLAIN
    if name in REPLACING or name in RESHAPING or name == "detach_":
        return RESHAPES
    if torch_api.is_in_place(func) and func is not torch.Tensor.__setitem__:
        role |= WRITES | _how_it_writes(name)
    if name == "gru" or any(word in name for word in (*RANDOM_WORDS, *MORE_RANDOM_WORDS)):
        role |= RANDOM
    if name in FLAG_AT:
        role |= LOSES
    if is_norm(func):
        role |= NORM
    if replay_of(func) is not None:
        role |= SPECIAL
    if torch_api.is_data_getter(func):
        role |= DETACHES | OWN_COUNT
    if name == "detach":
        role |= DETACHES
    if name in ANEW:
        role |= SHOWS_ANEW
    return role


def _how_it_writes(name: str) -> int:
    if name in CONSTANTS:
        return 0
    if name.startswith(PARTIAL):
        return IN_PLACE | FREE | SOME_CELLS
    if name in ASSIGNING:
        return IN_PLACE | ASSIGNS
    return IN_PLACE | FREE if name in SELF_FREE else IN_PLACE


def statistics_at(func: Any) -> slice:
    """Where the running statistics stand among the arguments of what normalises."""
    return slice(3, 5) if func in (torch.batch_norm, torch.instance_norm) else slice(1, 3)


def is_norm(func: Any) -> bool:
    return any(func is norm for norm in NORMS)


def targets_of(func: Any, role: int, args: Any, kwargs: Any) -> list[torch.Tensor]:
    """The tensors that the call writes."""
    if role & NORM:  # in training the running statistics are written
        held = [*args[statistics_at(func)], *((kwargs or {}).get(name) for name in STATISTICS)]
        return [t for t in held if is_a(t, torch.Tensor)]
    out = kwargs.get("out") if kwargs else None
    if out is not None:
        return [t for t in tensors_in(out) if torch_api.is_plain(t)]
    flagged = bool(kwargs) and kwargs.get("inplace") is True
    if role & LOSES:
        at = FLAG_AT[func.__name__]
        flagged = flagged or (len(args) > at and args[at] is True)
    first = args[0] if args else None
    if (role & WRITES or flagged) and is_a(first, torch.Tensor) and torch_api.is_plain(first):
        return [first]
    return []
