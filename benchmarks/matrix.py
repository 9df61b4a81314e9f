"""Whether whygrad is right on each torch and Python that it is for: `python benchmarks/matrix.py`, or `make matrix`.

Each pair of a Python and a torch has an environment of its own under `.matrix/`, made when it is first needed: about
5 GB and two minutes. What has run on the same sources is not run again, so an interrupted run goes on where it was.
Prints a table of passed and failed at the end, and exits with 1 where anything has failed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".matrix"
OLDEST, DEFAULT, NEWEST = "2.4.1", "2.13.0", "2.15.0"
NEWEST_FOR_3_10 = "2.14.1"  # the last that has a wheel for Python 3.10
NAMES = {OLDEST: "oldest", DEFAULT: "default", NEWEST: "newest", NEWEST_FOR_3_10: "newest"}
# Each Python with the versions of torch that there are for it; the oldest needs an interpreter of its time.
TORCHES = {
    "3.10": (OLDEST, NEWEST_FOR_3_10),
    "3.11": (OLDEST, DEFAULT, NEWEST),
    "3.12": (OLDEST, NEWEST),
    "3.13": (NEWEST,),
    "3.14": (NEWEST,),
}
TOOLS = ("pytest>=8", "pytest-xdist>=3", "hypothesis>=6", "numpy>=1.26", "expecttest>=0.2", "setuptools>=77")
SUITES = {
    "cases": ("tests/test_cases.py", "tests/test_silent.py"),
    "pages": ("tests/test_cause_pages.py",),
    "patches": ("tests/record/test_patching.py", "tests/test_other_torches.py"),
    "faults": ("tests/test_faults.py",),
    "transparency": (),
}
NAMED = 30  # lines of a log that has failures
NOTHING_SELECTED = 5  # pytest's own status
SOURCES = ("src", "tests", "benchmarks", "examples", "pyproject.toml", "setup.py")
OURS = (".py", ".c", ".h", ".md", ".toml")
COUNTED = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)")
COMPARED = re.compile(r"^(?:operators|programs|generated) +\d+ +(\d+) +\d+ +\d+ +\d+ +(\d+) ", re.MULTILINE)


@dataclass(frozen=True)
class Pair:
    """A Python and a torch."""

    python: str
    torch: str

    @property
    def name(self) -> str:
        return f"py{self.python}-torch{self.torch}"

    @property
    def folder(self) -> Path:
        return CACHE / self.name

    @property
    def interpreter(self) -> Path:
        return self.folder / "bin" / "python"

    def is_meant_by(self, words: list[str]) -> bool:
        known = (f"py{self.python}", f"torch{self.torch}", self.name, NAMES[self.torch])
        return all(word in known for word in words)


@dataclass(frozen=True)
class Result:
    passed: int
    failed: int
    skipped: int
    seconds: float
    sources: str  # what it was run on
    log: str

    def __str__(self) -> str:
        return f"{self.passed} / {self.failed}"


def main() -> int:
    options = _options()
    pairs = [pair for pair in _pairs() if pair.is_meant_by(options.only)]
    if not pairs:
        print(f"no pair is meant by {options.only}; there are: {', '.join(p.name for p in _pairs())}")
        return 2
    sources = _digest() + options.select
    table: dict[Pair, dict[str, Result | str]] = {}
    for pair in pairs:
        problem = _made(pair)
        table[pair] = {suite: problem or _run(pair, suite, sources, options) for suite in options.suites}
        if options.discard:
            shutil.rmtree(pair.folder, ignore_errors=True)
    print("\n".join(_drawn(table, options.suites)))
    return int(any(isinstance(r, str) or r.failed for row in table.values() for r in row.values()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="WORD",
        help="pairs of which all words are true: py3.12, torch2.15.0, oldest, default, newest, or a pair's name",
    )
    parser.add_argument("--suites", nargs="+", choices=SUITES, default=list(SUITES))
    parser.add_argument("--select", default="", metavar="TEXT", help="of each suite only what has TEXT in its name")
    parser.add_argument("--again", action="store_true", help="run also what has run on these sources")
    parser.add_argument("--discard", action="store_true", help="remove each environment when its suites have run")
    parser.add_argument(
        "--jobs", type=int, default=min(2, os.cpu_count() or 1), metavar="N", help="processes at a time"
    )
    return parser.parse_args()


def _pairs() -> list[Pair]:
    """All that this machine has a Python for."""
    return [Pair(python, torch) for python, torches in TORCHES.items() if _python(python) for torch in torches]


def _python(version: str) -> str | None:
    """The interpreter of this version, where there is one that starts."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    there = [
        sys.executable,
        shutil.which(f"python{version}"),
        *map(str, pyenv.glob(f"versions/{version}.*/bin/python")),
    ]
    asking = "import sys; print('{}.{}'.format(*sys.version_info))"
    for found in filter(None, there):
        if subprocess.run([found, "-c", asking], capture_output=True, text=True).stdout.strip() == version:
            return found
    return None


