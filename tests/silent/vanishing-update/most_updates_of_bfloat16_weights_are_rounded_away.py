# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self, bands=24):
        super().__init__()
        self.mix = nn.Conv1d(bands, 32, 3, padding=1)
        self.more = nn.Conv1d(32, 32, 3, padding=1)
        self.say = nn.Linear(32, 4)

    def forward(self, spectrum):
        h = torch.relu(self.more(torch.relu(self.mix(spectrum))))
        return self.say(h.mean(2))


def prepare(low_precision):
    model = Detector()
    if low_precision:
        model.bfloat16()  #~ vanishing-update
    return model


def main():
    torch.manual_seed(0)
    model = prepare(low_precision=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-5)
    for step in range(40):
        kind = torch.randint(0, 4, (16,))
        spectrum = torch.randn(16, 24, 20)
        spectrum[torch.arange(16), kind] += 1.5
        loss = F.cross_entropy(model(spectrum.bfloat16()).float(), kind)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def train(model, optimizer, steps=24, autocast=False, after=lambda: None):
    for step in range(steps):
        x = torch.randn(32, 24)
        with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
            out = model(x.to(next(model.parameters()).dtype))
        F.cross_entropy(out.float(), x[:, :4].argmax(1)).backward()
        optimizer.step()
        optimizer.zero_grad()
        after()


def net():
    return nn.Sequential(nn.Linear(24, 48), nn.ReLU(), nn.Linear(48, 4))


def main():
    """Small steps of weights in single precision under autocast; of a master copy; and large ones in half precision."""
    torch.manual_seed(0)
    model = net()
    train(model, torch.optim.AdamW(model.parameters(), lr=3e-5), autocast=True)

    model = net().bfloat16()
    master = [p.detach().float().clone().requires_grad_() for p in model.parameters()]
    optimizer = torch.optim.AdamW(master, lr=3e-5)
    for step in range(24):
        x = torch.randn(32, 24)
        F.cross_entropy(model(x.bfloat16()).float(), x[:, :4].argmax(1)).backward()
        for held, p in zip(master, model.parameters()):
            held.grad, p.grad = p.grad.float(), None
        optimizer.step()
        with torch.no_grad():
            for held, p in zip(master, model.parameters()):
                p.copy_(held)

    model = net().bfloat16()
    train(model, torch.optim.AdamW(model.parameters(), lr=1e-3))


main()
