"""`padding_idx`, `ignore_index` or a weight of 0 leaves out an id that samples really have: its row never learns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.ignored_rows import IgnoredRow
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind

LOOKS = 2  # passes that must have met it
OTHERS = 2  # different ids besides it
EACH = 8  # ids that were inspected for each row: then what was not among them is hardly ever
MOSTLY = 0.9  # of all ids: then it stands for what is missing


class IgnoredRowCause(SilentCause):
    name = "ignored-row"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(IgnoredRow):
            if (
                seen.passes < LOOKS
                or seen.others < (1 if seen.in_sequences else OTHERS)
                or seen.used > MOSTLY * seen.of
            ):
                continue
            chain, path = _places(graph, seen)
            facts = {"option": seen.option, "row": seen.row, "used": seen.used, "of": seen.of, "filler": seen.filler,
                     "last": seen.rows - 1 if seen.skips_last and seen.of >= EACH * seen.rows else None}  # fmt: skip
            # Who gives a class the weight 0 may well mean it; a sequence may begin with its own padding.
            doubtful = seen.in_sequences and seen.filler is None and facts["last"] is None
            unsure = doubtful or seen.option == "weight"
            severity = "note" if unsure else "warning"
            found = self.finding(severity, chain, [f"{seen.name}[{seen.row}]"] if seen.name else (), **facts)
            yield replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        if finding.lost:
            return f"`{finding.lost[0]}` never learns"
        return f"samples of class {finding.facts['row']} have no effect"

    def clause(self, finding: Finding) -> str:
        facts = finding.facts
        if facts["option"] == "weight":
            return f"its weight is 0, but {facts['used']} of the {facts['of']} inspected ids are {facts['row']}"
        return (
            f"`{facts['option']}={facts['row']}` leaves it out of every gradient, but {facts['used']} of "
            f"the {facts['of']} ids that whygrad inspected are {facts['row']}"
        )

    def label(self, finding: Finding) -> str:
        return f"leaves out id {finding.facts['row']}"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        row, filler, last = (finding.facts[fact] for fact in ("row", "filler", "last"))
        if filler is None and last is not None:
            return (
                f"one line reads the rows 0 to {last - 1}, but never row {last}, the last one: the ids probably start "
                f"at 0, where the padding is",
            )
        if filler is None:
            return ()
        return (f"each inspected sample has id {row} exactly once, and id {filler} pads the samples",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        row = finding.facts["row"]
        if finding.facts["filler"] is not None:
            return (f"pass the id that pads the samples: `padding_idx={finding.facts['filler']}`",)
        if finding.facts["last"] is not None:
            return (f"number the ids from {row + 1}, so that {row} is free for the padding",)
        if finding.facts["option"] == "weight":
            return (f"give class {row} a weight above 0 if it should be learned",)
        if finding.facts["option"] == "ignore_index":
            return (
                f"if {row} is a class, leave `ignore_index` out, or ignore a number that is not a class, such as -100",
            )
        return (f"if id {row} is a category, leave `padding_idx` out; otherwise reserve an id for missing values",)


def _places(graph: UncutGraph, seen: IgnoredRow) -> tuple[Chain, tuple[Step, ...]]:
    """Where the table was made, if that says what is left out, else the call; and the other of the two."""
    made = graph.node(seen.leaf).birth if seen.leaf is not None else ()
    if made and "Embedding" in graph.text(made[-1]):
        path = (Step("", seen.chain[-1], "looks up the ids here"),) if seen.chain else ()
        return made, path
    return seen.chain or made, ()
