"""`%load_ext whygrad` in a real notebook, run by a kernel."""

from __future__ import annotations

import os
import re

import nbclient
import nbformat
import pytest
from pages import check_block, programs
from projects import ROOT

MODEL = """
import torch
from torch import nn
import whygrad

class Net(nn.Module):
    def __init__(self, cut):
        super().__init__()
        self.body, self.head, self.cut = nn.Linear(3, 3), nn.Linear(3, 1), cut

    def forward(self, x):
        h = self.body(x)
        return self.head(h.detach() if self.cut else h)

def train(model, optimizer):
    for _ in range(3):
        optimizer.zero_grad()
        loss = model(torch.ones(2, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
"""
TRAIN = """
optimizer_of_{model} = torch.optim.SGD({model}.parameters(), lr=0.1)
train({model}, optimizer_of_{model})
"""
PATHS = """
with whygrad.watch():
    w = torch.tensor(2.0, requires_grad=True)
    y = w * w + w
whygrad.paths(y, w)
"""
CELLS = {
    "load": "%load_ext whygrad\n%reload_ext whygrad",
    "model": MODEL,
    "made": "cut, healthy = Net(True), Net(False)\nfeatures = healthy(torch.ones(2, 3)).detach()",
    "lost": "# a comment\nloss = features.sum()\nloss.backward()",
    "other error": "torch.ones(2) @ torch.ones(3)",
    "unwatched training": TRAIN.format(model="cut"),
    "healthy training": "%%whygrad\n" + TRAIN.format(model="healthy"),
    "cut training": "%%whygrad\n" + TRAIN.format(model="cut"),
    "cut after healthy": "%%whygrad\nhealthy.cut = True\ntrain(healthy, optimizer_of_healthy)",
    "why it was cut": "whygrad.why(healthy)",
    "healthy after cut": "%%whygrad\nhealthy.cut = False\ntrain(healthy, optimizer_of_healthy)",
    "why it is healthy": "whygrad.why(healthy)",
    "cut error": "%%whygrad\n\nx = healthy(torch.ones(2, 3)).detach()\nx.sum().backward()",
    "value": "%%whygrad\n6 * 7",
    "why": "whygrad.why(loss)",
    "findings": "whygrad.why(loss).findings",
    "finding": "whygrad.why(loss).findings[0]",
    "printed": "print(whygrad.why(loss))",
    "paths": PATHS,
    "timed error": "%%time\n\nlost = healthy(torch.ones(2, 3)).detach()\nlost.sum().backward()",
    "timed line": "# a comment\n%time healthy(torch.ones(2, 3)).detach().sum().backward()",
    "timed often": "%%timeit -n1 -r1\nlost = healthy(torch.ones(2, 3)).detach()\nlost.sum().backward()",
    "timed function": "%%time\ndef lost_in_it(model):\n    return model(torch.ones(2, 3)).sum().detach()",
    "of a timed function": "lost_in_it(healthy).backward()",
    "timed cut training": "%%whygrad\n%%time\ntrain(cut, optimizer_of_cut)",
    "timed healthy training": "%%whygrad\n%%time\ntrain(healthy, optimizer_of_healthy)",
    "timed other error": "%%time\n1 / 0",
    "unload": "%unload_ext whygrad",
    "timed after": "%%time\nprint(type(get_ipython().compile).__module__)",
    "lost again": "loss.backward()",
    "magic is gone": "%%whygrad\n1",
}


class Run:
    """The outputs of each cell."""

    def __init__(self, cells: dict[str, nbformat.NotebookNode]) -> None:
        self._cells = cells

    def number(self, name: str) -> int:
        return int(self._cells[name].execution_count)

    def kinds(self, name: str) -> list[str]:
        return [output.output_type for output in self._cells[name].outputs]

    def html(self, name: str) -> str:
        """The HTML that the cell shows, without its style and its marks."""
        (found,) = [o.data["text/html"] for o in self._cells[name].outputs if "text/html" in o.get("data", {})]
        return found

    def text(self, name: str) -> str:
        found = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in self._cells[name].outputs]
        return "".join(found)


