"""Pages of the site that are made of others: one a cause, in families, and one for the messages of each cause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from whygrad.causes import all_causes
from whygrad.causes._messages import OBSERVED, MessageCause

ROOT = Path(__file__).parent.parent.parent
CAUSES = ROOT / "src" / "whygrad" / "causes"
ENTRY = 60  # characters of a message in the contents
NAMES = ("torch ", "autograd ", "whygrad ")  # which begin a sentence in small letters
USUAL = (
    "does not require grad and does not have a grad_fn",
    "Trying to backward through the graph a second time",
    "has been modified by an inplace operation",
    "a leaf Variable that requires grad is being used in an in-place operation",
    "grad can be implicitly created only for scalar outputs",
    "appears to not have been used in the graph",
    "Can't call numpy() on Tensor that requires grad",
    "can't optimize a non-leaf Tensor",
    "optimizer got an empty parameter list",
)
FORGE = "https://github.com/whygrad/whygrad/blob/main/"
FAMILIES = {
    "cuts": "The path is cut",
    "wiring": "The model is wired wrongly",
    "optimizers": "Optimizers and steps",
    "updates": "Learning rates and updates",
    "passes": "Backward passes and their order",
    "values": "Values, shapes and derivatives of zero",
    "writes": "In-place and untracked writes",
    "functions": "Custom Functions and hooks",
    "processes": "Processes, compilers and transforms",
    "unexplained": "What whygrad cannot explain",
}
ROW = re.compile(
    r"^\| (?P<code>`+) ?(?P<text>.+?) ?(?P=code) \| \[(?P<cause>[\w-]+)\]\(\S+\)(?P<others>[^|]*)\|$", re.MULTILINE
)
SECTION = re.compile(r"^## ", re.MULTILINE)
TO_CAUSE = re.compile(r"\]\((?:\.\./)+src/whygrad/causes/(\w+)/(\w+)\.md")
BESIDE = re.compile(r"\]\((?:\.\./(?P<other>\w+)/)?(?P<name>\w+)\.md(?P<anchor>#[\w-]+)?\)")
OUTSIDE = re.compile(r"\]\((?P<up>(?:\.\./)+)(?!generated)(?P<path>[^)]+)\)")


def write_pages(docs: Path) -> None:
    """Everything under `generated/`; what is as it was is not written, so that Sphinx need not read it again."""
    messages = (docs / "messages.md").read_text(encoding="utf-8")
    pages = dict(_causes()) | dict(_messages(messages)) | _from_root() | {"costs.md": _costs(docs)}
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
    depth = name.count("/")

    def target(link: re.Match[str]) -> str:
        is_outside = link["up"].count("../") > depth  # a page in a folder of the docs links to those beside the folder
        return f"]({FORGE}{link['path']})" if is_outside else link[0]

    text = TO_CAUSE.sub(rf"]({'../' * depth}generated/causes/\1/\2.md", source[0])
    source[0] = text if name.startswith("generated/") else OUTSIDE.sub(target, text)


def _causes():
    for family, title in FAMILIES.items():
        names = sorted(page.stem for page in (CAUSES / family).glob("*.md"))
        for name in names:
            page, summary = (CAUSES / family / f"{name}.md").read_text(encoding="utf-8"), _summary(family, name)
            yield f"causes/{family}/{name}.md", page.replace(summary, _sentence(summary), 1)
        yield f"causes/{family}/index.md", f"# {title}\n\n{_listed(family, names)}\n{_contents(names)}"


def _listed(family: str, names: list[str]) -> str:
    return "".join(f"- [`{_cause(name)}`]({name}.md): {_summary(family, name)}\n" for name in names)


def _contents(entries: Iterable[str]) -> str:
    return "```{toctree}\n:hidden:\n\n" + "".join(f"{entry}\n" for entry in entries) + "```\n"


def _cause(name: str) -> str:
    return name.replace("_", "-")


def _summary(family: str, name: str) -> str:
    lines = (CAUSES / family / f"{name}.md").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line and not line.startswith("#"))


def _messages(table: str):
    """For each cause its messages, each as a heading, and what the cause's own page says about all of them."""
    found: dict[str, list[str]] = {}
    shared: set[str] = set()  # messages that many causes may explain
    families = {page.stem: page.parent.name for page in CAUSES.glob("*/*.md")}
    for row in ROW.finditer(table):
        if row["cause"].replace("-", "_") in families:  # a warning that is not explained yet has none
            text = f"{row['code']}{_padded(row['text'])}{row['code']}"
            found.setdefault(row["cause"], []).append(text)
            shared.update([text] if row["others"].strip() else [])
    for cause, texts in found.items():
        name = cause.replace("-", "_")
        yield f"messages/{name}.md", _message_page(cause, families[name], texts, shared)
    yield "messages/index.md", _message_index(found, families)


