"""What reading single elements costs: `python benchmarks/elements.py [--quick] [--require RATIO]`.

One element of `h` (1,024) to one of `y` (1,024) through 12 layers, beside the vector product written by hand and the
full Jacobians; then what one element costs in a chain of 1,000 layers and in a tensor of 10 million elements, and what
`watch()` costs around tensors and parameters that are filled element by element, or row by row.
Times are the processor's. Those of the 12 layers and of filling are taken in turn with the plain ones, so that a busy
machine slows both alike; the rest is timed one way after the other.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"  # before torch is loaded

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import torch
from torch import nn

import whygrad

WIDTH, LAYERS = 1024, 12
BIG = 10_000_000
FILLED = 2000
MOST_FOR_FILLING = 10


def network() -> nn.Sequential:
    torch.manual_seed(0)
    layers = [layer for _ in range(LAYERS) for layer in (nn.Linear(WIDTH, WIDTH), nn.Tanh())]
    return nn.Sequential(*layers).requires_grad_(False)


def by_hand(y: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    start = torch.zeros_like(y)
    start[3] = 1
    return torch.autograd.grad(y, h, start, retain_graph=True)[0][2]


def timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def read_one(rounds: int) -> dict[str, float]:
    """Medians of the time by hand, and of the ratios to the round's own time by hand."""
    net = network()
    h = torch.randn(WIDTH, requires_grad=True) * 1
    y = net(h)
    with whygrad.watch():
        watched_h = torch.randn(WIDTH, requires_grad=True) * 1
        watched_y = net(watched_h)
    ways = {
        "whygrad.grad(y[3], h[2])": lambda: whygrad.grad(y[3], h[2]),
        "the same, watched": lambda: whygrad.grad(watched_y[3], watched_h[2]),
    }
    assert torch.allclose(ways["whygrad.grad(y[3], h[2])"](), by_hand(y, h))
    hand: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            before = timed(lambda: by_hand(y, h))
            taken = timed(way)
            after = timed(lambda: by_hand(y, h))
            hand.append(before)
            ratios[name].append(2 * taken / (before + after))
    return {"hand": statistics.median(hand), **{name: statistics.median(r) for name, r in ratios.items()}}


def full_jacobians(rounds: int) -> dict[str, float]:
    net = network()
    h = torch.randn(WIDTH)
    return {
        "torch.func.jacrev": min(timed(lambda: torch.func.jacrev(net)(h)) for _ in range(rounds)),
        "autograd.functional.jacobian": min(
            timed(lambda: torch.autograd.functional.jacobian(net, h, vectorize=True)) for _ in range(rounds)
        ),
    }


# -- tensors that are filled element by element ------------------------------------------------------------------------


def chain(requires_grad: bool = True) -> torch.Tensor:
    x = torch.tensor([2.0, 0.3], requires_grad=requires_grad)
    y = torch.zeros(FILLED)
    y[0] = x[0]
    for i in range(1, FILLED):
        y[i] = y[i - 1] * 0.5 + x[1]
    return y


def without_gradients() -> torch.Tensor:
    return chain(requires_grad=False)


def table() -> torch.Tensor:
    side = int(FILLED**0.5)
    x, d = torch.rand(side, requires_grad=True), torch.zeros(side, side)
    for i in range(1, side):
        for j in range(1, side):
            d[i, j] = torch.minimum(d[i - 1, j], d[i, j - 1]) + x[i] * x[j]
    return d


def numbers() -> torch.Tensor:
    y = torch.zeros(FILLED)
    for i in range(FILLED):
        y[i] = 0.1 * i
    return y


def rows() -> torch.Tensor:
    y, w = torch.zeros(FILLED, 16), torch.randn(16, 16)
    y[0] = torch.randn(16, requires_grad=True)
    for i in range(1, FILLED):
        y[i] = torch.tanh(y[i - 1] @ w)
    return y


def added() -> torch.Tensor:
    y, x = torch.zeros(FILLED), torch.rand(FILLED, requires_grad=True)
    for i in range(FILLED):
        y[i] += x[i] * x[i - 1]
    return y


def copied() -> torch.Tensor:
    y, x = torch.zeros(FILLED), torch.rand(FILLED, requires_grad=True)
    for i in range(FILLED):
        y[i].copy_(x[i])
    return y


def slices() -> torch.Tensor:
    y, x = torch.zeros(FILLED, 8), torch.rand(FILLED, 8, requires_grad=True)
    for i in range(FILLED):
        y[i, :] = x[i, :].sum()
    return y


def gradients_off() -> torch.Tensor:
    y, x = torch.zeros(FILLED), torch.rand(FILLED)
    with torch.no_grad():
        for i in range(FILLED):
            y[i] = torch.sin(x[i]) + x[i - 1]
    return y


def chain_without_gradients() -> torch.Tensor:
    with torch.no_grad():
        return chain()


def added_without_gradients() -> torch.Tensor:
    with torch.no_grad():
        return added()


def in_inference_mode() -> torch.Tensor:
    with torch.inference_mode():
        return chain(requires_grad=False)


def by_two_indices() -> torch.Tensor:
    side = int(FILLED**0.5)
    y = torch.zeros(side, side)
    for i in range(side):
        for j in range(side):
            y[i, j] = 0.5
    return y


def one_copied() -> torch.Tensor:
    y, value = torch.zeros(FILLED), torch.tensor(0.5)
    for i in range(FILLED):
        y[i].copy_(value)
    return y


