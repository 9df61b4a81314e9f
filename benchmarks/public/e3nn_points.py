"""Points in space, by spherical harmonics and tensor products: after e3nn's examples."""

import torch
from e3nn import o3
from e3nn.nn import FullyConnectedNet, Gate
from torch import Tensor, nn


class Convolution(nn.Module):
    def __init__(self, inside: o3.Irreps, out: o3.Irreps) -> None:
        super().__init__()
        self.around = o3.Irreps.spherical_harmonics(2)
        self.product = o3.FullyConnectedTensorProduct(inside, self.around, out, shared_weights=False)
        self.weights = FullyConnectedNet([4, 16, self.product.weight_numel], torch.relu)

    def forward(self, x: Tensor, edges: Tensor, places: Tensor) -> Tensor:
        one, other = edges
        along = places[one] - places[other]
        angles = o3.spherical_harmonics(self.around, along, normalize=True, normalization="component")
        lengths = torch.exp(-(along.norm(dim=1, keepdim=True) - torch.linspace(0, 2, 4)).square())
        sent = self.product(x[one], angles, self.weights(lengths))
        return torch.zeros(len(places), sent.shape[1]).index_add(0, other, sent) / 4


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gate = Gate("8x0e", [torch.tanh], "4x0e", [torch.sigmoid], "4x1o")
        self.one = Convolution(o3.Irreps("1x0e"), self.gate.irreps_in)
        self.two = Convolution(self.gate.irreps_out, o3.Irreps("2x0e"))

    def forward(self, edges: Tensor, places: Tensor) -> Tensor:
        x = self.gate(self.one(torch.ones(len(places), 1), edges, places))
        return self.two(x, edges, places).mean(0)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
edges = torch.tensor([(i, j) for i in range(6) for j in range(6) if i != j]).T
for step in range(10):
    places = torch.randn(6, 3)
    loss = (net(edges, places) - torch.stack([places.norm(), places.square().mean()])).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 5))
