"""`%whygrad fix`: the cells as one program, and the changed cell."""

from __future__ import annotations

import os

import nbclient
import nbformat
import pytest
from projects import ROOT

from whygrad.integrations.cells import Cell, as_program, place_in_cells, plain, texts_in, typed, worth_running
from whygrad.integrations.notebook_fix import Fixing, parsed

MODEL = """import torch
torch.manual_seed(0)
body, head = torch.nn.Linear(3, 4), torch.nn.Linear(4, 1)
x = torch.randn(8, 3)"""
FEATURES = """%timeit -n1 -r1 body(x)
features = body(x).detach()  # kept
head.requires_grad_(False)"""
LOSS = "loss = head(features).mean()\nloss.backward()"


def test_the_changed_cell_is_proposed(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    texts = ["%load_ext whygrad", MODEL, FEATURES, "undefined + 1", LOSS, "%whygrad fix", "%whygrad mend"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in texts])
    place = {"metadata": {"path": str(tmp_path)}}
    client = nbclient.NotebookClient(book, timeout=300, allow_errors=True, resources=place)
    proposed = []
    client.on_cell_executed = lambda execute_reply, **_: proposed.extend(execute_reply["content"].get("payload", []))
    client.execute()
    shown = "".join(output.get("text", "") for output in book.cells[5].outputs)
    changed = FEATURES.replace(".detach()", "")
    assert "-features = body(x).detach()  # kept\n+features = body(x)  # kept\n" in shown
    assert "cured" in shown and "Cell In[3], line 2" in shown
    assert [p["text"] for p in proposed if p["source"] == "set_next_input"] == [changed]
    assert "usage: %whygrad fix" in book.cells[6].outputs[0].evalue


def test_what_failed_is_left_out_and_what_ran_last_is_kept():
    cells = [Cell(1, "a = 1"), Cell(2, "b", False), Cell(3, "x ="), Cell(4, "!ls"), Cell(5, "raise E", False)]
    assert [cell.number for cell in worth_running(cells)] == [1, 4, 5]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("%%time\nf()", "# %%time\nf()"),
        ("%%bash\nls", "pass"),
        ("if a:\n    %time f()", "if a:\n    pass  # %time f()"),
        ("a % b", "a % b"),
    ],
)
def test_magics_are_left_out_and_come_back(text, left):
    assert plain(text) == left
    if "bash" not in text:
        assert typed(left) == text


def test_a_program_of_cells_is_taken_apart_again():
    cells = [Cell(2, "a = 1\nb = 2"), Cell(7, "display(a)")]
    program = as_program(cells, "/somewhere")
    assert texts_in(program) == {2: "a = 1\nb = 2", 7: "display(a)"}
    line = program.splitlines().index("b = 2") + 1
    assert place_in_cells(program, line) == (2, 2)
    compile(program, "program", "exec")


def test_cells_without_fault_are_told_to_be_so(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = []
    assert Fixing([Cell(1, "import torch\ntorch.ones(2)")], 3, 60.0, said.append).changed_cells() == {}
    assert len(said) == 1 and "nothing to repair" in said[0]


def test_the_line_is_read():
    options = parsed("fix --tries 3 --seconds 5")
    assert (options.tries, options.seconds) == (3, 5.0)
    with pytest.raises(ValueError, match="usage"):
        parsed("")
