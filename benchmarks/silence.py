"""Whether whygrad keeps silent about healthy trainings, and changes nothing: `python benchmarks/silence.py`.

Each training of the zoo runs plainly and under `whygrad run`, and is shown with what whygrad said about it, beside the
parameters that required a gradient and got None or only zeros in every step, as plain torch saw it. Exits with 1 where
an error or a warning was given, where a result changed, or where something could not be measured.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zoo import TRAININGS

PROGRAM = Path(__file__).with_name("train_one.py")
SECONDS = 180  # for one training, of which most is the import of transformers
BYTES = 8 * 2**30  # of address space for one process: one that runs wild should not take the machine with it
TOGETHER = 12  # plain trainings in one process
ENVIRONMENT = {
    **os.environ,
    "OMP_NUM_THREADS": "1",
    "HF_HUB_OFFLINE": "1",  # nothing is to be loaded; where a model tries, it shall fail at once
    "PYTHONWARNINGS": "ignore",
}


@dataclass
class Outcome:
    """What became of one training: plainly, and watched."""

    name: str
    plain: dict[str, Any] = field(default_factory=dict)
    watched: dict[str, Any] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)
    unsteady: bool = False  # two plain runs differ, so that nothing can be said of a third

    @property
    def alarms(self) -> list[dict[str, Any]]:
        return [f for f in self.report.get("findings", ()) if f["severity"] in ("error", "warning")]

    @property
    def changed(self) -> bool:
        return bool(self.watched) and not self.unsteady and differ(self.watched, self.plain)

    @property
    def bad(self) -> bool:
        return bool(self.alarms or self.troubles or self.changed)

    def idle(self) -> list[str]:
        return [*self.plain.get("none", ()), *self.plain.get("zero", ())]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="the trainings with TEXT in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write everything to FILE")
    options = parser.parse_args()
    outcomes = [Outcome(name) for name in TRAININGS if options.only.lower() in name.lower()]
    if not outcomes:
        parser.error(f"no training has {options.only!r} in its name")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        groups = [outcomes[start : start + TOGETHER] for start in range(0, len(outcomes), TOGETHER)]
        for number, _ in enumerate(pool.map(lambda group: run_plainly(group, Path(folder)), groups), 1):
            progress("plain", min(number * TOGETHER, len(outcomes)), len(outcomes))
        runnable = [outcome for outcome in outcomes if outcome.plain and not outcome.troubles]
        for number, _ in enumerate(pool.map(lambda outcome: run_watched(outcome, Path(folder)), runnable), 1):
            progress("watched", number, len(runnable))
    print(file=sys.stderr)
    show(outcomes)
    if options.json:
        options.json.write_text(json.dumps([vars(outcome) for outcome in outcomes], indent=1) + "\n", encoding="utf-8")
    return int(any(outcome.bad for outcome in outcomes))


def progress(what: str, done: int, of: int) -> None:
    print(f"\r{what}: {done} of {of}   ", end="", file=sys.stderr, flush=True)


def run_plainly(group: list[Outcome], folder: Path) -> None:
    """All of a group in one process; those that it did not reach, because it died, one by one."""
    plain_results(group, folder)
    for outcome in group:
        if not outcome.plain:
            plain_results([outcome], folder)
        if "error" in outcome.plain:
            outcome.troubles.append(f"fails plainly: {outcome.plain['error']}")
        elif not outcome.plain:
            outcome.troubles.append("fails plainly: its process ended, or took too long")


def plain_results(group: list[Outcome], folder: Path) -> None:
    file = folder / f"{group[0].name}-{len(group)}.plain"
    file.unlink(missing_ok=True)
    names = [outcome.name for outcome in group]
    run_program([sys.executable, str(PROGRAM), "--idle", "--results", str(file), *names], SECONDS)
    results = read_results(file)
    for outcome in group:
        outcome.plain = results.get(outcome.name, {})


def run_watched(outcome: Outcome, folder: Path) -> None:
    file, report = folder / f"{outcome.name}.watched", folder / f"{outcome.name}.json"
    program = [str(PROGRAM), "--results", str(file), outcome.name]
    status, errors = run_program([sys.executable, "-m", "whygrad", "run", "--json", str(report), *program], SECONDS)
    outcome.watched = read_results(file).get(outcome.name, {})
    try:
        outcome.report = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        outcome.troubles.append("whygrad wrote no report")
    if status != 0 or not outcome.watched:
        outcome.troubles.append(f"fails under whygrad, status {status}: {last_line(errors)}")
    # An internal error is such a line too.
    outcome.troubles += [line for line in errors.splitlines() if line.startswith("whygrad: ")]
    if outcome.changed:
        # Alone, as the watched one was: a neighbour in the process may have made the difference.
        plain_results([outcome], folder)
        first = outcome.plain
        plain_results([outcome], folder)
        outcome.unsteady = differ(first, outcome.plain)


def differ(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return any(one.get(key) != other.get(key) for key in ("losses", "digest"))


def run_program(command: list[str], seconds: int) -> tuple[int | None, str]:
    """Exit status, or None where time ran out, and stderr."""
    try:
        done = subprocess.run(
            command,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=seconds,
            preexec_fn=limit_memory,
        )
    except subprocess.TimeoutExpired as error:
        written = error.stderr or ""
        return None, written if isinstance(written, str) else written.decode(errors="replace")
    return done.returncode, done.stderr


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def read_results(file: Path) -> dict[str, dict[str, Any]]:
    """The lines that were written, also where the last one was cut short."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            result = json.loads(line)
        except ValueError:
            continue
        found[result["name"]] = result
    return found


