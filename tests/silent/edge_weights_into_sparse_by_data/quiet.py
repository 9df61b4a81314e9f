import torch
import torch.nn.functional as F

from quiet_gat import GraphNet


def ring(n=12):
    i = torch.arange(n)
    return torch.stack([torch.cat([i, (i + 1) % n]), torch.cat([(i + 1) % n, i])])


def main():
    torch.manual_seed(0)
    edges = ring()
    x = torch.randn(12, 5)
    y = (x[:, 0] > 0).long()
    model = GraphNet(5, 8, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    train = torch.arange(12) < 8
    for epoch in range(6):
        out = model(x, edges)
        loss = F.cross_entropy(out[train], y[train])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            acc = (model(x, edges).argmax(1) == y)[~train].float().mean()
        print(epoch, loss.item(), acc.item())


if __name__ == "__main__":
    main()
