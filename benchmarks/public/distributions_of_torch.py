"""Samples with gradients of every distribution of torch that has them."""

import torch
from torch import distributions as d
from torch import nn

torch.manual_seed(0)
settings = nn.Parameter(torch.rand(4) + 1.0)
optimizer = torch.optim.Adam([settings], lr=1e-2)
for step in range(6):
    a, b = settings[:2].clamp(min=0.2), settings[2:].clamp(min=0.2)
    made = [
        d.Normal(a, b), d.LogNormal(a, b), d.Gamma(a, b), d.Beta(a, b), d.StudentT(a + 3), d.Chi2(a), d.Laplace(a, b),
        d.Gumbel(a, b), d.Cauchy(a, b), d.Exponential(a), d.HalfNormal(a), d.HalfCauchy(a), d.Weibull(a, b),
        d.Pareto(a, b), d.Uniform(-a, b), d.Kumaraswamy(a, b), d.FisherSnedecor(a + 3, b + 5), d.InverseGamma(a + 3, b),
        d.Dirichlet(settings), d.RelaxedBernoulli(torch.tensor(0.5), logits=a), d.LogisticNormal(a, b),
        d.RelaxedOneHotCategorical(torch.tensor(0.5), logits=settings), d.ContinuousBernoulli(logits=a),
        d.MultivariateNormal(a, torch.diag(b)), d.LowRankMultivariateNormal(a, b[:, None], b),
    ]  # fmt: skip
    loss = sum(torch.tanh(one.rsample()).mean() for one in made)
    loss = loss + d.kl_divergence(made[0], d.Normal(torch.zeros(2), torch.ones(2))).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
