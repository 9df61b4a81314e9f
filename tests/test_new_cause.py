"""A silent cause is evidence, watcher, cause and page, in new files; nothing that exists is edited."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from programs import start_command, start_program

FILES = {
    "evidence/of_one_cause/large_rates.py": """
from dataclasses import dataclass

from whygrad.evidence import Evidence
from whygrad.place import Chain


@dataclass(frozen=True)
class LargeRate(Evidence):
    chain: Chain
    rate: float
""",
    "watchers/large/__init__.py": "",
    "watchers/large/large_rates.py": """
from whygrad.evidence.of_one_cause.large_rates import LargeRate
from whygrad.record.watchers import Watcher


class LargeRates(Watcher):
    def __init__(self, recorder):
        super().__init__(recorder)
        self._found = {}

    def on_step_began(self, event):
        rate = event.optimizer.param_groups[0]["lr"]
        if rate > 1000:
            self._found[event.history.latest_step] = rate

    def of_run(self, copy):
        for frames, rate in self._found.items():
            yield LargeRate(copy.chain(frames), rate)
""",
    "causes/rates/__init__.py": "",
    "causes/rates/large_rate.py": """
from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.large_rates import LargeRate
from whygrad.recording import QueryKind


class LargeRateCause(SilentCause):
    name = "large-rate"
    kind = QueryKind.TRAINING

    def find_silent(self, graph):
        for seen in graph.evidence(LargeRate):
            yield self.finding("warning", seen.chain, rate=seen.rate)

    def subject(self, finding):
        return "the learning rate is very large"

    def clause(self, finding):
        return f"it is {finding.facts['rate']:g}"

    def label(self, finding):
        return "steps with it"

    def helps(self, finding):
        return ()
""",
    "causes/rates/large_rate.md": "# large-rate\n\nthe learning rate is very large\n",
}
PROGRAM = """
import torch
w = torch.nn.Parameter(torch.ones(3))
optimizer = torch.optim.SGD([w], lr=1e4)
for _ in range(3):
    optimizer.zero_grad()
    (w * w * 1e-9).sum().backward()
    optimizer.step()
"""


def drop_in(folder: Path) -> None:
    """In the fork: as if the files lay in whygrad's own folders."""
    import whygrad.causes
    import whygrad.diagnose
    import whygrad.evidence.of_one_cause
    import whygrad.record.watchers

    whygrad.evidence.of_one_cause.__path__.append(str(folder / "evidence" / "of_one_cause"))
    whygrad.record.watchers.__path__.append(str(folder / "watchers"))
    whygrad.causes.__path__.append(str(folder / "causes"))
    whygrad.record.watchers.all_watchers.cache_clear()
    whygrad.causes.all_causes.cache_clear()
    whygrad.diagnose.whole_panel.cache_clear()


def write_files(folder: Path) -> None:
    for name, text in FILES.items():
        path = folder / name
        os.makedirs(path.parent, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize("dropped", [True, False])
def test_a_set_of_new_files_is_a_cause(tmp_path, dropped):
    write_files(tmp_path / "more")
    (tmp_path / "main.py").write_text(PROGRAM)
    prepare = (lambda: drop_in(tmp_path / "more")) if dropped else None
    outcome = start_program(tmp_path, tmp_path / "out", "main.py", prepare=prepare)()
    assert outcome.status == 0, outcome.stderr
    said = [(f["cause"], f["site"]["line"]) for f in outcome.findings if f["cause"] == "large-rate"]
    assert said == ([("large-rate", 8)] if dropped else [])


@pytest.mark.parametrize("dropped", [True, False])
def test_its_page_is_explained(tmp_path, dropped):
    write_files(tmp_path / "more")
    prepare = (lambda: drop_in(tmp_path / "more")) if dropped else None
    status = start_command(tmp_path, tmp_path / "out", ["explain", "large-rate"], prepare=prepare)()
    shown = (tmp_path / "out" / "stdout").read_text()
    assert (status, FILES["causes/rates/large_rate.md"] in shown) == ((0, True) if dropped else (2, False))
