"""The lengths that a CTC loss is given end long before the sequences do: the other frames never count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.sequence_lengths import SequenceLengths
from whygrad.finding import Act, Event, Finding
from whygrad.graph.sites import site_of, up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

LOOKS = 3  # passes that must have been so
MOST_READ = 0.7  # of the frames
ALIKE = 0.05  # between the shares of different passes
STRIDES = (2, 3, 4, 8)  # by which a network makes a sequence shorter


class UnreadFrames(SilentCause):
    name = "unread-frames"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(SequenceLengths):
            if seen.chain and len(seen.frames) >= LOOKS and _are_too_short(seen):
                site = site_of(_events(seen), graph.sources)
                chain = site.chain if site is not None else seen.chain
                frames, longest, divided = seen.frames[-1], seen.longest[-1], chain != seen.chain
                found = self.finding("warning", chain, frames=frames, longest=longest, divided=divided)
                yield replace(found, path=site.shown if site is not None else ())

    def subject(self, finding: Finding) -> str:
        return "the last output frames have no effect on the loss"

    def clause(self, finding: Finding) -> str:
        frames, longest = finding.facts["frames"], finding.facts["longest"]
        return f"the outputs have {frames} frames, but the longest of `input_lengths` is {longest}"

    def label(self, finding: Finding) -> str:
        if finding.facts["divided"]:
            return f"computes lengths of at most {finding.facts['longest']} frames"
        return f"reads at most {finding.facts['longest']} of {finding.facts['frames']} frames"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("pass the lengths of the outputs: divide those of the inputs once by the network's total stride",)


def _events(seen: SequenceLengths) -> Iterator[Event]:
    """The call that reads the lengths, and where they were divided for the last time.

    Of one line that divides them twice, as in a function that is called again, the second call is to blame.
    """
    tell = f"reads at most {seen.longest[-1]} of {seen.frames[-1]} frames"
    for last in seen.divided[:1]:
        again = next((chain for chain in seen.divided[1:] if chain[-1] == last[-1]), last)
        yield Event(Act.MADE, up_to_parting(last, again))
    yield Event(Act.ASKED, seen.chain, tell)


def _are_too_short(seen: SequenceLengths) -> bool:
    """Is the same share of each batch left out? Padding to a fixed size leaves out more of one than of another."""
    shares = [longest / frames for longest, frames in zip(seen.longest, seen.frames, strict=True)]
    if max(shares) > MOST_READ:
        return False
    if len(set(seen.frames)) > 1:
        return max(shares) - min(shares) <= ALIKE
    frames, longest = seen.frames[0], set(seen.longest)
    return len(longest) == 1 and any(longest <= {frames // k, -(-frames // k)} for k in STRIDES)
