import torch
import torch.nn.functional as F

from filters import slow_gradients
from model import Encoder


def main():
    torch.manual_seed(0)
    net = Encoder()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    memory = None
    for step in range(5):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        memory = slow_gradients(net, memory)
        opt.step()
        print(step, loss.item())


main()
