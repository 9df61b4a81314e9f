"""Classes of whole graphs in batches, and links of an autoencoder: after PyTorch Geometric."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch_geometric import seed_everything
from torch_geometric.data import Batch, Data
from torch_geometric.nn import GAE, GCNConv, GINConv, global_add_pool


class Graphs(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one = GINConv(nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU()), train_eps=True)
        self.out = nn.Linear(16, 2)

    def forward(self, x: Tensor, edges: Tensor, batch: Tensor) -> Tensor:
        return self.out(global_add_pool(self.one(x, edges), batch))


class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = GCNConv(4, 8), GCNConv(8, 4)

    def forward(self, x: Tensor, edges: Tensor) -> Tensor:
        return self.two(self.one(x, edges).relu(), edges)


seed_everything(0)  # negative links are drawn by Python's own random numbers
graphs = [Data(x=torch.randn(6, 4), edge_index=torch.randint(0, 6, (2, 12)), y=torch.tensor([i % 2])) for i in range(8)]
net = Graphs()
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(6):
    batch = Batch.from_data_list(graphs)
    loss = F.cross_entropy(net(batch.x, batch.edge_index, batch.batch), batch.y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
links = GAE(Encoder())
optimizer = torch.optim.Adam(links.parameters(), lr=0.01)
x, edges = torch.randn(20, 4), torch.randint(0, 20, (2, 50))
for step in range(6):
    optimizer.zero_grad()
    loss = links.recon_loss(links.encode(x, edges), edges)
    loss.backward()
    optimizer.step()
    print(step, loss.item())
