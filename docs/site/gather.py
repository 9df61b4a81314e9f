"""Pages of the site that are made of others: one a cause, in families, and one for the messages of each cause."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CAUSES = ROOT / "src" / "whygrad" / "causes"
FORGE = "https://github.com/whygrad/whygrad/blob/main/"
FAMILIES = {
    "cuts": "The path is cut",
    "wiring": "The model is wired wrongly",
    "optimizers": "Optimizers and steps",
    "passes": "Backward passes and their order",
    "values": "Values, shapes and derivatives of zero",
    "writes": "Writes in place and past autograd",
    "functions": "Custom Functions and hooks",
    "processes": "Processes, compilers and transforms",
    "unexplained": "What whygrad cannot explain",
}
ROW = re.compile(r"^\| (?P<code>`+) ?(?P<text>.+?) ?(?P=code) \| (?P<cause>[\w-]+)[^|]*\|$", re.MULTILINE)
SECTION = re.compile(r"^## ", re.MULTILINE)
TO_CAUSE = re.compile(r"\]\((?:\.\./)+src/whygrad/causes/(\w+)/(\w+)\.md")
BESIDE = re.compile(r"\]\((?:\.\./(?P<other>\w+)/)?(?P<name>\w+)\.md(?P<anchor>#[\w-]+)?\)")
OUTSIDE = re.compile(r"\]\((?:\.\./)+(?!generated)([^)]+)\)")


def write_pages(docs: Path) -> None:
    """Everything under `generated/`; what is as it was is not written, so that Sphinx need not read it again."""
    pages = dict(_causes()) | dict(_messages((docs / "messages.md").read_text(encoding="utf-8"))) | _from_root()
    for name, text in pages.items():
        path = docs / "generated" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in (docs / "generated").rglob("*.md"):
        if str(path.relative_to(docs / "generated")) not in pages:
            path.unlink()


def relink(app: object, name: str, source: list[str]) -> None:
    """A link to a cause leads to its page here; one to a file that is not on the site leads to the forge."""
    depth = "../" * name.count("/")
    text = TO_CAUSE.sub(rf"]({depth}generated/causes/\1/\2.md", source[0])
    source[0] = text if name.startswith("generated/") else OUTSIDE.sub(rf"]({FORGE}\1)", text)


def _causes():
    for family, title in FAMILIES.items():
        names = sorted(page.stem for page in (CAUSES / family).glob("*.md"))
        for name in names:
            yield f"causes/{family}/{name}.md", (CAUSES / family / f"{name}.md").read_text(encoding="utf-8")
        yield f"causes/{family}/index.md", f"# {title}\n\n{_listed(family, names)}\n{_contents(names)}"


def _listed(family: str, names: list[str]) -> str:
    return "".join(f"- [`{_cause(name)}`]({name}.md): {_summary(family, name)}\n" for name in names)


def _contents(names: list[str]) -> str:
    return "```{toctree}\n:hidden:\n\n" + "".join(f"{name}\n" for name in names) + "```\n"


def _cause(name: str) -> str:
    return name.replace("_", "-")


def _summary(family: str, name: str) -> str:
    lines = (CAUSES / family / f"{name}.md").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line and not line.startswith("#"))


def _messages(table: str):
    """For each cause its messages, each as a heading, and what the cause's own page says about all of them."""
    found: dict[str, list[str]] = {}
    families = {page.stem: page.parent.name for page in CAUSES.glob("*/*.md")}
    for row in ROW.finditer(table):
        if row["cause"].replace("-", "_") in families:  # a warning that is not explained yet has none
            found.setdefault(row["cause"], []).append(f"{row['code']}{_padded(row['text'])}{row['code']}")
    for cause, texts in found.items():
        name = cause.replace("-", "_")
        yield f"messages/{name}.md", _message_page(cause, families[name], texts)
    names = sorted(cause.replace("-", "_") for cause in found)
    listed = "".join(_message_list(cause, texts) for cause, texts in sorted(found.items()))
    yield "messages/index.md", f"{BY_MESSAGE}\n{listed}\n{_contents(names)}"


def _padded(text: str) -> str:
    return f" {text} " if "`" in text else text


def _message_list(cause: str, texts: list[str]) -> str:
    name = cause.replace("-", "_")
    return "".join(f"- [{text}]({name}.md#{_anchor(text)})\n" for text in texts)


def _anchor(text: str) -> str:
    """As MyST makes it of a heading."""
    return re.sub(r"[^\w\- ]", "", text.strip("`").strip().lower()).replace(" ", "-")


def _message_page(cause: str, family: str, texts: list[str]) -> str:
    name = cause.replace("-", "_")
    page = (CAUSES / family / f"{name}.md").read_text(encoding="utf-8")
    after = SECTION.split(page)[1:]
    told = "".join(f"## {section}" for section in after)
    heads = "".join(f"## {text}\n\n{SAID.format(cause=cause, family=family, name=name)}\n\n" for text in texts)
    told = BESIDE.sub(lambda m: f"](../causes/{m['other'] or family}/{m['name']}.md{m['anchor'] or ''})", told)
    return f"# Messages: {cause}\n\n{_summary(family, name)}\n\n{heads}{told}"


def _from_root() -> dict[str, str]:
    """The files in the project's root that are pages of the site too."""
    pages = {"architecture.md": "ARCHITECTURE.md", "contributing.md": "CONTRIBUTING.md", "changelog.md": "CHANGELOG.md"}
    return {page: _rooted((ROOT / file).read_text(encoding="utf-8"), pages) for page, file in pages.items()}


def _rooted(text: str, pages: dict[str, str]) -> str:
    on_site = {file: page for page, file in pages.items()}

    def target(link: re.Match[str]) -> str:
        file, _, anchor = link[1].partition("#")
        where = on_site.get(file) or (f"../{file.removeprefix('docs/')}" if file.startswith("docs/") else FORGE + file)
        return f"]({where}{'#' + anchor if anchor else ''})"

    return ROOT_LINK.sub(target, text)


ROOT_LINK = re.compile(r"\]\((?!https?:|#)([^)]+)\)")
SAID = (
    "The cause is [`{cause}`](../causes/{family}/{name}.md). Below: what it means, where to look, and a program before "
    "and after the change."
)
BY_MESSAGE = """# By error message

Find the text that PyTorch printed. `…` and numbers differ from run to run, so each entry is the part that stays the
same. `whygrad explain "part of the message"` prints the same page in a terminal, and `whygrad run` names the line.
"""
