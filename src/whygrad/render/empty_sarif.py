"""The frame of a SARIF document; it needs nothing else of ours, so that it can be written whatever has failed."""

from __future__ import annotations

from typing import Any

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def empty_sarif(whygrad_version: str, exit_status: int) -> dict[str, Any]:
    """A run in which nothing was found."""
    run = {
        "tool": {"driver": {"name": "whygrad", "version": whygrad_version, "rules": []}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": exit_status == 0, "exitCode": exit_status}],
        "results": [],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
