# file: main.py
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
# file: filters.py
def slow_gradients(net, memory, alpha=0.98, gain=2.0):
    if memory is None:
        memory = {n: p.grad.data.detach() for n, p in net.named_parameters() if p.requires_grad}  #~ missing-gradient|idle-parameter|unused-parameters
    for n, p in net.named_parameters():
        if p.requires_grad:
            memory[n] = memory[n] * alpha + p.grad.data.detach() * (1 - alpha)
            p.grad.data = p.grad.data + memory[n] * gain
    return memory
# file: model.py
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 16)
        self.head = nn.Linear(16, 3)
        self.projection = nn.Linear(16, 8)  #~ idle-parameter|unused-parameters

    def forward(self, x):
        return self.head(F.relu(self.body(x)))

    def embed(self, x):
        return F.normalize(self.projection(F.relu(self.body(x))), dim=-1)
