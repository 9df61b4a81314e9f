# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(6, 16)
        self.rebuild, self.classify = nn.Linear(16, 6), nn.Linear(16, 2)

    def forward(self, x):
        h = torch.relu(self.enc(x))
        return self.rebuild(h), self.classify(h)


def main(steps=8):
    torch.manual_seed(0)
    net = Net()
    opts = {
        "body": torch.optim.Adam([*net.enc.parameters(), *net.rebuild.parameters()], lr=1e-3),
        "head": torch.optim.SGD(net.classify.parameters(), lr=0.1),
    }
    for step in range(steps):
        x = torch.randn(32, 6)
        out, logits = net(x)
        rec, cls = F.mse_loss(out, x), F.cross_entropy(logits, (x[:, 0] > 0).long())
        for opt in opts.values():
            opt.zero_grad()
        rec.backward(retain_graph=True)
        before = net.enc.weight.grad.clone()
        cls.backward()
        cosine = F.cosine_similarity(before.flatten(), (net.enc.weight.grad - before).flatten(), dim=0)
        for opt in opts.values():
            opt.step()
    print(rec.item(), cls.item(), cosine.item())


main()
