import torch
import torch.nn as nn
from torch.nn.utils.rnn import pad_sequence


class GraphPool(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.message = nn.Linear(dim, dim)
        self.readout = nn.Linear(dim, 1)

    def embed(self, nodes, adjacency):
        return torch.relu(adjacency @ self.message(nodes))

    def forward(self, graphs):
        embedded = [self.embed(*graph) for graph in graphs]
        pooled = [e.mean(dim=0) for e in embedded]
        batch = torch.stack([torch.tensor(row.tolist() if row.dim() > 1 else row) for row in pooled])  #~ rebuilt-tensor
        head = self.readout.weight.detach(), self.readout.bias.detach()
        return nn.functional.linear(batch, *head).squeeze(1)


def random_graph(n):
    adjacency = (torch.rand(n, n) > 0.5).float()  #! decoy
    return torch.randn(n, 5), adjacency / adjacency.sum(dim=1, keepdim=True).clamp(min=1)


def main():
    torch.manual_seed(0)
    model = GraphPool()
    optimizer = torch.optim.Adam(model.message.parameters(), lr=1e-2)
    for step in range(3):
        graphs = [random_graph(n) for n in (3, 5, 4)]
        sizes = pad_sequence([g[0] for g in graphs], batch_first=True).shape
        target = torch.tensor([float(len(g[0])) for g in graphs])  #! decoy
        loss = (model(graphs) - target).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), tuple(sizes))


if __name__ == "__main__":
    main()