def _made(pair: Pair) -> str:
    """Make the environment of a pair, or bring it up to date; returns why that is not possible."""
    parts = [
        ROOT / "pyproject.toml",
        ROOT / "constraints.txt",
        ROOT / "setup.py",
        *sorted((ROOT / "src").rglob("_hotpath*.[ch]")),
    ]
    wanted = hashlib.sha1(b"".join(part.read_bytes() for part in parts) + repr(TOOLS).encode()).hexdigest()
    ready = pair.folder / ".ready"
    if ready.exists() and ready.read_text() == wanted:
        return ""
    CACHE.mkdir(exist_ok=True)
    print(f"{pair.name}: making its environment", flush=True)
    pip = [pair.interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    steps = [
        [_python(pair.python), "-m", "venv", pair.folder],
        [*pip, f"torch=={pair.torch}"],
        [*pip, "--constraint", ROOT / "constraints.txt", *TOOLS],
        [*pip, "-e", ROOT],
    ]
    with open(CACHE / f"{pair.name}.install.log", "w") as log:
        for step in steps:
            if subprocess.run([str(word) for word in step], stdout=log, stderr=log, cwd=ROOT).returncode:
                return "not installed"
    ready.write_text(wanted)
    return ""


def _run(pair: Pair, suite: str, sources: str, options: argparse.Namespace) -> Result:
    kept = CACHE / f"{pair.name}.{suite}.json"
    if kept.exists() and not options.again:
        before = Result(**json.loads(kept.read_text()))
        if before.sources == sources:
            return before
    print(f"{pair.name}: {suite}", flush=True)
    log = CACHE / f"{pair.name}.{suite}.log"
    begin = time.monotonic()
    with open(log, "w") as file:
        command, whole = _command(pair, suite, options), {**os.environ, "WHYGRAD_WHOLE": "1"}
        status = subprocess.run(command, stdout=file, stderr=file, cwd=ROOT, env=whole).returncode
    passed, failed, skipped = _counts(suite, log.read_text())
    if status and status != NOTHING_SELECTED and not failed:
        failed = 1  # it ended before it could count
    result = Result(passed, failed, skipped, round(time.monotonic() - begin), sources, str(log.relative_to(ROOT)))
    kept.write_text(json.dumps(asdict(result)))
    print(f"{pair.name}: {suite}: {result} in {result.seconds} s, {result.log}", flush=True)
    for line in _failures(suite, log.read_text()) if failed else ():
        print(f"  {line}", flush=True)
    return result


def _command(pair: Pair, suite: str, options: argparse.Namespace) -> list[str]:
    if not SUITES[suite]:
        chosen = ["--only", options.select] if options.select else []
        return [str(pair.interpreter), "benchmarks/transparency.py", "--quick", "--jobs", str(options.jobs), *chosen]
    chosen = ["-k", options.select] if options.select else []
    jobs = ["-n", str(options.jobs)] if options.jobs > 1 else []
    return [str(pair.interpreter), "-m", "pytest", "-q", "-p", "no:cacheprovider", *jobs, *chosen, *SUITES[suite]]


def _counts(suite: str, log: str) -> tuple[int, int, int]:
    """(passed, failed, skipped), as the log of a suite tells."""
    if not SUITES[suite]:
        rows = [(int(tried), int(different)) for tried, different in COMPARED.findall(log)]
        failed = sum(different for _, different in rows)
        return sum(tried for tried, _ in rows) - failed, failed, 0
    last = log.strip().rpartition("\n")[2]
    found = {what.rstrip("s"): int(number) for number, what in COUNTED.findall(last)}
    failed = sum(found.get(what, 0) for what in ("failed", "error", "xpassed"))
    return found.get("passed", 0) + found.get("xfailed", 0), failed, found.get("skipped", 0)


def _failures(suite: str, log: str) -> list[str]:
    """The lines that name what has failed: where the log itself is out of reach, nothing else does."""
    begins = re.compile("FAILED |ERROR " if SUITES[suite] else r"  \S")
    named = [line for line in log.split("\n") if begins.match(line)]
    return [line.strip() for line in named or log.strip().split("\n")][-NAMED:]


def _digest() -> str:
    """Tells whether the sources are the same as at another run."""
    found = hashlib.sha1()
    for source in SOURCES:
        path = ROOT / source
        for file in sorted(f for f in (path.rglob("*") if path.is_dir() else [path]) if f.suffix in OURS):
            found.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return found.hexdigest()


def _drawn(table: dict[Pair, dict[str, Result | str]], suites: list[str]) -> Iterator[str]:
    """A row for each pair, a column for each suite: passed / failed."""
    widths = [max(13, len(suite)) for suite in suites]
    columns = " ".join(f"{suite:>{width}}" for suite, width in zip(suites, widths, strict=True))
    yield f"{'Python':7} {'torch':8} {columns}    (passed / failed)"
    for pair, row in table.items():
        cells = " ".join(f"{row[suite]!s:>{width}}" for suite, width in zip(suites, widths, strict=True))
        yield f"{pair.python:7} {pair.torch:8} {cells}"


if __name__ == "__main__":
    sys.exit(main())
