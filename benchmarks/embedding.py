"""Ten rows of an embedding are trained: what that needs, beside PEFT's `trainable_token_indices` and training all rows.

`python benchmarks/embedding.py [--steps N] [--tokens N] [--json FILE]`. PEFT is optional: `pip install peft`.
Memory is measured in a process for each way; times are taken in turn in one process, and told as ratios.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

import whygrad

WORDS, SIZE, ROWS = 50_000, 768, list(range(100, 110))
WAYS = ["all rows", "constants by hand", "whygrad", "PEFT"]


class Classifier(nn.Module):
    """An embedding under a frozen head."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, SIZE)
        self.head = nn.Linear(SIZE, 10)
        self.head.requires_grad_(False)

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.head(self.words(words).mean(1))
        return result


class ByHand(nn.Module):
    """The ten rows are a parameter and the others constants, put together in every step."""

    def __init__(self, model: Classifier) -> None:
        super().__init__()
        self.rest, self.head = model.words.weight.detach(), model.head
        self.rows, self.part = torch.tensor(ROWS), nn.Parameter(model.words.weight.detach()[ROWS])

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        whole = self.rest.index_copy(0, self.rows, self.part)
        result: torch.Tensor = self.head(F.embedding(words, whole).mean(1))
        return result


def model_of(way: str) -> nn.Module:
    torch.manual_seed(0)
    model = Classifier()
    if way == "constants by hand":
        return ByHand(model)
    if way == "whygrad":
        whygrad.enable(model, "words.weight", rows=ROWS)
    if way == "PEFT":
        from peft import TrainableTokensConfig, get_peft_model

        config = TrainableTokensConfig(token_indices=ROWS, target_modules=["words"])
        adapted: nn.Module = get_peft_model(model, config)
        return adapted
    return model


class Training:
    """One way of training, step by step."""

    def __init__(self, way: str, tokens: int) -> None:
        self.model = model_of(way)
        self.learning = [parameter for parameter in self.model.parameters() if parameter.requires_grad]
        self.optimizer = torch.optim.AdamW(self.learning, lr=0.01)
        generator = torch.Generator().manual_seed(1)
        self.words = torch.randint(0, WORDS, (tokens // 128, 128), generator=generator)
        self.words[:, ::4] = torch.tensor(ROWS)[torch.randint(0, 10, self.words[:, ::4].shape, generator=generator)]
        self.target = torch.randint(0, 10, (len(self.words),), generator=generator)

    def step(self) -> float:
        self.optimizer.zero_grad()
        loss = F.cross_entropy(self.model(self.words), self.target)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def held(self) -> dict[str, int]:
        """Bytes that stay between steps, beside the model."""
        states = [v for state in self.optimizer.state.values() for v in state.values() if torch.is_tensor(v)]
        gradients = [parameter.grad for parameter in self.learning if parameter.grad is not None]
        return {"state": sum(v.nbytes for v in states), "gradient": sum(g.nbytes for g in gradients)}


def resident(key: str) -> int:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith(key))


def measure_alone(way: str, steps: int, tokens: int) -> dict[str, Any]:
    """In a process of its own: losses, what is held, and the highest memory above that of the model."""
    torch.set_num_threads(1)
    training = Training(way, tokens)
    Path("/proc/self/clear_refs").write_text("5")  # the highest mark starts from here
    before = resident("VmRSS")
    losses = [training.step() for _ in range(steps)]
    return {"losses": losses, "peak": resident("VmHWM") - before, **training.held()}


def measure_times(ways: list[str], tokens: int, rounds: int = 15) -> dict[str, float]:
    """Each way's step as a ratio to the step by hand, medians over rounds in which all take their turn."""
    trainings = {way: Training(way, tokens) for way in ways}
    ratios: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(rounds + 2):
        times = {way: timed(training.step) for way, training in trainings.items()}
        if number >= 2:
            for way in ways:
                ratios[way].append(times[way] / times["constants by hand"])
    return {way: statistics.median(values) for way, values in ratios.items()}


def timed(step: Callable[[], float]) -> float:
    start = time.process_time()
    step()
    return time.process_time() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--tokens", type=int, default=2048, help="in a batch, a multiple of 128")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--alone", choices=WAYS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        print(json.dumps(measure_alone(options.alone, options.steps, options.tokens)))
        return 0
    ways = WAYS
    if importlib.util.find_spec("peft") is None:
        print("PEFT is not installed, so it is not measured: pip install peft", file=sys.stderr)
        ways = WAYS[:-1]
    torch.set_num_threads(1)
    results = {way: in_a_process(way, options) for way in ways}
    for way, ratio in measure_times(ways, options.tokens).items():
        results[way]["time"] = ratio
    show(results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return check(results)


def in_a_process(way: str, options: argparse.Namespace) -> dict[str, Any]:
    command = [sys.executable, __file__, "--alone", way, "--steps", str(options.steps), "--tokens", str(options.tokens)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return dict(json.loads(done.stdout))


def show(results: dict[str, dict[str, Any]]) -> None:
    plain, curve = results["all rows"], results["constants by hand"]["losses"]
    print(f"{len(ROWS)} rows of {WORDS:,} x {SIZE}, AdamW; times are ratios to the step by hand")
    columns = (
        f"{'state':>10} {'of plain':>9} {'gradient':>10} {'peak':>10} {'time':>6} {'last loss':>10} {'differs by':>11}"
    )
    print(f"{'way':18} {columns}")
    for way, found in results.items():
        apart = max(abs(a - b) for a, b in zip(found["losses"], curve, strict=True))
        print(
            f"{way:18} {mib(found['state'])} {found['state'] / plain['state']:9.3%} {mib(found['gradient'])}"
            f" {mib(found['peak'])} {found['time']:6.2f} {found['losses'][-1]:10.6f} {apart:11.1e}"
        )


def mib(count: int) -> str:
    return f"{count / 2**20:6.2f} MiB"


def check(results: dict[str, dict[str, Any]]) -> int:
    """1 where whygrad needs 1 % of the plain state, or differs from PEFT's curve, or needs more memory than PEFT."""
    ours, peft = results["whygrad"], results.get("PEFT")
    wrong = []
    if ours["state"] >= 0.01 * results["all rows"]["state"]:
        wrong.append("the optimizer's state is not below 1 % of the plain one")
    if peft and max(abs(a - b) for a, b in zip(ours["losses"], peft["losses"], strict=True)) > 1e-5:
        wrong.append("the losses differ from PEFT's by more than rounding")
    if peft and any(ours[key] > peft[key] for key in ("state", "gradient", "peak")):
        wrong.append("more memory than PEFT")
    for sentence in wrong:
        print(f"FAILED: {sentence}", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
