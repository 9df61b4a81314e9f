# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from slow import slow_down


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(6, 16), nn.Linear(16, 3)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


def main(steps=20):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        slow_down(net.body, 0.1)  #~ hook-registration|hook-result|zero-gradient|masked-gradient|underflow
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: slow.py
def slow_down(layer, factor):
    """A smaller learning rate for one layer."""
    for p in layer.parameters():
        p.register_hook(lambda g: g * factor)  #~ hook-registration|hook-result|zero-gradient|masked-gradient|underflow
