"""In torch 2.4 modules hold their parts, parameters and buffers in an `OrderedDict`, in later ones in a `dict`."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import pytest
from bundles import unpacked
from programs import start_program
from test_cases import lines, marks, said

FOLDER = Path(__file__).parent / "silent" / "replicas-differ"
REGISTRIES = ("_modules", "_parameters", "_buffers")

pytestmark = pytest.mark.filterwarnings("default")


def as_in_torch_2_4() -> None:
    import torch

    made = torch.nn.Module.__init__

    def ordered(self, *args, **kwargs):
        made(self, *args, **kwargs)
        self.__dict__.update({name: OrderedDict(self.__dict__[name]) for name in REGISTRIES})

    torch.nn.Module.__init__ = ordered


@pytest.mark.parametrize("bundle", sorted(FOLDER.glob("*.py")), ids=lambda bundle: bundle.stem)
def test_the_line_is_the_same(bundle, tmp_path):
    folder = unpacked(bundle)
    guilty, _ = marks(folder)
    outcome = start_program(folder, tmp_path / "out", "main.py", prepare=as_in_torch_2_4)()
    assert outcome.status == 0, outcome.stderr
    assert any(place in guilty for place in lines(outcome.findings[0])), f"expected {guilty}, got {said(outcome)}"
