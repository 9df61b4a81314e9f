"""Whether recording changes anything: `python benchmarks/transparency.py`, or `make transparency`.

Every operator of torch's own test suite, on all its sample inputs, forward and backward, a number of programs, and many
more that are generated, run plainly, as `whygrad run` records, and inside `whygrad.watch()`. Results, gradients,
strides, shared memory, random state, output, warnings and errors are compared to the bit. Exits with 1 where anything
differs.

`--generated N --seed S` tries N generated programs alone, `--without signals` leaves a feature out of them, and
`--of signals` takes no other. One that differs is made small and kept as a file; `--again FILE` compares that.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

SECONDS_FOR_AN_OPERATOR = 600
SECONDS_FOR_A_PROGRAM = 900
FEW = 2  # samples of each kind with --quick
GENERATED, FEW_GENERATED = 2000, 100
SHRUNK = 6  # of the generated programs that differ the first are made small, which takes a while


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="what has TEXT in its name: cuda is all for CUDA")
    parser.add_argument("--quick", action="store_true", help=f"{FEW} samples of each kind, and one dtype")
    parser.add_argument("--skip-operators", action="store_true")
    parser.add_argument("--skip-programs", action="store_true")
    parser.add_argument("--skip-generated", action="store_true")
    parser.add_argument("--generated", type=int, metavar="N", help="so many generated programs, and nothing else")
    parser.add_argument(
        "--seed", type=int, metavar="S", help="of generated programs; a fresh one where it is not given"
    )
    parser.add_argument("--without", action="append", default=[], metavar="FEATURE", help="in no generated program")
    parser.add_argument("--of", action="append", default=[], metavar="FEATURE", help="in generated programs, alone")
    parser.add_argument("--keep", default="build/generated", metavar="FOLDER", help="where those that differ are put")
    parser.add_argument("--whole", action="store_true", help="those that differ are not made small")
    parser.add_argument("--again", metavar="FILE", help="compare a generated program that was kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes at a time")
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    if options.again:
        return _again(options.again)
    alone = options.generated is not None
    columns = ("", "listed", "tried", "identical", "unsteady", "known", "different", "seconds")
    print("{:10} {:>7} {:>7} {:>10} {:>9} {:>6} {:>10} {:>8}".format(*columns))
    failed = False
    for name, skipped, work in (
        ("operators", options.skip_operators or alone, _operators),
        ("programs", options.skip_programs or alone, _programs),
        ("generated", options.skip_generated, _generated),
    ):
        if not skipped:
            counts, troubles, seconds = work(options)
            print("{:10} {:7} {:7} {:10} {:9} {:6} {:10} {:8.0f}".format(name, *counts, seconds), flush=True)
            for line in troubles:
                print(f"  {line}", flush=True)
            failed = failed or bool(troubles)
    print("tried: runs under recording; known: see docs/limits.md, and told by whygrad itself when met")
    print("unsteady: what differs is uninitialised memory, or two plain runs differ too")
    return int(failed)


def _progress(number: int, total: int, name: str, troubles: Sequence[str]) -> None:
    """Where it is, and at once what differs: a whole run takes a while."""
    for trouble in troubles:
        print(f"\r{name}: {trouble}", file=sys.stderr)
    print(f"\r{number} of {total}: {name:60.60}", end="", file=sys.stderr, flush=True)


def _operators(options: Any) -> tuple[list[int], list[str], float]:
    import torch
    from transparent.operators import Tally, operators, try_operator
    from transparent.workers import run_all

    torch.set_num_threads(1)
    begin = time.monotonic()
    chosen = {name: op for name, op in operators().items() if options.only in name}
    most = FEW if options.quick else 0
    tasks = [(n, partial(try_operator, n, op, most, not options.quick)) for n, op in chosen.items()]
    tallies = []
    for number, (name, tally, trouble) in enumerate(run_all(tasks, options.jobs, SECONDS_FOR_AN_OPERATOR), 1):
        tallies.append(tally if tally is not None else Tally(name, trouble=trouble))
        _progress(number, len(tasks), name, [*tallies[-1].different, *filter(None, [trouble])])
    print(file=sys.stderr)
    counts = [len(tallies)]
    counts += [sum(getattr(t, kind) for t in tallies) for kind in ("tried", "identical", "unsteady")]
    counts += [0, sum(len(t.different) for t in tallies)]
    troubles = [f"{t.name}: {len(t.different)} differ; {t.different[0]}" for t in tallies if t.different]
    troubles += [f"{t.name}: not tried to the end: {t.trouble}" for t in tallies if t.trouble]
    return counts, troubles, time.monotonic() - begin


def _programs(options: Any) -> tuple[list[int], list[str], float]:
    from transparent.programs import PROGRAMS, Verdict, compare_program
    from transparent.workers import run_all

    begin = time.monotonic()
    chosen = [name for name in PROGRAMS if options.only in name]
    tasks = [(name, partial(compare_program, name)) for name in chosen]
    verdicts = []
    for number, (name, verdict, trouble) in enumerate(run_all(tasks, options.jobs, SECONDS_FOR_A_PROGRAM), 1):
        verdicts.append((name, verdict or Verdict(different=[f"not tried to the end: {trouble}"])))
        _progress(number, len(tasks), name, verdicts[-1][1].different)
    print(file=sys.stderr)
    counts = [len(verdicts)]
    counts += [sum(getattr(v, kind) for _, v in verdicts) for kind in ("tried", "identical", "unsteady")]
    counts += [sum(len(getattr(v, kind)) for _, v in verdicts) for kind in ("known", "different")]
    for name, verdict in verdicts:
        if verdict.unsteady:
            print(f"unsteady: {name}", file=sys.stderr)
    return counts, [f"{n}: {d}" for n, v in verdicts for d in v.different], time.monotonic() - begin


def _generated(options: Any) -> tuple[list[int], list[str], float]:
    from transparent.generated.comparing import TOGETHER, Found, chosen_features, compare_numbers, fresh_seed
    from transparent.workers import run_all

    begin = time.monotonic()
    number = options.generated if options.generated is not None else FEW_GENERATED if options.quick else GENERATED
    seed = options.seed if options.seed is not None else fresh_seed()
    chosen = chosen_features(options.without, options.of)
    print(f"generated programs: --seed {seed}, of {', '.join(chosen)}", file=sys.stderr)
    parts = [range(first, min(first + TOGETHER, number)) for first in range(0, number, TOGETHER)]
    tasks = [(f"{p.start} to {p.stop - 1}", partial(compare_numbers, p, seed, chosen)) for p in parts]
    counts, troubles = [number, 0, 0, 0, 0, 0], []
    for part, (name, found, trouble) in enumerate(run_all(tasks, options.jobs, SECONDS_FOR_A_PROGRAM), 1):
        found = found or Found()
        counts = [a + b for a, b in zip(counts, _counted(found, trouble), strict=True)]
        told = [
            _kept(*each, options.keep, not options.whole and len(troubles) + n < SHRUNK)
            for n, each in enumerate(found.different)
        ]
        troubles += [*told, *filter(None, [trouble and f"programs {name}: {trouble}"])]
        _progress(part, len(tasks), name, [*told, *(f"unsteady: {each}" for each in found.unsteady)])
    print(file=sys.stderr)
    return counts, troubles, time.monotonic() - begin


def _counted(found: Any, trouble: str) -> list[int]:
    return [0, found.tried, found.identical, len(found.unsteady), 0, len(found.different) + bool(trouble)]


def _kept(program: Any, way: str, what: str, folder: str, is_shrunk: bool) -> str:
    from transparent.generated.shrinking import keep, shrink

    if is_shrunk:
        program, what = shrink(program, way, what)
    return f"{keep(program, way, what, Path(folder))}: {way}: {what}"


def _again(file: str) -> int:
    from transparent.generated.comparing import observe
    from transparent.observe import difference
    from transparent.recording import WAYS

    plain, *others = (observe([os.path.abspath(file)], way)[0] for way in WAYS)
    found = [difference(plain, other) for other in others]
    for way, what in zip(WAYS[1:], found, strict=True):
        print(f"{way}: {what or 'the same'}")
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
