"""The lengths that a CTC loss is given end long before the sequences do: the other frames never count."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.sequence_lengths import SequenceLengths
from whygrad.finding import Finding
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
                yield self.finding("warning", seen.chain, frames=seen.frames[-1], longest=seen.longest[-1])

    def subject(self, finding: Finding) -> str:
        return "the last output frames have no effect on the loss"

    def clause(self, finding: Finding) -> str:
        frames, longest = finding.facts["frames"], finding.facts["longest"]
        return f"the outputs have {frames} frames, but the longest of `input_lengths` is {longest}"

    def label(self, finding: Finding) -> str:
        return f"reads at most {finding.facts['longest']} of {finding.facts['frames']} frames"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("pass the lengths of the outputs: divide those of the inputs once by the network's total stride",)


def _are_too_short(seen: SequenceLengths) -> bool:
    """Is the same share of each batch left out? Padding to a fixed size leaves out more of one than of another."""
    shares = [longest / frames for longest, frames in zip(seen.longest, seen.frames, strict=True)]
    if max(shares) > MOST_READ:
        return False
    if len(set(seen.frames)) > 1:
        return max(shares) - min(shares) <= ALIKE
    frames, longest = seen.frames[0], set(seen.longest)
    return len(longest) == 1 and any(longest <= {frames // k, -(-frames // k)} for k in STRIDES)
