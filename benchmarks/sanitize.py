"""Do the address and undefined-behaviour sanitizers find anything in the C part? `make sanitize`.

A copy of the package is built with them in `build/sanitized`, where tuples of places are kept in one slot alone, so
that each takes the place of another. It runs by itself, then its tests and those of interruptions, then generated
programs. A finding of a sanitizer ends the process that shows it, whosever child that is, and is written to a file.
Whether a generated program differs when it is recorded is for `make transparency` to judge; here it is only told.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "build" / "sanitized"
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1 -DKNOWN=1"
FINDINGS = BUILT / "findings"
TESTS = ("tests/record/test_hotpath.py", "tests/record/test_handing_over.py", "tests/test_interruptions.py")
GENERATED = ("benchmarks/transparency.py", "--generated")


def build() -> None:
    shutil.rmtree(BUILT, ignore_errors=True)
    shutil.copytree(ROOT / "src", BUILT / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, BUILT)
    environment = {**os.environ, "CFLAGS": FLAGS, "LDFLAGS": "-fsanitize=address,undefined"}
    subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=BUILT, env=environment, check=True)


def library(name: str) -> str:
    compiler = os.environ.get("CC", "gcc")
    return subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True).stdout.strip()


def environment() -> dict[str, str]:
    """The sanitizers come first in the process; what Python and torch leave behind at the end is not ours to find."""
    return {
        **os.environ,
        "LD_PRELOAD": " ".join(map(library, ("libasan.so", "libubsan.so", "libstdc++.so"))),
        "ASAN_OPTIONS": f"detect_leaks=0:allocator_may_return_null=1:log_path={FINDINGS}/address",
        "UBSAN_OPTIONS": f"print_stacktrace=1:log_path={FINDINGS}/undefined",
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": str(BUILT / "src"),
        "OMP_NUM_THREADS": "1",
    }


def commands(generated: int) -> list[list[str]]:
    found = [
        [sys.executable, "tests/c_part/alone.py", str(BUILT / "src" / "whygrad" / "record" / "hotpath")],
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS],
    ]
    if generated:
        kept = str(BUILT / "differing")
        found.append([sys.executable, *GENERATED, str(generated), "--whole", "--keep", kept])
    return found


def run(command: list[str]) -> bool:
    """Run one of the commands and tell how it ended; was anything found?"""
    shutil.rmtree(FINDINGS, ignore_errors=True)
    FINDINGS.mkdir()
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True)
    found = "".join(file.read_text(errors="replace") for file in sorted(FINDINGS.iterdir()))
    is_comparison = command[1 : 1 + len(GENERATED)] == [*GENERATED]
    is_clean = not found and (done.returncode == 0 or (is_comparison and done.returncode == 1))
    print(f"{'clean' if is_clean else 'NOT CLEAN'}: {' '.join(command[1:])}", flush=True)
    if is_comparison or not is_clean:
        print((done.stdout + done.stderr)[-4_000:], found[:8_000], sep="\n", flush=True)
    return not is_clean


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the C part with sanitizers.")
    parser.add_argument("--generated", type=int, default=60, metavar="N", help="so many generated programs")
    parser.add_argument("--alone", action="store_true", help="the C part by itself, without torch")
    options = parser.parse_args()
    build()
    found = [run(command) for command in commands(options.generated)[: 1 if options.alone else None]]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
