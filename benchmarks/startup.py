"""What `whygrad run` adds to the start of a program, over `python` itself: measured in turns within one run.

python benchmarks/startup.py [ROUNDS]
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = {"an empty program": "", "import torch": "import torch\n"}
TARGET = 0.3  # seconds


def seconds(command: list[str], compiled: Path) -> float:
    """Of the processor, which others on the machine do not stretch; compiled already, as what is installed is."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print(f"{'program':<18} {'python':>8} {'whygrad run':>12} {'added':>8}   of {rounds} rounds, medians in seconds")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in PROGRAMS.items():
            program, compiled = Path(folder) / "program.py", Path(folder) / "compiled"
            program.write_text(text)
            ways = [[sys.executable, str(program)], [sys.executable, "-m", "whygrad", "run", str(program)]]
            for way in ways:
                seconds(way, compiled)  # it is compiled, and the files are in the system's cache from here on
            taken = [[seconds(way, compiled) for way in ways] for _ in range(rounds)]
            plain, watched = (statistics.median(column) for column in zip(*taken, strict=True))
            added = statistics.median(with_us - without for without, with_us in taken)
            told = "" if added <= TARGET else f"   over {TARGET}"
            print(f"{name:<18} {plain:>8.3f} {watched:>12.3f} {added:>8.3f}{told}")


if __name__ == "__main__":
    main()
