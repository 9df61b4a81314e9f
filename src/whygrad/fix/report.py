"""What one run of the program brought, as plain data that goes from the trial's process to ours."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from typing import Any

from whygrad.diagnostic import Edit
from whygrad.evidence.steps import Learning
from whygrad.fix.change import Change
from whygrad.place import Place


@dataclass(frozen=True)
class Found:
    """One finding of a run, and the changes that may cure it, the likeliest first."""

    cause: str
    severity: str
    message: str
    site: Place | None
    code: str  # the text of the site
    lost: tuple[str, ...]
    document: dict[str, Any]  # the finding as `--json` tells it
    changes: tuple[Change, ...] = ()

    @property
    def is_alarm(self) -> bool:
        return self.severity in ("error", "warning")


@dataclass(frozen=True)
class Printed:
    """A number that the program printed about its loss."""

    label: str
    value: float


@dataclass(frozen=True)
class Report:
    """How a run ended, what was found in it, and what learnt."""

    status: int  # the exit status
    error: str | None = None  # the exception that ended it
    over: str = ""  # why the run was ended before its end
    steps: int = 0  # of all optimizers
    passes: int = 0  # backward passes
    found: tuple[Found, ...] = ()
    learning: tuple[Learning, ...] = ()
    printed: tuple[Printed, ...] = ()
    warnings: tuple[str, ...] = ()  # of Python's own, that the program's run has shown
    texts: dict[str, str] = field(default_factory=dict)  # of the files that changes are for, as the run has read them
    alone: bool = False  # two runs at a time would disturb each other
    internal_error: str | None = None

    @property
    def alarms(self) -> tuple[Found, ...]:
        return tuple(f for f in self.found if f.is_alarm)

    @property
    def is_clean(self) -> bool:
        return self.status == 0 and self.error is None and not self.alarms and self.internal_error is None

    def is_repaired(self, first: Report) -> bool:
        """Is nothing left to repair? A program that ends by itself with some status may go on to do so."""
        own = first.error is None and self.status == first.status
        return self.is_clean or (own and dataclasses.replace(self, status=0).is_clean)


def to_text(report: Report) -> str:
    return json.dumps(dataclasses.asdict(report))


def from_text(text: str) -> Report:
    data = json.loads(text)
    data["found"] = tuple(_found(f) for f in data["found"])
    data["learning"] = tuple(Learning(**{**k, "shape": tuple(k["shape"])}) for k in data["learning"])
    data["printed"] = tuple(Printed(**p) for p in data["printed"])
    data["warnings"] = tuple(data["warnings"])
    return Report(**data)


def _found(data: dict[str, Any]) -> Found:
    changes = tuple(Change(c["title"], tuple(_edit(e) for e in c["edits"])) for c in data["changes"])
    site = Place(**data["site"]) if data["site"] else None
    return Found(**{**data, "site": site, "lost": tuple(data["lost"]), "changes": changes})


def _edit(data: dict[str, Any]) -> Edit:
    return Edit(Place(**data["place"]), data["text"], data["safety"])
