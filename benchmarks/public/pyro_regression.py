"""Bayesian regression by variational inference with an automatic guide: after Pyro's tutorials."""

import pyro
import pyro.distributions as dist
import torch
from pyro.infer import SVI, Trace_ELBO
from pyro.infer.autoguide import AutoNormal

pyro.set_rng_seed(0)
x = torch.randn(40, 3)
y = x @ torch.tensor([1.0, -2.0, 0.5]) + 0.1 * torch.randn(40)


def model(x: torch.Tensor, y: torch.Tensor) -> None:
    weight = pyro.sample("weight", dist.Normal(0.0, 1.0).expand([3]).to_event(1))
    noise = pyro.sample("noise", dist.Gamma(2.0, 4.0))
    with pyro.plate("data", len(x)):
        pyro.sample("y", dist.Normal(x @ weight, noise), obs=y)


guide = AutoNormal(model)
svi = SVI(model, guide, pyro.optim.Adam({"lr": 0.02}), loss=Trace_ELBO())
for step in range(30):
    loss = svi.step(x, y)
    if step % 10 == 0:
        print(step, loss)
