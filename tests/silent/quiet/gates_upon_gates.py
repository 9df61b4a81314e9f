# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Squeeze(nn.Module):
    """A gate computed from gated values: sigmoid after sigmoid, with a layer or a product between."""

    def __init__(self, dim=8):
        super().__init__()
        self.a, self.b, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, 3)
        self.mix = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        g = torch.sigmoid(self.a(x))
        h = torch.sigmoid(self.b(g)) * x
        h = h * torch.sigmoid(g * self.mix)
        return self.out(h)


def main(steps=8):
    torch.manual_seed(0)
    net = Squeeze()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 8)
        logits = net(x)
        p = torch.softmax(logits.detach(), dim=1)
        sure = p.max(1).values > 0.5
        loss = F.cross_entropy(logits, x[:, :3].argmax(1))
        soft = F.kl_div(F.log_softmax(logits, 1), F.log_softmax(logits.detach() * 2, 1), log_target=True, reduction="batchmean")
        entropy = -(F.softmax(logits, 1) * F.log_softmax(logits, 1)).sum(1)
        loss = loss + 0.1 * soft + 0.01 * (entropy * sure).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
