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
from rich.console import Console
from rich.table import Table
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
    parser.add_argument("--quick", action="store_true", help="a few seconds a workload, and a short memory run")
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
    console, notes = Console(stderr=True), Console()
    results: dict[str, Any] = {}
    for workload in WORKLOADS:
        if workload.key not in options.only:
            continue
        if workload.on_accelerator and not torch.cuda.is_available():
            results[workload.key] = {"title": workload.title, "skipped": "no accelerator here"}
            continue
        with console.status(f"{workload.title} …"):
            results[workload.key] = interleave.measure(workload, seconds)
    show(results, notes)
    report: dict[str, Any] = {"machine": machine(), "workloads": results}
    if not options.no_memory:
        with console.status("memory of a long run …"):
            report["memory"] = memory.measure(400 if options.quick else 2000)
        show_memory(report["memory"], notes)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return check(results, options.require, notes)


def machine() -> dict[str, Any]:
    found = {"torch": str(torch.__version__), "python": platform.python_version(), "cores": os.cpu_count()}
    if torch.cuda.is_available():
        found["accelerator"] = torch.cuda.get_device_name()
    return found


def show(results: dict[str, Any], console: Console) -> None:
    table = Table(title="one step, as a ratio to the plain step (in brackets: middle half of the rounds)")
    table.add_column("workload", no_wrap=True)
    table.add_column("plain", justify="right")
    for way in interleave.WAYS:
        table.add_column(way, justify="right", no_wrap=True)
    for result in results.values():
        if "skipped" in result:
            table.add_row(result["title"], f"[dim]skipped: {result['skipped']}")
            continue
        cells = []
        for way in interleave.WAYS:
            if way not in result["ratios"]:
                cells.append("-")
                continue
            low, high = result["spread"][way]
            cells.append(f"{result['ratios'][way]:.2f} [dim]({low:.2f}-{high:.2f})")
        table.add_row(result["title"], f"{result['plain_ms']:.1f} ms", *cells)
    console.print(table)


def show_memory(result: dict[str, Any], console: Console) -> None:
    plain, recorded = result["plain"], result["whygrad"]
    console.print(
        f"memory, {result['steps']} steps with an EMA and {recorded['logged_tensors']} logged losses kept: "
        f"peak RSS {recorded['peak_rss_mib']:.0f} MiB (plain {plain['peak_rss_mib']:.0f}); "
        f"Origins: {recorded['origins']} at the end, {recorded['peak_origins']} at most, "
        f"{recorded['origins_per_step']:+.2f} a step (1 is the logged loss itself); "
        f"resident {recorded['bytes_per_step']:+.0f} bytes a step (plain {plain['bytes_per_step']:+.0f})",
        highlight=False,
    )


def check(results: dict[str, Any], limits: dict[str, float], console: Console) -> int:
    """0 where every requirement is met; one that was not measured is not met."""
    failed = 0
    for key, limit in limits.items():
        ratio = results.get(key, {}).get("ratios", {}).get("whygrad")
        if ratio is None or ratio > limit:
            failed = 1
            got = "was not measured" if ratio is None else f"costs {ratio:.3f}"
            console.print(f"[red]not met:[/] {key} {got}, at most {limit:g} is required", highlight=False)
    return failed


if __name__ == "__main__":
    sys.exit(main())
