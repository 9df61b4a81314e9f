"""What is patched and private: its address (see `patching.py`), and what the arguments that go through it mean."""

from __future__ import annotations

import torch.utils.checkpoint

_generator = "_checkpoint_without_reentrant_generator"  # yields where a checkpointed function runs
_newer = f"{_generator}_impl"  # from 2.15 on; the other one is kept for who calls it, and torch does not
CHECKPOINT_GENERATOR = f"torch.utils.checkpoint:{_newer if hasattr(torch.utils.checkpoint, _newer) else _generator}"
NAMES_WHILE_TRACING = "torch.jit._trace:_create_interpreter_name_lookup_fn"  # after the program's variables
ENGINE = "torch.autograd:_engine_run_backward"  # every backward pass goes through it
COMPILED_FUNCTION = "CompiledFunction.apply"  # by which compiled code computes what learns
COMPILED_RESULT = "result"  # the variable of who entered compiled code that holds what it returned; 2.4 has none

# Where `fully_shard` keeps one parameter, by version, and where FullyShardedDataParallel keeps the flat one of a unit.
SHARDED_PARAMETERS = (
    "torch.distributed.fsdp._fully_shard._fsdp_param",
    "torch.distributed._composable.fsdp._fsdp_param",
)
FLAT_PARAMETERS = "torch.distributed.fsdp._flat_param"

ENGINE_PARAMETERS = ("t_outputs", "grad_tensors", "keep_graph", "create_graph", "inputs", "allow_unreachable",
                     "accumulate_grad")  # fmt: skip
REBUILDING = "torch._utils:_rebuild_tensor"  # each plain tensor that is unpickled comes from it
BATCH_IS_DRAWN = "torch.utils.data.dataloader:_BaseDataLoaderIter.__next__"  # of a DataLoader, whoever loads it
HOOKS_ARE_NUMBERED = "torch.autograd.function:_HookMixin._register_hook"  # those of nodes


def passed_again(inputs: tuple[object, ...], names: dict[str, object]) -> tuple[object, ...]:
    """What a checkpointed function gets by position when it is run again; some versions pass `names` before it."""
    return inputs[1:] if inputs and inputs[0] is names else inputs


def can_be_followed(checkpoint: object) -> bool:
    """Does torch's own note of a checkpoint have what tells of its second run?"""
    return all(hasattr(checkpoint, name) for name in ("recompute_fn", "weak_holders", "recomp_counter"))
