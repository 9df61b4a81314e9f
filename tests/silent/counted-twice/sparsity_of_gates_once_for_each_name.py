import torch
from torch import nn


class Pruned(nn.Module):
    def __init__(self):
        super().__init__()
        self.gates = nn.ParameterList([nn.Parameter(torch.rand(8)) for _ in range(3)])
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])

    def forward(self, x):
        for gate, layer in zip(self.gates, self.layers):
            x = torch.tanh(layer(x)) * gate
        return x.sum(1)

    def sparsity(self):
        named = {name: gate for name, gate in self.named_parameters() if "gate" in name}
        terms = [gate.abs().sum() for gate in (*named.values(), *self.gates)]  #~ counted-twice
        return torch.stack(terms).sum()


torch.manual_seed(0)
net = Pruned()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(10):
    x = torch.randn(16, 8)
    loss = (net(x) - x[:, 0]).square().mean() + 0.01 * net.sparsity()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.3f}")
