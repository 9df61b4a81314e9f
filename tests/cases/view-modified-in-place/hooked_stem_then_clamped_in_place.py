import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv1d(2, 6, 3, padding=1)
        self.body = nn.Sequential(nn.Conv1d(6, 6, 3, padding=1), nn.ReLU(inplace=True))  #! decoy
        self.head = nn.Linear(6, 2)

    def forward(self, signal):
        low = F.hardtanh(self.stem(signal), -2.0, 2.0, inplace=True)  #~ view-modified-in-place
        return self.head(self.body(low).mean(-1))


def watch(module, norms):
    def note(_, grad_input, grad_output):
        norms.append(grad_output[0].norm().item())

    return module.register_full_backward_hook(note)


def main():
    torch.manual_seed(0)
    net, norms = Net(), []
    watch(net.stem, norms)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        loss = F.cross_entropy(net(torch.randn(4, 2, 10)), torch.randint(0, 2, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(norms)


main()
