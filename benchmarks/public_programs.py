"""Whether whygrad keeps silent about healthy programs of the public, rewritten small: `benchmarks/public_programs.py`.

Each file of `benchmarks/public/` runs plainly and under `whygrad run`. Its output must be the same, and nothing but
notes may be said. One whose library is not installed is shown as such. Exits with 1 where an error or a warning was
given, where the output changed, or where a program failed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = Path(__file__).with_name("public")
SECONDS = 300  # for one run of one program
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "PYTHONWARNINGS": "ignore"}
ABSENT = ("ModuleNotFoundError", "ImportError")


@dataclass
class Outcome:
    """What became of one program."""

    name: str
    absent: str = ""  # why it cannot run here
    troubles: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    notes: int = 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="the programs with TEXT in their name")
    options = parser.parse_args()
    files = [file for file in sorted(PROGRAMS.glob("*.py")) if options.only.lower() in file.stem]
    outcomes = []
    for file in files:
        outcomes.append(outcome_of(file))
        show(outcomes[-1])
    ran = [o for o in outcomes if not o.absent]
    print(
        f"\n{len(outcomes)} programs: {len(ran)} ran, {len(outcomes) - len(ran)} whose library is missing here, "
        f"{sum(bool(o.troubles) for o in ran)} with troubles, {sum(len(o.alarms) for o in ran)} alarms in "
        f"{sum(bool(o.alarms) for o in ran)}, {sum(o.notes for o in ran)} notes in {sum(bool(o.notes) for o in ran)}"
    )
    return int(any(o.troubles or o.alarms for o in ran))


def outcome_of(file: Path) -> Outcome:
    found = Outcome(file.stem)
    status, plain, errors = run([sys.executable, str(file)])
    if status != 0:
        last = (errors.strip().splitlines() or ["nothing on stderr"])[-1]
        if last.startswith(ABSENT):
            found.absent = last
        else:
            found.troubles.append(f"fails plainly: {last}")
        return found
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "whygrad", "run", "--json", str(report), str(file)]
        status, watched, errors = run(command)
        findings = json.loads(report.read_text(encoding="utf-8"))["findings"] if report.exists() else []
    if status != 0:
        found.troubles.append(f"fails under whygrad, status {status}")
    elif watched != plain:
        found.troubles.append("prints something else under whygrad")
    found.troubles += [line for line in errors.splitlines() if line.startswith("whygrad: ")]
    for finding in findings:
        if finding["severity"] == "note":
            found.notes += 1
        else:
            found.alarms.append(f"{finding['severity']}[{finding['cause']}]: {finding['message']}")
    return found


def run(command: list[str]) -> tuple[int | None, str, str]:
    """Exit status, or None where time ran out, and what was printed."""
    try:
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, "", ""
    return done.returncode, done.stdout, done.stderr


def show(outcome: Outcome) -> None:
    said = outcome.absent or ("silent" if not (outcome.alarms or outcome.troubles) else "NOT SILENT")
    print(f"{outcome.name:28}{said}" + (f", {outcome.notes} notes" if outcome.notes else ""), flush=True)
    for line in (*outcome.troubles, *outcome.alarms):
        print(f"    {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