def put_by_index() -> torch.Tensor:
    y, value, places = torch.zeros(FILLED), torch.tensor(0.5), torch.arange(FILLED).split(1)
    for place in places:
        y.index_put_((place,), value)
    return y


def through_data() -> torch.Tensor:
    y = torch.zeros(FILLED)
    for i in range(FILLED):
        y.data[i] = 0.5
    return y


def of_a_parameter() -> torch.Tensor:
    w = nn.Parameter(torch.zeros(FILLED))
    with torch.no_grad():
        for i in range(FILLED):
            w[i] = 0.5
    return w


def parameter_moved() -> torch.Tensor:
    w = nn.Parameter(torch.zeros(FILLED))
    with torch.no_grad():
        for i in range(FILLED):
            w[i] -= 0.1
    return w


def through_data_of_a_parameter() -> torch.Tensor:
    w = nn.Parameter(torch.zeros(FILLED))
    for i in range(FILLED):
        w.data[i] = 0.5
    return w


FILLING: dict[str, Callable[[], torch.Tensor]] = {
    "a chain": chain,
    "without gradients": without_gradients,
    "a table": table,
    "t[i] = v": numbers,
    "rows": rows,
    "+=": added,
    "copy_": copied,
    "slices": slices,
    "under no_grad": gradients_off,
    "a chain under no_grad": chain_without_gradients,
    "+= under no_grad": added_without_gradients,
    "in inference mode": in_inference_mode,
    "t[i, j] = v": by_two_indices,
    "t[i].copy_(v)": one_copied,
    "t.index_put_((i,), v)": put_by_index,
    "t.data[i] = v": through_data,
    "w[i] = v under no_grad": of_a_parameter,
    "w[i] -= v under no_grad": parameter_moved,
    "w.data[i] = v": through_data_of_a_parameter,
}


def filled(rounds: int) -> dict[str, float]:
    """The quickest time of each under `watch()`, as a ratio to its quickest time alone."""
    found = {}
    for name, fill in FILLING.items():
        alone, watched = [], []
        for _ in range(rounds):
            alone.append(timed(fill))
            with whygrad.watch():
                watched.append(timed(fill))
        found[name] = min(watched) / min(alone)
    return found


# -- memory, each in a process of its own -----------------------------------------------------------------------------


def peak_mib() -> float:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def long_chain() -> None:
    """One element through 1,000 layers; a Jacobian would have 4,096 x 4,096 elements (64 MiB)."""
    h = torch.randn(4096, requires_grad=True)
    y = h * 1
    for _ in range(1000):
        y = torch.sin(y) + y.roll(1) * 0.5
    report(y, h)


def big_tensor() -> None:
    """One element of ten million (38 MiB); a Jacobian would have 10^14 elements."""
    h = torch.randn(BIG, requires_grad=True) * 1
    y = torch.sin(h) * h.flip(0)
    report(y, h)


def report(y: torch.Tensor, h: torch.Tensor) -> None:
    (by_hand_first,) = torch.autograd.grad(y[3], h, retain_graph=True)
    expected, before = by_hand_first[2].item(), peak_mib()
    del by_hand_first
    assert whygrad.grad(y[3], h[2]).item() == expected
    peak = peak_mib()
    hand = statistics.median(timed(lambda: torch.autograd.grad(y[3], h, retain_graph=True)) for _ in range(5))
    ours = statistics.median(timed(lambda: whygrad.grad(y[3], h[2])) for _ in range(5))
    print(f"{ours / hand:.2f} of a vector product by hand; peak {before:.0f} MiB after that, {peak:.0f} MiB after ours")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument(
        "--require",
        type=float,
        help=f"exit 1 where one element costs more than this, beside by hand, or filling over {MOST_FOR_FILLING}",
    )
    parser.add_argument("--only", choices=["chain", "big"], help="one of the measurements of memory, in this process")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.only:
        {"chain": long_chain, "big": big_tensor}[options.only]()
        return 0
    found = read_one(30 if options.quick else 200)
    hand = found.pop("hand")
    print(f"one vector product by hand, {LAYERS} layers of {WIDTH}: {hand * 1000:.2f} ms; as ratios to it:")
    for name, ratio in found.items():
        print(f"  {name:32}{ratio:8.2f}")
    for name, seconds in full_jacobians(1 if options.quick else 3).items():
        print(f"  {name:32}{seconds / hand:8.0f}   (the full Jacobian)")
    for title, only in (("a chain of 1,000 layers", "chain"), ("a tensor of 10 million elements", "big")):
        done = subprocess.run([sys.executable, __file__, "--only", only], capture_output=True, text=True, check=True)
        print(f"one element of {title}: {done.stdout.strip()}")
    ratios = filled(5 if options.quick else 15)
    print(f"`watch()` around about {FILLED:,} elements or rows set one by one, as a ratio to the plain program:")
    for name, ratio in ratios.items():
        print(f"  {name:32}{ratio:8.2f}")
    worst = found["whygrad.grad(y[3], h[2])"]
    if options.require and worst > options.require:
        print(f"not met: it costs {worst:.3f}, at most {options.require:g} is required")
        return 1
    if options.require and max(ratios.values()) > MOST_FOR_FILLING:
        print(f"not met: filling costs {max(ratios.values()):.1f}, at most {MOST_FOR_FILLING} is required")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
