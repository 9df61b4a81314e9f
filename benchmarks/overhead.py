"""What recording costs: `python benchmarks/overhead.py [--quick] [--json FILE] [--require transformer=1.12,gru=1.25]`.

`--accelerator` takes the workloads of an accelerator, with the memory there; the others run on the processor.

Every number is a ratio to the plain program, measured in one run with the ways of running taken in turn.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Any

import interleave
import torch
from workloads import WORKLOADS

KEYS = [w.key for w in WORKLOADS]


def requirements(text: str) -> dict[str, float]:
    """`transformer=1.12,gru=1.25` -> the most that whygrad may cost there."""
    found = {}
    for part in text.split(","):
        key, _, limit = part.partition("=")
        if key not in KEYS:
            raise argparse.ArgumentTypeError(f"no workload {key!r}: one of {', '.join(KEYS)}")
        try:
            found[key] = float(limit)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{part!r}: expected {key}=RATIO, such as {key}=1.2") from None
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few seconds for each workload")
    parser.add_argument("--only", type=lambda t: t.split(","), help=f"some of {','.join(KEYS)}")
    parser.add_argument("--accelerator", action="store_true", help="the workloads of an accelerator")
    parser.add_argument("--seconds", type=float, help="time for each workload")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--require", type=requirements, default={}, help="WORKLOAD=RATIO,…: exit 1 where it costs more")
    options = parser.parse_args()
    wanted = options.only or [w.key for w in WORKLOADS if w.on_accelerator == options.accelerator]
    unknown = set(wanted) - set(KEYS)
    if unknown:
        parser.error(f"no workload {', '.join(sorted(unknown))}: one of {', '.join(KEYS)}")
    if options.accelerator and not torch.cuda.is_available():
        print("no accelerator: torch finds none on this machine", file=sys.stderr)
        return 2
    torch.set_num_threads(1)

    seconds = options.seconds or (4 if options.quick else 60 if options.accelerator else 25)
    results: dict[str, Any] = {}
    for workload in WORKLOADS:
        if workload.key not in wanted:
            continue
        if workload.on_accelerator and not torch.cuda.is_available():
            results[workload.key] = {"title": workload.title, "skipped": "no accelerator here"}
            continue
        print(f"{workload.title} …", file=sys.stderr)
        results[workload.key] = interleave.measure(workload, seconds)
        if workload.on_accelerator:
            results[workload.key]["memory"] = interleave.peak_memory(workload)
    show(results)
    report: dict[str, Any] = {"machine": machine(), "workloads": results}
    if options.accelerator:
        show_memory(results)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return check(results, options.require)


def machine() -> dict[str, Any]:
    found = {"torch": str(torch.__version__), "python": platform.python_version(), "cores": os.cpu_count()}
    if torch.cuda.is_available():
        found["accelerator"] = torch.cuda.get_device_name()
    return found


def show(results: dict[str, Any]) -> None:
    print("one step, as a ratio to the plain step; in brackets the middle half of the rounds\n")
    print(f"{'workload':38}{'plain':>9}" + "".join(f"{way:>18}" for way in interleave.WAYS) + f"{'rounds':>8}")
    for result in results.values():
        if "skipped" in result:
            print(f"{result['title']:38}  skipped: {result['skipped']}")
            continue
        cells = ""
        for way in interleave.WAYS:
            if way in result["ratios"]:
                low, high = result["spread"][way]
                cells += f"{result['ratios'][way]:6.2f} ({low:.2f}-{high:.2f})".rjust(18)
            else:
                cells += f"{'-':>18}"
        print(f"{result['title']:38}{result['plain_ms']:6.1f} ms{cells}{result['rounds']:8}")


def show_memory(results: dict[str, Any]) -> None:
    print("\nthe most memory that tensors took on the accelerator, over the first steps\n")
    for result in results.values():
        plain, recorded = (result["memory"][way] for way in ("plain", "whygrad"))
        print(f"{result['title']:38}{plain / 2**20:9.1f} MiB plain{recorded / plain:8.4f} times that recorded")


def check(results: dict[str, Any], limits: dict[str, float]) -> int:
    """0 where every requirement is met; one that was not measured is not met."""
    failed = 0
    for key, limit in limits.items():
        ratio = results.get(key, {}).get("ratios", {}).get("whygrad")
        if ratio is None or ratio > limit:
            failed = 1
            got = "was not measured" if ratio is None else f"costs {ratio:.3f}"
            print(f"not met: {key} {got}, at most {limit:g} is required")
    return failed


if __name__ == "__main__":
    sys.exit(main())
