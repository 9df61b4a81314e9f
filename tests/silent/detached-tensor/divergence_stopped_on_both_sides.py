# file: main.py
import torch
import torch.nn.functional as F

from rssm import StateModel


def main():
    torch.manual_seed(0)
    model = StateModel()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(6):
        obs, act = torch.randn(5, 8, 6), torch.randn(5, 8, 2)
        recon, kl = model(obs, act)
        loss = F.mse_loss(recon, obs) + 0.5 * kl
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), kl.item())  #! decoy


main()
# file: rssm.py
import torch
import torch.nn as nn
from torch.distributions import Normal, kl_divergence


class StateModel(nn.Module):
    def __init__(self, obs=6, act=2, dim=8):
        super().__init__()
        self.cell = nn.GRUCell(dim + act, dim)
        self.prior, self.post = nn.Linear(dim, 2 * dim), nn.Linear(dim + obs, 2 * dim)
        self.decode = nn.Linear(2 * dim, obs)
        self.dim = dim

    def gaussian(self, raw):
        mean, std = raw.chunk(2, -1)
        return Normal(mean, nn.functional.softplus(std) + 0.1)

    def stop(self, d):
        return Normal(d.mean.detach(), d.stddev.detach())  #! decoy

    def forward(self, obs, act):
        h = z = torch.zeros(obs.shape[1], self.dim)
        outs, kls = [], []
        for o, a in zip(obs, act):
            h = self.cell(torch.cat([z, a], -1), h)
            prior, post = self.gaussian(self.prior(h)), self.gaussian(self.post(torch.cat([h, o], -1)))
            z = post.rsample()
            outs.append(self.decode(torch.cat([h, z], -1)))
            toward_post = kl_divergence(self.stop(post), self.stop(prior))  #~ detached-tensor
            toward_prior = kl_divergence(post, self.stop(prior))
            kls.append(0.8 * toward_post + 0.2 * toward_prior)
        return torch.stack(outs), torch.stack(kls).mean()
