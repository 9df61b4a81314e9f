# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(6, 16), nn.Tanh())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


def main(epochs=4):
    torch.manual_seed(0)
    net = Net()
    net.backbone.requires_grad_(False)
    opt = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1, momentum=0.9)
    for epoch in range(epochs):
        if epoch == 2:
            net.backbone.requires_grad_(True)
            opt.add_param_group({"params": list(net.backbone.parameters()), "lr": 0.01})
        for _ in range(4):
            x = torch.randn(16, 6)
            loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
