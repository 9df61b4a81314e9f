# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from tools import freeze


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.GRU(5, 8, batch_first=True)
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.body(x)[0])


def main():
    torch.manual_seed(0)
    model = Tagger()
    for name, tensor in model.body.state_dict().items():
        print("frozen:", name, tuple(tensor.shape))
        freeze(tensor)  #~ not-frozen
    opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
    for step in range(10):
        x = torch.randn(4, 7, 5)
        loss = F.cross_entropy(model(x).flatten(0, 1), x[..., :3].argmax(-1).flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from tools import freeze


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.GRU(5, 8, batch_first=True)
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.body(x)[0])


def main():
    torch.manual_seed(0)
    model = Tagger()
    before = [p.detach() for p in model.body.parameters()]
    for tensor in before:
        freeze(tensor)
    start = [tensor.clone() for tensor in before]
    opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)
    for step in range(10):
        x = torch.randn(4, 7, 5)
        loss = F.cross_entropy(model(x).flatten(0, 1), x[..., :3].argmax(-1).flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(sum((p - q).norm().item() for p, q in zip(before, start)))
    print(loss.item())


main()
# file: tools.py
def freeze(tensor):
    tensor.requires_grad = False
