import warnings

import torch
import torch.nn as nn

warnings.filterwarnings("ignore", category=DeprecationWarning)


class Filter(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 4, 5, padding=2)
        self.mix = nn.Conv1d(4, 1, 1)

    def forward(self, x):
        return self.mix(torch.relu(self.conv(x)))


def export(model):
    model.eval()
    scripted = torch.jit.script(model)
    return torch.jit.freeze(scripted)  #~ frozen-script


def finetune(model, parameters, signal, clean, steps=3):
    optimizer = torch.optim.SGD(parameters, lr=1e-2)
    for step in range(steps):
        loss = (model(signal) - clean).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


def main():
    torch.manual_seed(0)
    clean = torch.sin(torch.linspace(0, 30, 64)).view(1, 1, -1)
    signal = clean + 0.1 * torch.randn_like(clean)
    model = Filter()
    fast = export(model)
    with torch.no_grad():  #! decoy
        print("before", (fast(signal) - clean).pow(2).mean().item())
    finetune(fast, model.parameters(), signal, clean)


if __name__ == "__main__":
    main()
