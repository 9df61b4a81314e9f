"""What whole programs cost: `python benchmarks/real_programs.py [--only ppo,…] [--json FILE] [--require]`.

Each is a small program of its kind, run from its beginning to its end, plainly, under a mode in C that does nothing and
recorded, in turn in one process: what is looked at in the first steps counts as it does for a user. Told are the ratios
of processor time, the medians over the rounds. That of the empty mode is torch's own, and the floor of any recorder
that sees calls by a mode. With --require, exit 1 where recording is above its limit.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded
os.environ["WHYGRAD_TESTING"] = "1"  # an error of ours ends it: after one nothing is recorded, at no cost

import argparse
import gc
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from floor import empty_mode
from interleave import WAYS
from torch import Tensor, nn

LIMIT = 1.5
LIMITS = {"gradcheck": 2.0}


def gradcheck() -> None:
    """Numeric derivatives write one element of the input after the other, in place."""
    torch.manual_seed(0)
    layer = nn.Linear(24, 12).double()
    x = torch.randn(4, 24, dtype=torch.float64, requires_grad=True)
    for _ in range(12):
        torch.autograd.gradcheck(lambda value: torch.tanh(layer(value)).logsumexp(1), (x,))


def short_lived_optimizers() -> None:
    """Learning to learn: every task has a copy of the model, and an optimizer for a few steps."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))
    outer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(60):
        learner = nn.Sequential(nn.Linear(8, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))
        learner.load_state_dict(model.state_dict())
        inner = torch.optim.SGD(learner.parameters(), lr=0.05)
        weights = torch.randn(8, 1)
        for _ in range(5):
            x = torch.randn(16, 8)
            inner.zero_grad()
            F.mse_loss(learner(x), x @ weights).backward()
            inner.step()
        outer.zero_grad()
        for old, new in zip(model.parameters(), learner.parameters(), strict=True):
            old.grad = old.detach() - new.detach()
        outer.step()


def many_outputs() -> None:
    """Attributions: the derivatives of many results at once, along a path from a baseline."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    x, baseline = torch.randn(8, 20), torch.zeros(8, 20)
    for target in range(10):
        for step in range(1, 9):
            point = (baseline + (x - baseline) * (step / 8)).repeat(8, 1).requires_grad_()
            results = model(point)[:, target]
            torch.autograd.grad(torch.unbind(results), point)


class ActorCritic(nn.Module):
    """A policy and a value, of one body."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh())
        self.policy, self.value = nn.Linear(64, 2), nn.Linear(64, 1)

    def forward(self, state: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        hidden = self.body(state)
        return torch.distributions.Categorical(logits=self.policy(hidden)), self.value(hidden).squeeze(-1)


def ppo() -> None:
    """Proximal policy optimization: a rollout step by step, advantages backwards in time, epochs of minibatches."""
    torch.manual_seed(0)
    agent = ActorCritic()
    optimizer = torch.optim.Adam(agent.parameters(), lr=3e-4)
    steps, environments = 48, 4
    turn = torch.randn(4, 4) * 0.3
    for _ in range(3):
        state = torch.randn(environments, 4)
        states, actions, chances, rewards, values = [], [], [], [], []
        for _ in range(steps):
            with torch.no_grad():
                chosen, value = agent(state)
                action = chosen.sample()
            states.append(state), actions.append(action), values.append(value)
            chances.append(chosen.log_prob(action))
            state = torch.tanh(state @ turn + action.unsqueeze(-1) * 0.1)
            rewards.append(-state.pow(2).sum(-1))
        advantages = torch.zeros(steps, environments)
        last = torch.zeros(environments)
        for t in reversed(range(steps)):
            following = values[t + 1] if t + 1 < steps else torch.zeros(environments)
            last = rewards[t] + 0.99 * following - values[t] + 0.99 * 0.95 * last
            advantages[t] = last
        batch = torch.cat(states), torch.cat(actions), torch.cat(chances), advantages.flatten()
        returns = batch[3] + torch.cat(values)
        for _ in range(4):
            for index in torch.randperm(steps * environments).split(48):
                seen, done, before, advantage = (part[index] for part in batch)
                chosen, value = agent(seen)
                ratio = (chosen.log_prob(done) - before).exp()
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                gain = torch.min(ratio * advantage, ratio.clamp(0.8, 1.2) * advantage).mean()
                loss = 0.5 * F.mse_loss(value, returns[index]) - gain - 0.01 * chosen.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()


def ode() -> None:
    """A neural differential equation, by Runge and Kutta's method with steps of a fixed size."""
    torch.manual_seed(0)
    field = nn.Sequential(nn.Linear(2, 50), nn.Tanh(), nn.Linear(50, 2))
    optimizer = torch.optim.RMSprop(field.parameters(), lr=1e-3)
    turn = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
    h = 0.05

    def integrate(f: Callable[[Tensor], Tensor], y: Tensor, steps: int) -> Tensor:
        path = [y]
        for _ in range(steps):
            k1 = f(y)
            k2 = f(y + h / 2 * k1)
            k3 = f(y + h / 2 * k2)
            k4 = f(y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            path.append(y)
        return torch.stack(path)

    with torch.no_grad():
        truth = integrate(lambda y: y**3 @ turn, torch.tensor([[2.0, 0.0]]), 60)
    for _ in range(25):
        start = torch.randint(0, 50, (16,))
        found = integrate(lambda y: field(y**3), truth[start], 10)
        wanted = torch.stack([truth[start + i] for i in range(11)])
        optimizer.zero_grad()
        loss = (found - wanted).abs().mean()
        loss.backward()
        optimizer.step()


class Denoiser(nn.Module):
    """A small U-Net: down, up, and what was on the way down beside it."""

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.time = nn.Sequential(nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 32))
        sizes = ((1, width), (width, 2 * width), (2 * width, 2 * width))
        self.down = nn.ModuleList(nn.Conv2d(a, b, 3, padding=1) for a, b in sizes)
        self.scales = nn.ModuleList(nn.Linear(32, b) for _, b in sizes)
        self.norms = nn.ModuleList(nn.GroupNorm(4, b) for _, b in sizes)
        self.up = nn.ModuleList(nn.Conv2d(2 * b, a if a > 1 else width, 3, padding=1) for a, b in reversed(sizes))
        self.out = nn.Conv2d(width, 1, 1)

    def forward(self, x: Tensor, t: Tensor) -> Tensor:
        angles = t[:, None] * torch.exp(torch.arange(8) * (-math.log(1_000) / 8))
        time = self.time(torch.cat([angles.sin(), angles.cos()], 1))
        beside = []
        for conv, scale, norm in zip(self.down, self.scales, self.norms, strict=True):
            x = F.silu(norm(conv(x)) + scale(time)[:, :, None, None])
            beside.append(x)
            x = F.avg_pool2d(x, 2)
        for conv in self.up:
            x = F.interpolate(x, scale_factor=2)
            x = F.silu(conv(torch.cat([x, beside.pop()], 1)))
        return self.out(x)


def diffusion() -> None:
    """Denoising diffusion, with the average of the weights that samples are drawn by."""
    torch.manual_seed(0)
    model, average = Denoiser(), Denoiser()
    average.load_state_dict(model.state_dict())
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-4)
    kept = torch.cumprod(1 - torch.linspace(1e-4, 0.02, 100), 0)
    for _ in range(30):
        images = torch.randn(2, 1, 16, 16)
        t = torch.randint(0, 100, (2,))
        noise = torch.randn_like(images)
        share = kept[t][:, None, None, None]
        loss = F.mse_loss(model(share.sqrt() * images + (1 - share).sqrt() * noise, t.float()), noise)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            for slow, new in zip(average.parameters(), model.parameters(), strict=True):
                slow.lerp_(new, 0.01)


