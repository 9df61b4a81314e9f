"""A few rounds of Bayesian optimisation: a fitted model, and candidates by gradients: after BoTorch's tutorials."""

import warnings

import torch
from botorch.acquisition import qExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.optim import optimize_acqf
from gpytorch.mlls import ExactMarginalLogLikelihood

warnings.simplefilter("ignore")
torch.manual_seed(0)
x = torch.rand(8, 2, dtype=torch.double)
y = -(x - 0.5).square().sum(1, keepdim=True)
for turn in range(2):
    model = SingleTaskGP(x, y)
    fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
    wanted = qExpectedImprovement(model, best_f=y.max())
    bounds = torch.stack([torch.zeros(2), torch.ones(2)]).double()
    found, value = optimize_acqf(wanted, bounds, q=1, num_restarts=2, raw_samples=8, options={"maxiter": 10})
    x = torch.cat([x, found])
    y = torch.cat([y, -(found - 0.5).square().sum(1, keepdim=True)])
    print(turn, round(value.item(), 6), tuple(found.shape))
