"""What the pages at the root say is true: README's diagnostic, the table of causes, links, files and `make` targets."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest
from pages import FENCE, blessing, blocks, check_block, headings
from programs import run_program

from whygrad.causes.pages import FOLDER, pages, summary

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
CAUSES = ROOT / "docs" / "causes.md"
HOME = "https://github.com/whygrad/whygrad/blob/main/"
PAGES = [*(ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG"))]
PAGES += sorted((ROOT / "docs").glob("*.md"))
PAGES += sorted((ROOT / "src").rglob("README.md"))

TABLE = re.compile(r"(?<=^\| cause \| what happened \|\n\|---\|---\|\n)(?:\|.*\n)*", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
SPAN = re.compile(r"`([^`\n]+)`")
TARGET = re.compile(r"^([\w-]+):", re.M)
FILE = re.compile(r"[a-z_.-]+(/[a-z_.-]+)+\.(py|md|txt)")

every_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))


def prose(page: str) -> str:
    """The page without its fenced blocks."""
    return FENCE.sub("", page)


def anchors(page: str) -> set[str]:
    """What a link to a heading of the page may name."""
    texts = [heading.lstrip("#").strip().lower() for heading in headings(page)]
    return {re.sub(r"[^\w\- ]", "", text).replace(" ", "-") for text in texts}


def broken_links(path: Path) -> list[str]:
    """The relative links that lead nowhere."""
    broken = []
    for link in LINK.findall(SPAN.sub("", prose(path.read_text()))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            broken.append(link)
    return broken


def named_targets(page: str) -> set[str]:
    """The targets of every `make …` in a code span or at the start of a line of a block."""
    code = [*SPAN.findall(prose(page)), *(line for block in blocks(page) for line in block.text.splitlines())]
    return {words[1] for text in code if (words := text.split()) and words[0] == "make" and words[1:]}


def named_files(page: str) -> set[str]:
    """The files that the page names in code spans with a folder; NAMES in capitals stand for any."""
    return {span for span in SPAN.findall(prose(page)) if FILE.fullmatch(span)}


def page_of(name: str) -> Path:
    (page,) = FOLDER.glob(f"*/{name.replace('-', '_')}.md")
    return page


def causes_table() -> str:
    return "".join(
        f"| [`{name}`](../{page_of(name).relative_to(ROOT)}) | {summary(name, page)} |\n"
        for name, page in pages().items()
    )


@pytest.mark.filterwarnings("default")  # the example warns as users' programs do
def test_the_diagnostic_in_the_readme_is_what_the_example_gets(tmp_path):
    (block,) = [block for block in blocks(README.read_text()) if block.info == "diagnostic"]
    outcome = run_program(ROOT, tmp_path, "examples/train.py")
    assert outcome.status == 1
    check_block(README, block, outcome.diagnostics)


def test_the_program_in_the_readme_is_the_example():
    shown = blocks(README.read_text())[0].text
    for part in re.split(r"^# ", shown, flags=re.MULTILINE)[1:]:
        file, _, text = part.partition("\n")
        assert text.rstrip() in (ROOT / file).read_text(), f"not in {file}:\n{text}"


def test_the_table_of_causes_lists_every_one_with_its_line():
    page = CAUSES.read_text()
    found = TABLE.search(page)
    assert found, "the table of causes is missing"
    if blessing():
        CAUSES.write_text(page[: found.start()] + causes_table() + page[found.end() :])
        return
    difference = difflib.unified_diff(found[0].splitlines(), causes_table().splitlines(), "table", "causes")
    assert found[0] == causes_table(), "WHYGRAD_BLESS=1 rewrites it\n" + "\n".join(difference)


def test_the_readme_fits_an_index_page():
    """It is short, and its links work where the repository is not around it."""
    page = README.read_text()
    assert len(page.encode()) <= 7000
    links = LINK.findall(SPAN.sub("", prose(page)))
    assert [link for link in links if not link.startswith("https://")] == []
    named = [link.removeprefix(HOME).partition("#") for link in links if link.startswith(HOME)]
    assert [name for name, _, _ in named if not (ROOT / name).exists()] == []
    assert [a for name, _, a in named if a and a not in anchors((ROOT / name).read_text())] == []


@every_page
def test_every_relative_link_leads_somewhere(path):
    assert broken_links(path) == []


@every_page
def test_every_make_target_that_is_named_exists(path):
    assert named_targets(path.read_text()) <= set(TARGET.findall((ROOT / "Makefile").read_text()))


@every_page
def test_every_file_that_is_named_exists(path):
    folders = (ROOT, ROOT / "src" / "whygrad", path.parent)
    missing = [name for name in named_files(path.read_text()) if not any((f / name).exists() for f in folders)]
    assert missing == []


def test_what_is_wrong_would_be_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# One page\n[a](#one-page) [b](#two) [`c`](gone.md) [d](https://example.org)\n"
        "`[e](f.md)` `make gone` `record/gone.py` make it\n```sh\nmake tea  # now\n[g](h.md)\n```\n"
    )
    assert broken_links(page) == ["#two", "gone.md"]
    assert named_targets(page.read_text()) == {"gone", "tea"}
    assert named_files(page.read_text()) == {"record/gone.py"}
