"""An autoencoder whose decoder and encoder are a model and a guide: after Pyro's examples."""

import pyro
import pyro.distributions as dist
import torch
from pyro.infer import SVI, JitTrace_ELBO, Trace_ELBO  # noqa: F401
from torch import Tensor, nn


class VAE(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(12, 16), nn.Softplus(), nn.Linear(16, 6))
        self.decoder = nn.Sequential(nn.Linear(3, 16), nn.Softplus(), nn.Linear(16, 12), nn.Sigmoid())

    def model(self, x: Tensor) -> None:
        pyro.module("decoder", self.decoder)
        with pyro.plate("data", x.shape[0]):
            z = pyro.sample("z", dist.Normal(torch.zeros(x.shape[0], 3), 1.0).to_event(1))
            pyro.sample("x", dist.Bernoulli(self.decoder(z), validate_args=False).to_event(1), obs=x)

    def guide(self, x: Tensor) -> None:
        pyro.module("encoder", self.encoder)
        with pyro.plate("data", x.shape[0]):
            mean, log_scale = self.encoder(x).chunk(2, -1)
            pyro.sample("z", dist.Normal(mean, log_scale.exp()).to_event(1))


pyro.set_rng_seed(0)
vae = VAE()
svi = SVI(vae.model, vae.guide, pyro.optim.Adam({"lr": 1e-3}), loss=Trace_ELBO())
total = 0.0
for step in range(15):
    loss = svi.step((torch.rand(16, 12) > 0.5).float())
    total += loss
    print(step, loss)
