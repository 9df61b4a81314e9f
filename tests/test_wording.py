"""Sentences that users read are plain English: none uses a word that docs/wording.md says to avoid."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from batches import for_each

import whygrad

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "whygrad"
WORDING = (ROOT / "docs" / "wording.md").read_text(encoding="utf-8")
AVOIDED = re.search(r"### Words to avoid\n.*?```text\n(.*?)```", WORDING, re.DOTALL).group(1).splitlines()  # type: ignore[union-attr]
FOUND = re.compile("|".join(rf"\b{re.escape(words)}\b" for words in AVOIDED))
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PROGRAM = re.compile(r"^```(?:python|sh|toml)\b.*?^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"# .*")
# "whygrad infers that …", and not "that … is inferred": a clause is no good subject.
CLAUSE = re.compile(
    r"(?:^|[;,] |\band )(?:that|which|where|who|what|whether|how)\b[^;:.,]* (?:is|are) (?:inferred|observed)\b"
)

CODE = sorted(SOURCE.rglob("*.py"))
DOCS = [path for path in sorted((ROOT / "docs").rglob("*.md")) if "generated" not in path.parts]
ROOTS = [ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "SECURITY")]
PAGES = [*sorted(SOURCE.rglob("*.md")), *DOCS, *ROOTS]
PUBLIC = ("watch", "why", "expect_gradients", "grad", "paths", "show", "enable")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The string literals of Python text that may be shown: all but docstrings; of an f-string what is fixed."""
    tree = ast.parse(text)
    hidden = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            hidden.update(id(part) for part in node.values)
            parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden:
            yield node.lineno, node.value


def avoidable(text: str) -> list[str]:
    return FOUND.findall(" ".join(text.split()))


@for_each(CODE)
def test_a_literal_has_no_word_to_avoid(path):
    found = [(line, words) for line, text in sentences(path.read_text(encoding="utf-8")) for words in avoidable(text)]
    assert found == [], "docs/wording.md tells what to write instead"


@for_each(PAGES)
def test_a_page_has_no_word_to_avoid(path):
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    if path.name == "wording.md":
        text = re.sub(r"^\|.*$", "", text, flags=re.MULTILINE)  # which shows them
    assert avoidable(text) == [], "docs/wording.md tells what to write instead"


@for_each(PAGES)
def test_a_comment_in_a_program_of_a_page_has_no_word_to_avoid(path):
    shown = "\n".join(PROGRAM.findall(path.read_text(encoding="utf-8")))
    assert avoidable("\n".join(COMMENT.findall(shown))) == [], "docs/wording.md tells what to write instead"


@for_each(PUBLIC)
def test_a_public_docstring_has_no_word_to_avoid(name):
    assert avoidable(getattr(whygrad, name).__doc__) == [], "docs/wording.md tells what to write instead"


@for_each(CODE)
def test_no_clause_is_the_subject_of_what_is_inferred_or_observed(path):
    found = [(line, text) for line, text in sentences(path.read_text(encoding="utf-8")) if CLAUSE.search(text)]
    assert found == [], "docs/wording.md tells what to write instead"


def test_a_clause_as_a_subject_would_be_found():
    assert CLAUSE.search("the factor is observed; that `backward` should reverse it is inferred from the source")
    assert CLAUSE.search("which layer applies it is inferred from the source")
    assert not CLAUSE.search("whygrad observed the write; the line that creates the second name is inferred")


def test_words_to_avoid_would_be_found():
    text = """'So it was.'\nx = f'it {was} so, and so it was\\n  at each of the steps that were looked at'"""
    ((_, found),) = sentences(text)
    assert avoidable(found) == ["so it was", "looked at"]
