import torch
import torch.nn as nn
import torch.nn.functional as F


class Observer:
    def __init__(self):
        self.low, self.high = float("inf"), float("-inf")

    def __call__(self, w):
        self.low = min(self.low, w.min().item())  #! decoy
        self.high = max(self.high, w.max().item())  #! decoy
        return self

    @property
    def qparams(self):
        scale = max(self.high - self.low, 1e-6) / 255
        return scale, int(round(-self.low / scale)) - 128


class FakeQuant(nn.Module):
    def __init__(self):
        super().__init__()
        self.observer = Observer()

    def forward(self, w):
        scale, zero = self.observer(w).qparams
        packed = torch.quantize_per_tensor(w, scale, zero, torch.qint8)  #~ no-derivative
        return packed.dequantize()


class QatLinear(nn.Linear):
    def __init__(self, *sizes):
        super().__init__(*sizes, bias=False)
        self.fake_quant = FakeQuant()

    def forward(self, x):
        return F.linear(x, self.fake_quant(self.weight))


def convert(module):
    for name, child in module.named_children():
        if isinstance(child, nn.Linear):
            new = QatLinear(child.in_features, child.out_features)
            new.load_state_dict({"weight": child.weight.detach()}, strict=False)  #! decoy
            setattr(module, name, new)
        else:
            convert(child)
    return module


def main():
    torch.manual_seed(0)
    model = convert(nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Sequential(nn.Linear(12, 2))))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(3):
        x = torch.randn(10, 4)
        loss = F.cross_entropy(model(x), (x.sum(dim=1) > 0).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
