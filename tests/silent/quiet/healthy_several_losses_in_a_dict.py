# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

W = {"cls": 1.0, "box": 5.0, "aux.0.cls": 1.0}


class D(nn.Module):
    def __init__(self):
        super().__init__()
        self.f, self.c, self.b = nn.Linear(6, 12), nn.Linear(12, 3), nn.Linear(12, 4)

    def forward(self, x):
        h = torch.relu(self.f(x))
        return {"cls": self.c(h), "box": self.b(h).sigmoid(), "aux": self.c(h * 0.5)}


def main():
    torch.manual_seed(0)
    net = D()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(6):
        x, y, b = torch.randn(8, 6), torch.randint(0, 3, (8,)), torch.rand(8, 4)
        out = net(x)
        losses = {"cls": F.cross_entropy(out["cls"], y), "box": F.l1_loss(out["box"], b),
                  "aux.0.cls": F.cross_entropy(out["aux"], y)}
        with torch.no_grad():
            losses["cardinality_error"] = (out["cls"].argmax(1) != y).float().sum()
        losses["unscaled"] = sum(v.detach() for v in losses.values())
        loss = sum(losses[k] * W[k] for k in losses if k in W)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print({k: v.item() for k, v in losses.items()})


main()
