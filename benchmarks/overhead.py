"""What recording costs: `python benchmarks/overhead.py [--quick] [--json FILE] [--require transformer=1.12,gru=1.25]`.

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
import memory
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
    parser.add_argument("--only", type=lambda t: t.split(","), default=KEYS, help=f"some of {','.join(KEYS)}")
    parser.add_argument("--seconds", type=float, help="time for each workload")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--require", type=requirements, default={}, help="WORKLOAD=RATIO,…: exit 1 where it costs more")
    parser.add_argument("--no-memory", action="store_true")
    options = parser.parse_args()
    unknown = set(options.only) - set(KEYS)
    if unknown:
        parser.error(f"no workload {', '.join(sorted(unknown))}: one of {', '.join(KEYS)}")
    torch.set_num_threads(1)

    seconds = options.seconds or (4 if options.quick else 25)
    results: dict[str, Any] = {}
    for workload in WORKLOADS:
        if workload.key not in options.only:
            continue
        if workload.on_accelerator and not torch.cuda.is_available():
            results[workload.key] = {"title": workload.title, "skipped": "no accelerator here"}
            continue
        print(f"{workload.title} …", file=sys.stderr)
        results[workload.key] = interleave.measure(workload, seconds)
    show(results)
    report: dict[str, Any] = {"machine": machine(), "workloads": results}
    if not options.no_memory:
        report["memory"] = memory.measure(2000)
        show_memory(report["memory"])
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


def show_memory(result: dict[str, Any]) -> None:
    print(f"\n{result['steps']} steps with an EMA, and as many logged losses kept in a list\n")
    print(f"{'':16}{'peak RSS':>12}{'RSS a step':>14}{'Origins at most':>18}{'beyond living tensors':>24}{'a step':>9}")
    for name in ("plain", *memory.KEEP):
        row = result[name]
        cells = (
            f"{row['peak_origins']:18}{row['origins']:24}{row['origins_per_step']:+9.3f}" if row["peak_origins"] else ""
        )
        print(f"{name:16}{row['peak_rss_mib']:8.0f} MiB{row['bytes_per_step']:+12.0f} B{cells}")


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