def last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "nothing on stderr"


def show(outcomes: list[Outcome]) -> None:
    width = max(len(outcome.name) for outcome in outcomes) + 2
    print(f"{'training':{width}}{'parameters':>11}{'plain':>7}{'steps':>6}{'same':>6}{'alarms':>7}{'idle':>6}")
    for outcome in outcomes:
        plain = outcome.plain
        same = "-" if not outcome.watched else "no" if outcome.changed else "?" if outcome.unsteady else "yes"
        print(
            f"{outcome.name:{width}}{plain.get('parameters', 0):11}{'ok' if 'losses' in plain else 'fails':>7}"
            f"{plain.get('steps', 0):6}{same:>6}{len(outcome.alarms):7}{len(outcome.idle()):6}"
        )
        for line in details(outcome):
            print(f"    {line}")
    alarms = sum(len(outcome.alarms) for outcome in outcomes)
    print(
        f"\n{len(outcomes)} trainings of {len({o.name.split('+')[0] for o in outcomes})} classes: "
        f"{sum('losses' in o.plain for o in outcomes)} run plainly, {sum(bool(o.watched) for o in outcomes)} watched, "
        f"{sum(o.changed for o in outcomes)} changed, {sum(o.unsteady for o in outcomes)} that differ from themselves, "
        f"{sum(bool(o.troubles) for o in outcomes)} with troubles, "
        f"{alarms} alarms in {sum(bool(o.alarms) for o in outcomes)}, "
        f"{sum(bool(o.idle()) for o in outcomes)} with idle parameters"
    )


def details(outcome: Outcome) -> list[str]:
    lines = [f"trouble: {trouble}" for trouble in outcome.troubles]
    lines += [f"{f['severity']}[{f['cause']}]: {f['message']} ({judged(f, outcome)})" for f in outcome.alarms]
    for kind, words in (("none", "no gradient"), ("zero", "only zeros")):
        names = outcome.plain.get(kind, ())
        if names:
            lines.append(f"{words}: {', '.join(names[:4])}" + (f" and {len(names) - 4} more" if len(names) > 4 else ""))
    return lines


def judged(finding: dict[str, Any], outcome: Outcome) -> str:
    """How many of the parameters that an alarm names were idle in truth."""
    # An alarm may name a parameter by the variable that holds the model, `model.lm_head.weight`.
    idle = sum(any(lost == name or lost.endswith(f".{name}") for name in outcome.idle()) for lost in finding["lost"])
    return f"names {len(finding['lost'])}, of which {idle} are idle"


if __name__ == "__main__":
    sys.exit(main())
