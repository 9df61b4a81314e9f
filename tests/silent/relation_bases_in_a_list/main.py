import torch
import torch.nn.functional as F

from rgcn import RelationalGCN


def graph(nodes=20, edges=60, relations=3):
    x = torch.randn(nodes, 8)
    src, dst = torch.randint(0, nodes, (2, edges))
    rel = torch.randint(0, relations, (edges,))
    return x, src, dst, rel, (x[:, 0] + x[:, 1] > 0).long()


def main(steps=10):
    torch.manual_seed(0)
    net = RelationalGCN(8, 16, 2, relations=3)
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    x, src, dst, rel, y = graph()
    mask = torch.rand(len(x)) < 0.7
    for step in range(steps):
        logits = net(x, src, dst, rel)
        loss = F.cross_entropy(logits[mask], y[mask])
        opt.zero_grad()
        loss.backward()
        opt.step()
        acc = (logits.argmax(1)[~mask] == y[~mask]).float().mean()
        print(step, round(loss.item(), 4), round(acc.item(), 3))


if __name__ == "__main__":
    main()