def _message_index(found: dict[str, list[str]], families: dict[str, str]) -> str:
    """The usual messages first, then all of them under what happened."""
    usual = {text: cause for cause, texts in found.items() for text in texts if text.strip("`") in USUAL}
    first = "".join(
        _message_list(usual[text], [text]) for text in sorted(usual, key=lambda t: USUAL.index(t.strip("`")))
    )
    groups = "".join(
        f"### {_sentence(_summary(families[_file(cause)], _file(cause)))[:-1]}\n\n{_message_list(cause, texts)}\n"
        for cause, texts in sorted(found.items())
    )
    # Beside the page stands what torch says, not our name for it: that is what a reader looks for.
    entries = sorted((f"{_short(texts)} <{_file(cause)}>" for cause, texts in found.items()), key=str.lower)
    return f"{BY_MESSAGE}\n## The usual ones\n\n{first}\n## All messages\n\n{groups}{_contents(entries)}"


def _file(cause: str) -> str:
    return cause.replace("-", "_")


def _short(texts: list[str]) -> str:
    """The best-known message of a page, as an entry of the contents: a whole sentence where there is one."""
    plain = [text.strip("`").strip() for text in texts]
    best = max(plain, key=lambda text: (text in USUAL, text[0].isupper(), min(len(text), ENTRY)))
    return best if len(best) <= ENTRY else f"{best[:ENTRY].rsplit(' ', 1)[0]} …"


def _padded(text: str) -> str:
    return f" {text} " if "`" in text else text


def _message_list(cause: str, texts: list[str]) -> str:
    return "".join(f"- [{text}]({_file(cause)}.md#{_anchor(text)})\n" for text in texts)


def _anchor(text: str) -> str:
    """As MyST makes it of a heading."""
    return re.sub(r"[^\w\- ]", "", text.strip("`").strip().lower()).replace(" ", "-")


def _meanings() -> Iterator[tuple[str, str]]:
    """What each text of torch's means and what to change, in the words of the cause that knows the text."""
    for cause in all_causes():
        for message in cause.messages if isinstance(cause, MessageCause) else ():
            said = f"{_sentence(message.means)}\n\n**What to change:** {_sentence(message.help)}"
            yield from ((fragment.strip(), said) for fragment in message.fragments)


def _sentence(text: str) -> str:
    return f"{text if text.startswith(NAMES) else text[:1].upper() + text[1:]}."


def _culprits() -> str:
    """The causes that cut a path and have no message of their own."""
    own = {*OBSERVED, *(cause.name for cause in all_causes() if isinstance(cause, MessageCause))}
    names = sorted(page.stem for page in (CAUSES / "cuts").glob("*.md") if _cause(page.stem) not in own)
    listed = "".join(f"- [`{_cause(name)}`](../causes/cuts/{name}.md): {_summary('cuts', name)}\n" for name in names)
    return f"{NO_HISTORY}\n\n{listed}"


def _message_page(cause: str, family: str, texts: list[str], shared: set[str]) -> str:
    name = cause.replace("-", "_")
    page = (CAUSES / family / f"{name}.md").read_text(encoding="utf-8")
    after = SECTION.split(page)[1:]
    told = "".join(f"## {section}" for section in after)
    meanings = dict(_meanings())

    def head(text: str) -> str:
        meaning = meanings.get(text.strip("`").strip(), "")
        said = _culprits() if text in shared else f"{meaning}\n\n{SAID}" if meaning else SAID
        return f"## {text}\n\n{said.replace('{page}', f'../causes/{family}/{name}.md').replace('{cause}', cause)}\n\n"

    heads = "".join(map(head, texts))
    told = BESIDE.sub(lambda m: f"](../causes/{m['other'] or family}/{m['name']}.md{m['anchor'] or ''})", told)
    return f"# Error messages: {cause}\n\n{_sentence(_summary(family, name))}\n\n{heads}{told}"


def _costs(docs: Path) -> str:
    """One page of what two others say about costs, so that each figure has one place in the source."""
    using, limits = ((docs / name).read_text(encoding="utf-8") for name in ("using.md", "limits.md"))
    linked = COSTS.format(using=_section(using, "What it costs"), limits=_section(limits, "What it costs"))
    return re.sub(r"\]\((?!https?:|#|\.\.)", "](../", linked.replace("](../benchmarks", f"]({FORGE}benchmarks"))


def _section(text: str, title: str) -> str:
    return text.partition(f"## {title}\n")[2].partition("\n## ")[0].strip()


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
    "The cause is [`{cause}`]({page}). Below: [what it means](#what-it-means), [a program that fails](#example) and "
    "[the same program corrected](#corrected)."
)
NO_HISTORY = """The tensor that `backward()` started from has no recorded history, so no gradient can flow. The line
that lost the history came earlier: `whygrad run train.py` names it. These are the usual culprits, each with a broken
and a corrected program:"""
COSTS = """# Costs

`make bench` measures the figures on this page; ratios are to the same program without whygrad.

## Steps of a training run

{using}

## Programs that cost more

{limits}
"""
BY_MESSAGE = """# By error message

Find the text that PyTorch printed. `…` and numbers differ from run to run, so each entry is the part that stays the
same. `whygrad explain "part of the message"` prints the same page in a terminal, and `whygrad run` names the line.
"""
