"""Private names of torch, each looked up once; what takes its place where this torch has none is said beside it.

A name that a newer torch has lost must neither break the program nor make whygrad say what is not so. Where something
safe can be done instead, that is done, and told as a limit; where not, nothing is recorded, and that is told.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Protocol

import torch
import torch.jit
import torch.nn.modules.module
import torch.optim.optimizer
import torch.overrides
import torch.utils._contextlib
import torch.utils._python_dispatch

NEWEST_TRIED = (2, 15)  # `make matrix` runs on it

LOOKED_UP: list[str] = []
ABSENT: list[str] = []  # those that this torch does not have, and that something else stands for
_NOTHING = object()


def version_of(text: str) -> tuple[int, int]:
    """Major and minor number; a version that says neither is taken for an old one."""
    numbers = re.match(r"(\d+)\.(\d+)", text)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


# What stands in for code of torch's, and does not only go around it, is put there only where both were compared.
IS_TRIED = version_of(str(torch.__version__)) <= NEWEST_TRIED


def untried() -> str:
    """What is told of a torch that is newer than any that was tried; nothing of others."""
    if IS_TRIED:
        return ""
    newest = ".".join(map(str, NEWEST_TRIED))
    return (
        f"torch {torch.__version__} is newer than {newest}, the newest version tested with whygrad; "
        "whygrad leaves changed parts alone and may miss errors there"
    )


def _private(name: str, instead: object = _NOTHING, told: bool = True) -> Any:
    """`torch.name`, or `instead` where there is none; without either, nothing can be recorded.

    It is not `told` where an old torch that was tried has none.
    """
    LOOKED_UP.append(name)
    found: object = torch
    path = "torch"
    for part in name.split("."):
        path = f"{path}.{part}"
        found = getattr(found, part, sys.modules.get(path, _NOTHING))  # torch deletes names of some of its modules
    if found is not _NOTHING:
        return found
    if instead is _NOTHING:
        raise RuntimeError(f"torch {torch.__version__} has no `torch.{name}`, and nothing can be recorded without it")
    if told:
        ABSENT.append(f"torch.{name}")
    return instead


Hooks = dict[object, Callable[..., object]]  # torch's own, by their numbers


class Engine(Protocol):
    """What runs backward passes."""

    def run_backward(
        self,
        outputs: tuple[torch.Tensor, ...],
        gradients: tuple[torch.Tensor | None, ...],
        keep_graph: bool,
        create_graph: bool,
        inputs: tuple[object, ...],
        *,
        allow_unreachable: bool,
        accumulate_grad: bool,
    ) -> Sequence[torch.Tensor | None]: ...


def _no(*_: object) -> bool:
    return False


def _yes(*_: object) -> bool:
    return True


# -- the stack of function modes ------------------------------------------------------------------------------------

untold: Callable[[], AbstractContextManager[object]] = _private(
    "_C.DisableTorchFunction"
)  # neither modes nor subclasses hear of what runs inside
stack_depth: Callable[[], int] = _private("_C._len_torch_function_stack")
mode_at: Callable[[int], object] = _private("_C._get_function_stack_at")
pop: Callable[[], object] = _private("_C._pop_torch_function_stack")
push: Callable[[object], None] = _private("_C._push_on_torch_function_stack")
modes_are_enabled: Callable[[], bool] = _private("_C._is_torch_function_mode_enabled")
# Older ones cannot switch modes and subclasses off together.
all_are_disabled: Callable[[], bool] = _private("_C._is_torch_function_all_disabled", bool, told=False)

# -- gradients ------------------------------------------------------------------------------------------------------

set_grad_enabled: Callable[[bool], None] = _private("_C._set_grad_enabled")
sequence_number: Callable[[], int] = _private("autograd._get_sequence_nr", lambda: 0)
# Without the first two no Function is checked; torch sets the third on arguments that were marked dirty.
engine: Engine | None = _private("autograd.Variable._execution_engine", None)
DispatchMode: Any = _private("utils._python_dispatch.TorchDispatchMode", object)
backward_hooks: object = _private("Tensor._backward_hooks", None)

leaf_node: type | None = _private("_C._functions.AccumulateGrad", None)  # the class of the nodes that collect gradients

# The norms of many tensors in one call.
norms_of: Callable[[list[torch.Tensor], int], list[torch.Tensor]] = _private(
    "_foreach_norm", lambda tensors, order: [torch.linalg.vector_norm(t, order) for t in tensors], told=False
)

# -- hooks: ours go where torch numbers none; where that is not known, they are numbered with the program's ----------

hooks_before_steps: Hooks | None = _private("optim.optimizer._global_optimizer_pre_hooks", None)
hooks_after_steps: Hooks | None = _private("optim.optimizer._global_optimizer_post_hooks", None)
hooks_of_modules: Hooks | None = _private("nn.modules.module._global_module_registration_hooks", None)

# -- who else watches: where that cannot be asked, somebody does, and no values are read ------------------------------

dispatch_depth: Callable[[], int] = _private("_C._len_torch_dispatch_stack", _yes)
_included: Callable[[object], bool] = _private("_C._dispatch_tls_is_dispatch_key_included", _yes)
_early: object = _private("_C.DispatchKey.PreDispatch", None)
is_dispatched_early: Callable[[], bool] = _yes if _early is None else partial(_included, _early)
is_transforming: Callable[[], bool] = _private("_C._are_functorch_transforms_active", _yes)
is_transformed: Callable[[torch.Tensor], bool] = _private("_C._functorch.is_functorch_wrapped_tensor", _yes)
has_left_its_transform: Callable[[torch.Tensor], bool] = _private("_C._functorch.is_dead_tensor_wrapper", _no)
innermost_transform: Callable[[], Any] = _private("_C._functorch.peek_interpreter_stack", lambda: None)
tracing_state: Callable[[], object] = _private("_C._get_tracing_state", _yes)
is_profiled: Callable[[], bool] = _private("_C._autograd._profiler_enabled", _yes)
any_autocast: Callable[[], bool] = _private("_C._is_any_autocast_enabled", _yes)
have_profiled: Callable[[bool], None] = _private("_C._autograd._enable_record_function", lambda _: None)
without_dispatch_modes: Callable[[], AbstractContextManager[object]] = _private(
    "utils._python_dispatch._disable_current_modes", nullcontext
)
plain_dispatch: object = _private("_C._disabled_torch_dispatch_impl", None)
has_storage: Callable[[torch.Tensor], bool] = _private("_C._has_storage", _yes)
users_of_storage: Callable[[int], int] | None = _private("_C._storage_Use_Count", None)
is_lazy_copy: Callable[[torch.Tensor], bool] = _private("_C._is_cow_tensor", _yes)

# -- the compiler ---------------------------------------------------------------------------------------------------

have_frames_compiled: Callable[[object], object] = _private("_C._dynamo.eval_frame.set_eval_frame", lambda _: None)
# Older ones do not tell; then they may be.
_callback = "_C._dynamo.eval_frame.get_eval_frame_callback"
how_frames_are_compiled: Callable[[], object] = _private(_callback, _yes, told=False)
# What was compiled of a function, the latest that ran first; where it is not told, a cut may be missed.
_kept = "_C._dynamo.eval_frame._debug_get_cache_entry_list"
compiled_of: Callable[[object], list[Any]] = _private(_kept, lambda _: [])

# -- kinds of things: of one that is not known nothing is asked -------------------------------------------------------

operator: type = _private("_ops.OpOverload", type(len))
operators: type = _private("_ops.OpOverloadPacket", type(len))
dictionary_of_scripts: type[Mapping[object, object]] | tuple[()] = _private("jit._script.OrderedDictWrapper", ())

# -- names and files ------------------------------------------------------------------------------------------------

CONTEXT_FILE: str = _private("utils._contextlib.__file__", "")
# Its wrapper changes the filters of warnings for a moment, after which Python shows again what it had shown once. The
# names are listed here, before the program warns; what is wrapped only looks them up.
torch.overrides.resolve_name(torch.relu)
resolve_name: Callable[[object], str | None] = _private("overrides.resolve_name.__wrapped__", lambda _: None)
