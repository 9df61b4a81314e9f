"""Repairs that were seen to work: candidate changes, trials of each in a process of its own, and a verdict on each."""

from __future__ import annotations

CHILD = "_trial"  # the command of `whygrad` that a trial's process runs