def pendulum() -> None:
    """A controller is trained through the physics: a long rollout of small operations, differentiated as a whole."""
    torch.manual_seed(0)
    controller = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(controller.parameters(), lr=1e-2)
    for _ in range(12):
        angle, speed = torch.rand(8) * 2 - 1, torch.zeros(8)
        cost = torch.zeros(8)
        for _ in range(60):
            state = torch.stack([angle.cos(), angle.sin(), speed], dim=-1)
            force = 2 * torch.tanh(controller(state)).squeeze(-1)
            speed = (speed + (15 * angle.sin() + 3 * force) * 0.05).clamp(-8, 8)
            angle = angle + speed * 0.05
            cost = cost + angle**2 + 0.1 * speed**2 + 0.001 * force**2
        loss = cost.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


PROGRAMS = {
    program.__name__: program
    for program in (gradcheck, short_lived_optimizers, many_outputs, ppo, ode, diffusion, pendulum)
}


HOW: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "plain": nullcontext,
    "floor": empty_mode,
    "recorded": WAYS["whygrad"],
}


def run(program: Callable[[], None], way: str) -> float:
    gc.collect()
    with HOW[way]():
        begin = time.process_time()
        program()
        return time.process_time() - begin


def measure(program: Callable[[], None], rounds: int) -> tuple[float, float, float]:
    """The ratios of the empty mode and of recording, and the plain time."""
    taken: dict[str, list[float]] = {way: [] for way in HOW}
    for way in HOW:
        run(program, way)  # what all load and make when they are first used
    for number in range(rounds):
        for way in HOW if number % 2 else reversed(HOW):
            taken[way].append(run(program, way))
    floor, recorded = (
        statistics.median(one / other for one, other in zip(taken[way], taken["plain"], strict=True))
        for way in ("floor", "recorded")
    )
    return floor, recorded, statistics.median(taken["plain"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", type=lambda t: t.split(","), default=list(PROGRAMS), help=",".join(PROGRAMS))
    parser.add_argument("--require", action="store_true", help="exit 1 where one is above its limit")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    torch.set_num_threads(1)
    results, failed = {}, False
    print(f"{'program':26}{'plain':>10}{'empty mode':>14}{'recorded, of plain':>22}")
    for name in options.only:
        floor, ratio, plain = measure(PROGRAMS[name], options.rounds)
        limit = LIMITS.get(name, LIMIT)
        results[name] = {"ratio": ratio, "floor": floor, "plain_s": plain}
        failed |= ratio > limit
        print(f"{name:26}{plain:8.2f} s{floor:14.2f}{ratio:14.2f} (<= {limit})", flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return int(failed and options.require)


if __name__ == "__main__":
    sys.exit(main())
