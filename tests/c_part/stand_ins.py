"""What the C part is given in the place of torch and the recorder: small, and replaceable by a test."""

from __future__ import annotations

import ctypes
import gc
import glob
import importlib.machinery
import importlib.util
import os
import sys
import weakref
from typing import Any

PY_TP_CLEAR = 51  # the number of the slot, as in typeslots.h


def load(folder: str) -> Any:
    (file,) = glob.glob(os.path.join(folder, "_hotpath*.so"))
    loader = importlib.machinery.ExtensionFileLoader("_hotpath", file)
    spec = importlib.util.spec_from_file_location("_hotpath", file, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


module = load(sys.argv[1])


class Origin:
    __slots__ = ("__weakref__", "clock", "dtype", "extra", "flags", "frames", "op", "parents", "switch")


class TensorRef(weakref.ref):
    __slots__ = ("address", "id", "origin", "place")


class Dtype:
    def __init__(self, is_floating_point: Any, is_complex: Any) -> None:
        self.is_floating_point, self.is_complex = is_floating_point, is_complex


FLOAT, DOUBLE = Dtype(True, False), Dtype(True, False)


class Tensor:
    def __init__(self, requires_grad: Any = False) -> None:
        self.requires_grad = requires_grad
        self.dtype: Any = "float"
        self.is_nested = self.is_meta = self.is_quantized = False
        self.layout = "strided"
        self.shape: Any = [2, 3]
        self.is_cpu: Any = False


class Filled(Tensor):
    """Has values in memory of its own."""

    def __init__(self, values: list[float], kind: Any = ctypes.c_float) -> None:
        super().__init__()
        self.values = (kind * len(values))(*values)
        self.dtype = FLOAT if kind is ctypes.c_float else DOUBLE
        self.shape, self.is_cpu, self.together = (len(values),), True, True

    def is_contiguous(self) -> Any:
        return self.together

    def storage_offset(self) -> Any:
        return 0

    def data_ptr(self) -> Any:
        return ctypes.addressof(self.values)

    def untyped_storage(self) -> Any:
        return self

    def nbytes(self) -> Any:
        return ctypes.sizeof(self.values)


class Refusing(Tensor):
    """Does not tell whether it requires a gradient."""

    @property
    def requires_grad(self) -> bool:
        raise RuntimeError("a view of what was written")

    @requires_grad.setter
    def requires_grad(self, value: Any) -> None:
        pass


class Missing(dict):
    """Asks Python for what it does not have."""

    def __init__(self, known: dict[Any, Any], answer: Any) -> None:
        super().__init__(known)
        self.answer = answer

    def __missing__(self, key: Any) -> Any:
        gc.collect()
        return self.answer


class Ours:
    """Recorder, mode, stack and origins in one, whose methods a test may replace."""

    def __init__(self, limit: int = 50) -> None:
        self.broken: Any = None
        self.follower: Any = None
        self.active = self.closely = False
        self.scalars: list[Any] = []
        self.results: list[Any] = []
        self.trains = False
        self.mixtures: dict[int, Any] = {}
        self.clipped: dict[int, Any] = {}
        self.endings: dict[Any, Any] = {abs: self.ending}
        self.passes = 0
        self.looked: dict[Any, int] = {}
        self.are_enabled: Any = True
        self.failed: list[BaseException] = []
        self.noted: list[Any] = []
        self.steady: dict[int, Any] = {}
        self._now: Any = None  # what has gradients switched off
        self._inference: Any = None
        self.young: list[Any] = []
        self.contracted = 0
        self.modes: list[Any] = [self]
        self.waiting: dict[int, Any] = {}
        self.table: dict[int, Any] = {}
        self.kinds = Missing({Tensor: 1, Filled: 1, Refusing: 1, tuple: 2, list: 2, int: 0, type(None): 0}, 0)
        self.kind_of: Any = self.kinds.__getitem__
        self.hot = module.HotPath(**parts_of(self, limit))

    def fail(self, error: BaseException) -> None:
        self.failed.append(error)

    def guarded(self, act: Any, *args: Any) -> Any:
        return act(*args)

    def take(self, value: Any, parents: list[Any], frame: Any, depth: int) -> int:
        return 8

    def call_failed(self, *args: Any) -> None:
        self.noted.append(args)

    def look_at(self, *args: Any) -> None:
        self.noted.append(args)

    def ending(self, *args: Any) -> None:
        self.noted.append(args)

    def note_untold(self, *args: Any) -> None:
        self.noted.append(args)

    def contract(self) -> None:
        self.contracted += 1

    def pop(self) -> Any:
        return self.modes.pop()

    def release(self) -> None:
        assert not module.is_noting()
        self.waiting.clear()
        raise TimeoutError("an alarm")

    @staticmethod
    def wholly(ours: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return "by Python", func(*args, **(kwargs or {}))


def parts_of(ours: Ours, limit: int = 50) -> dict[str, Any]:
    return dict(
        mode=ours,
        recorder=ours,
        stack=ours,
        origins=ours,
        probe=ours,
        modes=ours,
        run=ours,
        tensors=ours,
        special={len: 1, abs: 1},
        endings=ours.endings,
        kinds=ours.kinds,
        kind_of=ours.kind_of,
        table=ours.table,
        plain=frozenset({int, str, type(None)}),
        ownership=Missing({}, True),
        skipped=frozenset({"nowhere"}),
        numbers={},
        Origin=Origin,
        TensorRef=TensorRef,
        sequence_number=lambda: 7,
        is_grad_enabled=lambda: False,
        is_inference_mode_enabled=lambda: False,
        wholly=ours.wholly,
        functions=frozenset({id(type(interrupt)), id(type(len))}),
        waiting=ours.waiting,
        release=ours.release,
        pop=ours.pop,
        unheard=(Tensor, int),
        modes_are_enabled=lambda: ours.are_enabled,
        push=ours.modes.append,
        looked=ours.looked,
        optimizers={},
        dead_optimizers=[],
        strided="strided",
        roles={},
        worn={},
        setitem=setattr,
        steady=ours.steady,
        mixtures=ours.mixtures,
        clipped=ours.clipped,
        is_lazy_copy=lambda tensor: False,
        float32=FLOAT,
        float64=DOUBLE,
        of_one_number={"shape": ()},
        limit=limit,
    )


def raised(kind: Any, act: Any, *args: Any, **kwargs: Any) -> BaseException:
    try:
        act(*args, **kwargs)
    except kind as error:
        return error
    raise AssertionError(f"{kind} was not raised")


def clear(hot: Any) -> None:
    """As the collector does."""
    slot = ctypes.pythonapi.PyType_GetSlot
    slot.restype, slot.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_int]
    ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)(slot(type(hot), PY_TP_CLEAR))(hot)


def raised_in_vain(act: Any, *args: Any) -> None:
    """What is raised where nobody can catch it is not shown."""
    before, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        act(*args)
    finally:
        sys.unraisablehook = before


def interrupt() -> None:
    raise KeyboardInterrupt
