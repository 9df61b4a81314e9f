"""Trains one tiny model for three steps: `python benchmarks/train_one.py --results FILE NAME`.

This is the program that `silence.py` runs plainly and under `whygrad run`. It appends one line of JSON to FILE: the
losses, and a digest of all that the training left behind. With --idle it also looks at every gradient, so as to tell
which parameters never got one, and takes several names.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import tempfile
from collections.abc import Callable
from typing import Any

import numpy
import torch
import transformers
from torch import nn
from zoo import ARCHITECTURES
from zoo.ways import WAYS, Way

STEPS = 3
Look = Callable[[nn.Module], None]


class Gradients:
    """Which parameters had a gradient with a number other than zero, in any step before `optimizer.step()`."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}
        self.steps = 0

    def look(self, model: nn.Module) -> None:
        self.steps += 1
        for name, parameter in model.named_parameters():
            if not parameter.requires_grad:
                continue
            now = "none" if parameter.grad is None else "some" if parameter.grad.any() else "zero"
            before = self.seen.get(name, now)
            # One step with a gradient is enough; None and zero in turn is called zero.
            self.seen[name] = "some" if "some" in (before, now) else now if now == before else "zero"

    def idle(self, kind: str) -> list[str]:
        return [name for name, seen in self.seen.items() if seen == kind]


def seed() -> None:
    torch.manual_seed(0)
    numpy.random.seed(0)
    random.seed(0)


def train(name: str, look: Look | None) -> dict[str, Any]:
    seed()
    architecture, *names = name.split("+")
    ways = [WAYS[each] for each in names]
    model = ARCHITECTURES[architecture].model()
    for way in ways:
        model = way.prepare(model)
    model.train()
    make_batch = ARCHITECTURES[architecture].batch
    if any(way.trainer for way in ways):
        losses = train_by_trainer(model, make_batch, ways, look)
    else:
        losses = train_by_hand(model, make_batch, ways, look)
    return {"losses": losses, "digest": digest(model), "parameters": sum(p.numel() for p in model.parameters())}


def train_by_hand(
    model: nn.Module, make_batch: Callable[[], dict[str, Any]], ways: list[Way], look: Look | None
) -> list[str]:
    if any(way.filtered for way in ways):
        optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-3)
    else:
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    backwards = max([1, *(way.backwards for way in ways)])
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        for _ in range(backwards):
            loss = model(**make_batch()).loss / backwards
            loss.backward()
            losses.append(loss.item().hex())
        if look is not None:
            look(model)
        optimizer.step()
    return losses


def train_by_trainer(
    model: nn.Module, make_batch: Callable[[], dict[str, Any]], ways: list[Way], look: Look | None
) -> list[str]:
    backwards = max([1, *(way.backwards for way in ways)])
    batches = [make_batch() for _ in range(STEPS * backwards)]
    rows = [{key: value[row] for key, value in batch.items()} for batch in batches for row in range(2)]
    with tempfile.TemporaryDirectory() as folder:
        arguments = transformers.TrainingArguments(
            folder,
            max_steps=STEPS,
            per_device_train_batch_size=2,
            gradient_accumulation_steps=backwards,
            logging_steps=1,
            save_strategy="no",
            report_to="none",
            use_cpu=True,
            disable_tqdm=True,
        )
        trainer = transformers.Trainer(model, arguments, train_dataset=rows)
        if look is not None:
            trainer.add_callback(looking(look))
        trainer.train()
    return [float(entry["loss"]).hex() for entry in trainer.state.log_history if "loss" in entry]


def looking(look: Look) -> transformers.TrainerCallback:
    class Looking(transformers.TrainerCallback):
        def on_pre_optimizer_step(self, *_: object, model: nn.Module, **__: object) -> None:
            look(model)

    return Looking()


def digest(model: nn.Module) -> str:
    """Of every weight and buffer to the bit, and of the random numbers that would come next."""
    found = hashlib.sha256()
    for name, value in model.state_dict().items():
        found.update(name.encode())
        found.update(value.detach().numpy().tobytes())
    found.update(torch.get_rng_state().numpy().tobytes())
    return found.hexdigest()


def train_and_look(name: str) -> dict[str, Any]:
    """With the parameters that never got a gradient; an error becomes a line, since others wait for their turn."""
    gradients = Gradients()
    try:
        result = train(name, gradients.look)
    except Exception as error:
        return {"error": " ".join(f"{type(error).__name__}: {error}".split())}
    idle = {kind: gradients.idle(kind) for kind in ("none", "zero")}
    return {**result, "steps": gradients.steps, **idle}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME", help="a class of transformers, or CLASS+WAY")
    parser.add_argument("--results", required=True, metavar="FILE")
    parser.add_argument("--idle", action="store_true", help="also tell which parameters never got a gradient")
    options = parser.parse_args()
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    for name in options.names:
        result = train_and_look(name) if options.idle else train(name, None)
        with open(options.results, "a", encoding="utf-8") as file:
            file.write(json.dumps({"name": name, **result}) + "\n")


if __name__ == "__main__":
    main()
