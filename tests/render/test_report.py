"""The page of `whygrad run --html`, opened in a real browser, and its parts on facts made by hand."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from tests.browser import background, opened
from tests.programs import run_program, start_program
from whygrad.diagnostic import Diagnostic
from whygrad.evidence.report import Happening, ParameterRow, RunReport
from whygrad.finding import BlamedCut, Finding, Step
from whygrad.recording import Place
from whygrad.render.pictures import MOST_BOXES, path_picture, timeline_picture
from whygrad.render.report import page
from whygrad.source.files import SourceFiles

HOSTILE = "</pre></td><script>document.title='broken'</script><img src=x onerror=alert(1)>"
PROGRAM = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict({"<script>alert(1)</script>": nn.Linear(4, 4)})
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        hidden = list(self.parts.values())[0](x).relu()  # </pre><script>document.title = "broken"</script>
        return self.head(hidden.detach())  # </pre><script>document.title = "broken"</script>

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(6):
    optimizer.zero_grad()
    loss = net(torch.randn(8, 4)).pow(2).mean()
    loss.backward()
    optimizer.step()
"""


def place(line: int, file: str = "train.py") -> Place:
    return Place(file, line, 1, line, 5, "<module>")


def way(length: int, cut: int) -> Finding:
    steps = tuple(Step(f"op{n}", place(n + 1), "cut" if n == cut else "") for n in range(length))
    return Finding(
        "detached-tensor", "error", "observed", (place(cut + 1),), (), ("w",), cut=BlamedCut("", steps, "loss")
    )


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    (folder / "main.py").write_text(PROGRAM)
    done = run_program(folder, folder / "out", "--html", "report.html", "main.py")
    assert [f["cause"] for f in done.findings] == ["detached-tensor"], done
    return folder / "report.html"


def test_a_browser_shows_the_findings_the_path_the_order_and_the_parameters(report):
    with opened(report) as shown:
        assert shown.title() == "whygrad" and shown.errors == [] and shown.asked == []
        assert "detached-tensor" in shown.inner_text(".finding") and "hidden.detach()" in shown.inner_text(".finding")
        cut = shown.locator("svg .box.cut")
        assert cut.count() == 1 and "detach" in cut.text_content()
        assert "loss" in shown.locator("svg .box.loss").text_content()
        marks = shown.locator("svg .mark").evaluate_all("marks => marks.map(mark => mark.classList[1])")
        assert marks == ["clear", "backward", "step"] * 6
        rows = [row.split("\t") for row in shown.inner_text("table:last-of-type").splitlines() if "\t" in row]
        seen = {row[0].rpartition(".")[0].rpartition(".")[2]: row[2] for row in rows[1:]}
        assert seen["head"] == "seen" and list(seen.values()).count("never") == 1
        assert all(row[5] == ("0" if row[2] == "seen" else "6") for row in rows[1:])


def test_nothing_that_comes_from_the_program_becomes_a_part_of_the_page(report):
    with opened(report) as shown:
        assert shown.title() == "whygrad" and shown.locator("script, img").count() == 0
        assert "<script>" in shown.inner_text(".finding")


@pytest.mark.parametrize(("scheme", "is_dark"), [("light", False), ("dark", True)])
def test_the_page_is_light_or_dark_as_the_readers_system(report, scheme, is_dark):
    with opened(report, scheme) as shown:
        for part in ("body", ".whygrad"):
            assert (max(background(shown, part)) < 80) == is_dark


def test_boxes_and_text_stay_inside_their_picture(report):
    with opened(report) as shown:
        outside = """pictures => pictures.flatMap(svg => [...svg.querySelectorAll('rect, text')].filter(part => {
            const [inner, outer] = [part.getBoundingClientRect(), svg.getBoundingClientRect()]
            return inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1 || inner.left < outer.left - 1
        }).map(part => part.textContent))"""
        assert shown.locator("svg").evaluate_all(outside) == []
        wider = """boxes => boxes.filter(box => [...box.querySelectorAll('text')].some(text =>
            text.getBoundingClientRect().right > box.querySelector('rect').getBoundingClientRect().right
        )).map(box => box.textContent)"""
        assert shown.locator("svg .box").count() > 3 and shown.locator("svg .box").evaluate_all(wider) == []


VALUES = """
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(5):
    optimizer.zero_grad()
    out = net(torch.ones(8, 4))
    loss = LOSS.pow(2).mean()
    loss.backward()
    optimizer.step()
"""