def executed(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> list[nbformat.NotebookNode]:
    """The cells, after a kernel has run them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text.strip("\n")) for text in texts])
        place = {"metadata": {"path": str(tmp_path_factory.mktemp("notebook"))}}
        nbclient.NotebookClient(book, timeout=300, allow_errors=True, resources=place).execute()
    return list(book.cells)


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(dict(zip(CELLS, executed(list(CELLS.values()), tmp_path_factory), strict=True)))


def readable(html: str) -> str:
    """What a reader sees of it."""
    return re.sub(r"<[^>]+>", "", re.sub(r"<style>.*?</style>", "", html, flags=re.S))


HEALTHY = ["load", "model", "made", "unwatched training", "healthy training", "healthy after cut", "unload"]


@pytest.mark.parametrize("name", HEALTHY)
def test_what_is_healthy_or_not_asked_about_gets_silence(notebook: Run, name: str) -> None:
    assert notebook.kinds(name) == [], notebook.text(name)


def test_an_error_is_followed_by_its_diagnostic_which_names_the_cell(notebook: Run) -> None:
    assert notebook.kinds("lost") == ["error", "display_data"]
    seen = readable(notebook.html("lost"))
    assert seen.startswith("error[detached-tensor]")
    assert f"Cell In[{notebook.number('made')}], line 2" in seen
    assert f"Cell In[{notebook.number('made')}], line 2" in notebook.text("lost")
    assert "ipykernel" not in seen + notebook.text("lost")


def test_an_error_about_something_else_stays_alone(notebook: Run) -> None:
    assert notebook.kinds("other error") == ["error"]


@pytest.mark.parametrize(
    ("name", "at", "line"),
    [
        ("timed error", "timed error", 3),
        ("timed line", "timed line", 2),
        ("timed often", "timed often", 2),
        ("of a timed function", "timed function", 3),
    ],
)
def test_what_a_timing_magic_runs_stands_in_its_cell(notebook: Run, name: str, at: str, line: int) -> None:
    assert notebook.kinds(name)[-2:] == ["error", "display_data"], notebook.text(name)
    seen = readable(notebook.html(name))
    assert seen.startswith("error[detached-tensor]") and "_magic" not in seen
    assert f"Cell In[{notebook.number(at)}], line {line}" in seen


def test_a_timed_cell_is_looked_at_below_the_magic(notebook: Run) -> None:
    seen = readable(notebook.html("timed cut training"))
    assert "error[detached-tensor]" in seen and "_magic" not in seen
    assert notebook.kinds("timed healthy training") == ["stream"]
    assert notebook.kinds("timed other error") == ["stream", "error"]
    assert notebook.kinds("timed after") == ["stream"] and "whygrad" not in notebook.text("timed after")


def test_the_magic_tells_of_the_training_in_its_cell(notebook: Run) -> None:
    assert notebook.kinds("cut training") == ["display_data"]
    seen = readable(notebook.html("cut training"))
    assert "error[detached-tensor]" in seen and "cut.body.weight" in seen
    assert f"Cell In[{notebook.number('made')}], line 1" in seen  # it passes `cut=True`


def test_a_cell_is_judged_by_itself_although_its_optimizer_has_trained_in_others(notebook: Run) -> None:
    seen = readable(notebook.html("cut after healthy"))
    assert "error[detached-tensor]" in seen and "healthy.body.weight" in seen


def test_a_question_about_a_model_is_about_the_latest_cell_that_was_watched(notebook: Run) -> None:
    seen = readable(notebook.html("why it was cut"))
    assert "error[detached-tensor]" in seen and "healthy.body.weight" in seen
    assert "all 4 parameters got a gradient" in notebook.text("why it is healthy")


def test_a_cell_with_the_magic_runs_as_any_cell(notebook: Run) -> None:
    assert notebook.kinds("cut error") == ["error", "display_data"]
    assert f"Cell In[{notebook.number('cut error')}], line 3" in readable(notebook.html("cut error"))
    assert notebook.text("value") == "42"


@pytest.mark.parametrize("name", ["why", "findings"])
def test_an_explanation_is_drawn_with_colours_and_a_folded_rest(notebook: Run, name: str) -> None:
    html = notebook.html(name)
    assert '<span class="error">error[detached-tensor]</span>' in html
    assert re.search(r'<span class="error">\^+</span>', html)  # the mark under the source
    assert "<details><summary>help: remove <code>.detach()</code>" in html
    assert "@media (prefers-color-scheme: dark)" in html


def test_a_finding_alone_is_drawn_with_its_place(notebook: Run) -> None:
    seen = readable(notebook.html("finding"))
    assert seen.startswith("error[detached-tensor]")
    assert f"Cell In[{notebook.number('made')}], line 2" in seen and "healthy.head.weight" in seen


def test_printed_text_names_the_cell_too(notebook: Run) -> None:
    assert f"--> Cell In[{notebook.number('made')}], line 2\n" in notebook.text("printed")


def test_paths_are_a_table_of_cells_and_lines(notebook: Run) -> None:
    html = notebook.html("paths")
    assert "<table>" in html and f"Cell In[{notebook.number('paths')}], line 3" in readable(html)
    assert f"Cell In[{notebook.number('paths')}], line 3  y = w * w + w" in notebook.text("paths")


def test_nothing_is_left_when_it_is_unloaded(notebook: Run) -> None:
    assert notebook.kinds("lost again") == ["error"]
    assert "Cell magic `%%whygrad` not found" in notebook.text("magic is gone")


def test_the_page_shows_what_is_printed(tmp_path_factory: pytest.TempPathFactory) -> None:
    page = ROOT / "docs" / "environments" / "notebook.md"
    shown = programs(page.read_text())
    ran = executed([program.source.text for program in shown], tmp_path_factory)
    assert len(ran) == 4 and [bool(program.outputs) for program in shown] == [False, False, True, True]
    for program, cell in zip(shown, ran, strict=True):
        told = [output.data["text/plain"] for output in cell.outputs if output.output_type == "display_data"]
        assert len(told) == len(program.outputs)
        for block, text in zip(program.outputs, told, strict=True):
            check_block(page, block, text)
