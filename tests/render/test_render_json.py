"""The JSON document keeps its contract."""

from __future__ import annotations

import json
from typing import Any

from render_samples import CUT, CWD, DETACHED, SOURCES, diagnostic, place

from whygrad.diagnostic import Diagnostic
from whygrad.finding import Finding, Step
from whygrad.recording import Place
from whygrad.render.json import to_json
from whygrad.source.files import SourceFiles

MAIN = Place(f"{CWD}/main.py", 55, 5, 55, 12, "main")
FINDING = Finding(
    cause="detached-tensor",
    severity="error",
    evidence="observed",
    chain=(MAIN, CUT.place),
    path=(Step("linear", place(SOURCES, 6, "encoder(x)"), "`encoder.weight` enters here"),),
    lost=("encoder.weight", "encoder.bias"),
)


def document(
    *pairs: tuple[Finding, Diagnostic], error: str | None = None, sources: SourceFiles = SOURCES
) -> dict[str, Any]:
    return to_json(
        pairs,
        exit_status=1,
        error=error,
        torch_version="2.13.0",
        whygrad_version="0.1.0",
        sources=sources,
        cwd=CWD,
    )


def test_a_finding_is_written_as_the_contract_says() -> None:
    assert document((FINDING, DETACHED), error="RuntimeError: element 0") == {
        "schema": 1,
        "whygrad": "0.1.0",
        "torch": "2.13.0",
        "exit": 1,
        "error": "RuntimeError: element 0",
        "findings": [
            {
                "cause": "detached-tensor",
                "severity": "error",
                "evidence": "observed",
                "message": "`encoder.weight` gets no gradient: `.detach()` cuts the path from `loss`",
                "site": {
                    "file": "train.py",
                    "line": 9,
                    "column": 25,
                    "end_line": 9,
                    "end_column": 34,
                    "function": "step",
                    "code": ".detach()",
                },
                "frames": [
                    {"file": "main.py", "line": 55, "function": "main"},
                    {"file": "train.py", "line": 9, "function": "step"},
                ],
                "path": [{"op": "linear", "file": "train.py", "line": 6, "label": "`encoder.weight` enters here"}],
                "lost": ["encoder.weight", "encoder.bias"],
                "help": "compute `loss` from `h * scale`",
                "edits": [
                    {
                        "file": "train.py",
                        "line": 9,
                        "column": 25,
                        "end_line": 9,
                        "end_column": 34,
                        "text": "",
                        "safety": "review",
                    }
                ],
                "verified": None,
            }
        ],
    }


def test_the_keys_stand_in_the_order_of_the_contract() -> None:
    whole = document((FINDING, DETACHED))
    assert " ".join(whole) == "schema whygrad torch exit error findings"
    assert " ".join(whole["findings"][0]) == (
        "cause severity evidence message site frames path lost help edits verified"
    )


def test_an_unknown_site_is_null_and_a_missing_help_is_empty() -> None:
    finding = Finding("not-a-tensor", "warning", "inferred", ())
    (written,) = document((finding, diagnostic(None)))["findings"]
    assert (written["site"], written["frames"], written["help"], written["edits"]) == (None, [], "", [])


def test_a_site_outside_the_working_directory_keeps_its_whole_path() -> None:
    outside = Place("/opt/site/lib.py", 3, 0, 3, 0, "f")
    (written,) = document((Finding("a", "note", "observed", (outside,)), diagnostic(None)))["findings"]
    assert (written["site"]["file"], written["site"]["code"]) == ("/opt/site/lib.py", "")


def test_findings_keep_their_order() -> None:
    findings = [Finding(name, "error", "observed", ()) for name in ("second-alphabetically", "first")]
    written = document(*((finding, diagnostic(None)) for finding in findings))["findings"]
    assert [finding["cause"] for finding in written] == ["second-alphabetically", "first"]


def test_odd_characters_survive_being_saved_and_loaded() -> None:
    sources = SourceFiles({"train.py": "x = '\x1b\ud800損'"})
    where = Place("train.py", 1, 5, 1, 10, "f")
    whole = document((Finding("a", "note", "observed", (where,)), diagnostic(None)), sources=sources)
    assert json.loads(json.dumps(whole)) == whole
    assert whole["findings"][0]["site"]["code"] == "'\x1b\ud800損'"