@pytest.mark.parametrize(
    ("loss", "op", "caption", "seen"),
    [
        ("(out.round() - 1)", "round", "the red box turns it into zeros", "only zeros"),
        ("(out + (out * 0).sqrt())", "sqrt", "the red box turns it into infinity", "nan or infinite"),
        ("(out + (-out.square() - 1).log())", "log", "The red box turns finite values into nan", "nan or infinite"),
    ],
)
def test_a_picture_shows_where_zeros_or_nan_were_born(loss, op, caption, seen, tmp_path):
    (tmp_path / "main.py").write_text(VALUES.replace("LOSS", loss))
    run_program(tmp_path, tmp_path / "out", "--html", "report.html", "main.py")
    with opened(tmp_path / "report.html") as shown:
        first = shown.locator(".finding").first
        assert op in first.locator("svg .box.cut").text_content() and caption in first.inner_text()
        assert "net." in first.locator("svg .box.parameter").text_content()
        gradients = shown.locator("table:last-of-type td.seen").all_text_contents()
        assert set(gradients) == {seen} and shown.locator("tr.good").count() == 0


def test_hostile_text_is_escaped_everywhere():
    finding = Finding(
        HOSTILE, "error", "observed", (place(1, HOSTILE),), (), (HOSTILE, f"{HOSTILE}2"),
        cut=BlamedCut("", (Step(HOSTILE, place(1, HOSTILE), "cut"), Step(HOSTILE, place(2, HOSTILE), "")), HOSTILE),
    )  # fmt: skip
    diagnostic = Diagnostic(HOSTILE, "error", HOSTILE, None, notes=(HOSTILE,), helps=(HOSTILE,))
    rows = (ParameterRow(1, HOSTILE, (2,), 3, True, 0, 1.0, 2.0),)
    run = RunReport(rows, (Happening("step", (place(1, HOSTILE),)),), 2)
    drawn = page([(finding, diagnostic)], run, SourceFiles({HOSTILE: HOSTILE}), "", HOSTILE)
    assert "<script" not in drawn and "<img" not in drawn and html.escape("<script>") in drawn


@pytest.mark.parametrize("length", [2, 5, 6, 10, 11, 40, 5_000])
@pytest.mark.parametrize("where", ["first", "middle", "last"])
def test_a_path_of_any_length_keeps_its_ends_and_its_cut(length, where):
    cut = {"first": 0, "middle": length // 2, "last": length - 1}[where]
    drawn = path_picture(way(length, cut))
    assert drawn.count('class="box cut"') == 1 and drawn.count('class="box loss"') == 1
    assert drawn.count('class="box ') <= MOST_BOXES + 3
    assert f">op{cut}<" in drawn and ">loss<" in drawn
    arrows = drawn.count('class="gone"'), drawn.count('class="way"')
    assert sum(arrows) == drawn.count('class="box ') - 1
    assert (arrows[0] == 0) == (cut == 0)


def test_without_a_path_or_an_order_there_is_no_picture():
    assert path_picture(Finding("eval-mode", "warning", "observed", (place(1),))) == ""
    assert timeline_picture((), SourceFiles()) == ""


def test_a_run_without_findings_gets_a_page_too(tmp_path):
    (tmp_path / "main.py").write_text(PROGRAM.replace("hidden.detach()", "hidden"))
    done = run_program(tmp_path, tmp_path / "out", "--html", "report.html", "main.py")
    assert done.alarms == []
    text = (tmp_path / "report.html").read_text()
    assert "no finding" in text and ">never<" not in text and "svg" in text


def test_a_program_is_not_overwritten_by_its_page(tmp_path):
    (tmp_path / "main.py").write_text("print(1)\n")
    done = run_program(tmp_path, tmp_path / "out", "--html", "main.py", "main.py")
    assert done.status == 2 and "--html would overwrite the program" in done.stderr


def test_a_program_does_the_same_where_a_page_is_asked_for(tmp_path):
    noted = PROGRAM + "print([p.sum().item().hex() for p in net.parameters()], torch.rand(1).item())\n"
    (tmp_path / "main.py").write_text(noted.replace("import nn\n", "import nn\ntorch.manual_seed(0)\n", 1))
    with_page = run_program(tmp_path, tmp_path / "out", "--html", "report.html", "main.py")
    plainly = start_program(tmp_path, tmp_path / "plain", plain=True)()
    assert with_page.stdout == plainly.stdout != ""
