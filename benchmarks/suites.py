"""Test suites of other libraries, plainly and under `whygrad run`: `python benchmarks/suites.py`, or `make suites`.

Each library is taken from PyPI with its tests, into `.suites/`, and runs on the torch that is installed here. Every
test must end as it does plainly; how much longer it takes is told. Exits with 1 where a test ends otherwise, twice,
and where none passes plainly. What cannot be collected plainly is told; what cannot in either run compares nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import suite_report

ROOT = Path(__file__).parent.parent
CACHE = ROOT / ".suites"
PACKAGES, SOURCES = CACHE / "packages", CACHE / "sources"
SLOWEST = 5
UNCOLLECTED = suite_report.UNCOLLECTED
LEAST = 0.2  # seconds more that a test takes, from which on it is told

Outcomes = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Suite:
    """A library, the version whose tests pass on our torch, what it needs beside torch, and where its tests are."""

    version: str
    needs: tuple[str, ...]
    tests: str
    options: tuple[str, ...] = ()


COMMON = ("scipy", "mpmath", "jaxtyping", "wadler-lindig", "joblib", "threadpoolctl", "scikit-learn")
SUITES = {
    "linear_operator": Suite("0.6.1", COMMON, "test"),
    "gpytorch": Suite("1.15.2", (*COMMON, "linear_operator==0.6.1"), "test"),
    "e3nn": Suite("0.6.0", ("sympy", "mpmath", "scipy", "opt_einsum", "opt_einsum_fx"), "tests"),
}


@dataclass
class Compared:
    """Two runs of one suite."""

    tests: int = 0
    same: int = 0
    unsteady: int = 0
    passed: int = 0  # plainly
    uncollected: list[str] = field(default_factory=list)
    different: list[str] = field(default_factory=list)
    plain: float = 0.0  # seconds of the processor
    recorded: float = 0.0
    slowest: list[str] = field(default_factory=list)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SUITES)}; all where none is given")
    parser.add_argument("--tests", nargs="*", default=[], metavar="PATH", help="these files or folders of tests alone")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in SUITES]
    if unknown:
        parser.error(f"no such suite: {', '.join(unknown)}")
    columns = ("", "tests", "same", "unsteady", "different", "plain s", "recorded s", "ratio")
    print("{:16} {:>6} {:>6} {:>9} {:>10} {:>9} {:>11} {:>6}".format(*columns))
    failed = False
    for name in options.names or SUITES:
        found = compare(name, options.tests)
        numbers = found.tests, found.same, found.unsteady, len(found.different), found.plain, found.recorded
        ratio = found.recorded / found.plain if found.plain else 0.0
        print("{:16} {:6} {:6} {:9} {:10} {:9.1f} {:11.1f} {:6.2f}".format(name, *numbers, ratio), flush=True)
        for line in [*found.uncollected, *found.different, *found.slowest]:
            print(f"  {line}")
        failed = failed or is_failed(found)
    return int(failed)


def is_failed(found: Compared) -> bool:
    """Two runs of which none tests anything are equal too, and say nothing."""
    return bool(found.different) or not found.passed


def compare(name: str, tests: list[str]) -> Compared:
    folder = _prepared(name)
    chosen = tests or [SUITES[name].tests]
    plain, recorded = (_run(name, folder, chosen, way) for way in ("plain", "recorded"))
    found, doubtful = _compared(plain, recorded)
    if doubtful:
        again = {way: _run(name, folder, [t for t in doubtful if t], f"{way} again") for way in ("plain", "recorded")}
        for test in doubtful:
            _judge(test, plain, recorded, again, found)
    found.slowest = _slowest(plain, recorded)
    return found


def _compared(plain: Outcomes, recorded: Outcomes) -> tuple[Compared, list[str]]:
    """The counts, and the tests that end otherwise where they are recorded."""
    ends = [(test, _end(plain, test), _end(recorded, test)) for test in plain | recorded]
    tests = [end for end in ends if end[1:] != (UNCOLLECTED, UNCOLLECTED)]
    doubtful = [test for test, plainly, otherwise in tests if plainly != otherwise]
    found = Compared(len(tests), len(tests) - len(doubtful), plain=_seconds(plain), recorded=_seconds(recorded))
    found.passed = sum(plainly == "passed" for _, plainly, _ in tests)
    found.uncollected = [f"{test}: {UNCOLLECTED} plainly" for test, plainly, _ in ends if plainly == UNCOLLECTED]
    return found, doubtful


def _judge(test: str, plain: Outcomes, recorded: Outcomes, again: dict[str, Outcomes], found: Compared) -> None:
    """One that ends differently each time, or differs only once, is no reliable witness."""
    steady = _end(plain, test) == _end(again["plain"], test) and _end(recorded, test) == _end(again["recorded"], test)
    if not steady:
        found.unsteady += 1
        return
    message = recorded.get(test, {}).get("message", "").replace("\n", " ")
    found.different.append(f"{test}: {_end(plain, test)} became {_end(recorded, test)}: {message}")


def _end(outcomes: Outcomes, test: str) -> str:
    return str(outcomes.get(test, {}).get("outcome", "not run"))


def _seconds(outcomes: Outcomes) -> float:
    return sum(outcome.get("seconds", 0.0) for outcome in outcomes.values())


def _slowest(plain: Outcomes, recorded: Outcomes) -> list[str]:
    """The tests that take the most time more, where that is any to speak of."""
    both = {
        test: (plain[test].get("seconds", 0.0), recorded[test].get("seconds", 0.0))
        for test in plain.keys() & recorded.keys()
    }
    most = sorted(both, key=lambda test: both[test][0] - both[test][1])[:SLOWEST]
    return [f"{t}: {both[t][0]:.2f} s became {both[t][1]:.2f} s" for t in most if both[t][1] - both[t][0] > LEAST]


def _prepared(name: str) -> Path:
    """The folder of the library's source, with its tests; what it needs is beside, and torch is left as it is."""
    suite = SUITES[name]
    folder = SOURCES / f"{name}-{suite.version}"
    if not folder.exists():
        source = f"{name}=={suite.version}"
        _pip("download", "--no-deps", "--no-binary", name, "--dest", str(SOURCES), source)
        with tarfile.open(next(SOURCES.glob(f"{folder.name}.tar.gz"))) as archive:
            archive.extractall(SOURCES, filter="data")
        _pip("install", "--no-deps", "--upgrade", "--target", str(PACKAGES), source, *suite.needs)
    return folder


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def _run(name: str, folder: Path, tests: list[str], way: str) -> Outcomes:
    """Run pytest in a process of its own; what it printed is kept beside the report."""
    report = CACHE / f"{name}-{way.replace(' ', '-')}.json"
    report.unlink(missing_ok=True)
    command = ["-m", "whygrad", "run", "-m", "pytest"] if way.startswith("recorded") else ["-m", "pytest"]
    own = folder / "pyproject.toml"  # pytest would find ours above it
    pytest_options = ["-c", str(own) if own.exists() else os.devnull, "--rootdir", str(folder)]
    pytest_options += ["-q", "-p", "no:cacheprovider", "-p", suite_report.__name__, *SUITES[name].options]
    path = os.pathsep.join(map(str, (PACKAGES, Path(__file__).parent, ROOT / "src")))
    environment = {**os.environ, "PYTHONPATH": path, suite_report.FILE: str(report), "OMP_NUM_THREADS": "1"}
    print(f"{name}: {way}", file=sys.stderr, flush=True)
    with open(report.with_suffix(".txt"), "w") as out:
        subprocess.run(
            [sys.executable, *command, *pytest_options, *tests],
            cwd=folder,
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
        )
    outcomes: Outcomes = json.loads(report.read_text()) if report.exists() else {}
    return outcomes


if __name__ == "__main__":
    sys.exit(main())
