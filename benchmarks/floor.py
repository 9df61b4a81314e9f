"""The floor of any recorder by a function mode: one in C that does nothing, compiled when it is first asked for."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import subprocess
import sysconfig
import tempfile
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any

from torch.overrides import TorchFunctionMode

SOURCE = Path(__file__).with_name("empty_mode.c")


@cache
def _compiled() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "empty_mode.so"
        compiler = os.environ.get("CC", "cc")
        flags = ["-O2", "-shared", "-fPIC", f"-I{sysconfig.get_path('include')}"]
        subprocess.run([compiler, *flags, str(SOURCE), "-o", str(made)], check=True)
        loader = importlib.machinery.ExtensionFileLoader("empty_mode", str(made))
        spec = importlib.util.spec_from_loader("empty_mode", loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        return module


class _Empty(TorchFunctionMode):
    def __init__(self) -> None:
        super().__init__()
        self.__torch_function__ = _compiled().CallOnly(self)


def empty_mode() -> AbstractContextManager[Any]:
    return _Empty()
