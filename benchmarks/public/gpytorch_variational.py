"""A Gaussian process with learnt points, trained in batches: after GPyTorch's examples."""

import gpytorch
import torch
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy


class Process(gpytorch.models.ApproximateGP):
    def __init__(self, points: torch.Tensor) -> None:
        distribution = CholeskyVariationalDistribution(points.size(0))
        super().__init__(VariationalStrategy(self, points, distribution, learn_inducing_locations=True))
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.MaternKernel(nu=2.5))

    def forward(self, x: torch.Tensor) -> gpytorch.distributions.MultivariateNormal:
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


torch.manual_seed(0)
x = torch.rand(64, 2)
y = torch.sin(x.sum(1) * 4)
model, likelihood = Process(x[:12].clone()), gpytorch.likelihoods.GaussianLikelihood()
model.train()
likelihood.train()
optimizer = torch.optim.Adam([{"params": model.parameters()}, {"params": likelihood.parameters()}], lr=0.01)
bound = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=64)
for epoch in range(4):
    for start in range(0, 64, 16):
        optimizer.zero_grad()
        loss = -bound(model(x[start : start + 16]), y[start : start + 16])
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())
