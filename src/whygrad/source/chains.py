"""What two chains of calls have in common."""

from __future__ import annotations

from whygrad.recording import Chain


def shared_calls(chain: Chain, other: Chain) -> int:
    """How many of the outermost calls lead to both."""
    pairs = enumerate(zip(chain, other, strict=False))
    return next((depth for depth, (one, two) in pairs if one != two), min(len(chain), len(other)))


def common_end(chain: Chain, other: Chain) -> int:
    """How many of the innermost calls both have."""
    return shared_calls(chain[::-1], other[::-1])
