"""Classes of nodes by graph convolutions and attention, with a mask of the known: after PyTorch Geometric."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch_geometric.nn import GATConv, GCNConv


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = GCNConv(8, 16), GATConv(16, 4, heads=2, concat=False, dropout=0.2)

    def forward(self, x: Tensor, edges: Tensor) -> Tensor:
        x = F.dropout(F.relu(self.one(x, edges)), p=0.5, training=self.training)
        return F.log_softmax(self.two(x, edges), dim=1)


torch.manual_seed(0)
x, y, edges = torch.randn(40, 8), torch.randint(0, 4, (40,)), torch.randint(0, 40, (2, 120))
known = torch.rand(40) < 0.5
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01, weight_decay=5e-4)
for epoch in range(10):
    net.train()
    optimizer.zero_grad()
    loss = F.nll_loss(net(x, edges)[known], y[known])
    loss.backward()
    optimizer.step()
    net.eval()
    with torch.no_grad():
        right = (net(x, edges).argmax(1)[~known] == y[~known]).sum().item()
    print(epoch, loss.item(), right)
