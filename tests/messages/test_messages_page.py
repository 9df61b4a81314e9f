"""`docs/messages.md` lists the messages that are explained; it is made from the causes and the programs."""

from __future__ import annotations

from pathlib import Path

from message_programs import PROGRAMS, RAISABLE
from pages import blessing

from whygrad.causes import all_causes, pages
from whygrad.causes._messages import OBSERVED, MessageCause

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "messages.md"
CAUSES = ROOT / "src" / "whygrad" / "causes"

# Rows whose program is the example on the cause's page, because it needs a process of its own.
ON_PAGES = {260: "unused-parameters", 265: "distributed-reduction"}
# Causes that look at more than the message, and what they start from.
BY_OBSERVATION = {
    **OBSERVED,
    "never-connected and the causes of a lost gradient": ("does not require grad and does not have a grad_fn",),
}
WARNINGS = (
    "Using backward() with create_graph=True will create a reference cycle",
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed",
    "Converting a tensor with requires_grad=True to a scalar",
    "To copy construct from a tensor, it is recommended to use",
    "unspecified requires_grad now defaults to obj.requires_grad",
    "backward hook … on tensor will not be serialized",
    "Using a target size … that is different to the input size",
    "Using a non-full backward hook when the forward contains multiple autograd Nodes",
    "Full backward hook is firing when gradients are computed with respect to module outputs",
    "For backward hooks to be called, module output should be a Tensor",
    "ctx.mark_dirty() received a tensor that was not an input",
    "an autograd kernel was not registered to the Autograd key(s)",
    "`parameters` is an empty generator, no gradient clipping will occur",
    "None of the inputs have requires_grad=True. Gradients will be None",
    "the use_reentrant parameter should be passed explicitly",
    "optimizer contains a parameter group with duplicate parameters",
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`",
    "Calling .zero_grad() from a module created with nn.DataParallel() has no effect",
    "find_unused_parameters=True was specified in DDP constructor, but did not find any unused",
)


def page() -> str:
    known = {cause.name for cause in all_causes()}
    explained = {row for program in PROGRAMS if program.cause in known for row in program.rows}
    explained.update(row for row, name in ON_PAGES.items() if name in pages())
    share = 100 * len(explained) / len(RAISABLE)
    lines = [
        "# Messages that whygrad explains",
        "",
        "This table lists torch's messages about gradients, and the cause that explains each (`whygrad explain NAME`",
        "prints its page). whygrad recognises a message by a part that stays the same from version to version; `…`",
        "stands for any text.",
        "",
        f"`pytest tests/messages` raises {len(RAISABLE)} errors of torch 2.13 about gradients, all without a GPU.",
        f"whygrad explains {len(explained)} of them ({share:.0f}%). It reports any other error about gradients as "
        "`not-explained`.",
        "",
        "| torch says | cause |",
        "|---|---|",
    ]
    rows = [
        (fragment, cause.name)
        for cause in all_causes()
        if isinstance(cause, MessageCause)
        for message in cause.messages
        for fragment in message.fragments
    ]
    rows += [(fragment, name) for name, fragments in BY_OBSERVATION.items() for fragment in fragments]
    for fragment, name in sorted(set(rows), key=lambda row: (row[1], row[0])):
        lines.append(f"| {_code(fragment)} | {_linked(name)} |")
    told = [fragment for fragment, name in rows if name == "torch-warning"]
    untold = [text for text in WARNINGS if not any(fragment in text for fragment in told)]
    lines += ["", "`whygrad run --notes` reports the warnings named `torch-warning`. These are not explained yet:", ""]
    lines += [f"- {_code(text)}" for text in untold]
    return "\n".join(lines) + "\n"


def _linked(name: str) -> str:
    """The cause with a link to its page, and what follows its name."""
    cause, _, more = name.partition(" ")
    (page,) = CAUSES.glob(f"*/{cause.replace('-', '_')}.md")
    return f"[{cause}](../{page.relative_to(ROOT).as_posix()}) {more}".strip()


def _code(fragment: str) -> str:
    fence = "``" if "`" in fragment else "`"
    space = " " if "`" in fragment else ""
    return f"{fence}{space}{fragment.strip().replace('|', chr(92) + '|')}{space}{fence}"


def test_the_page_lists_what_is_explained():
    if blessing():
        PAGE.write_text(page())
    assert PAGE.read_text() == page(), "WHYGRAD_BLESS=1 rewrites it"


def test_the_causes_of_the_page_exist():
    known = {cause.name for cause in all_causes()}
    assert {name.partition(" ")[0] for name in BY_OBSERVATION} <= known
