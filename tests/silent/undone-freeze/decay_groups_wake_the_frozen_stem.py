# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

from groups import with_decay


class Listener(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv1d(1, 6, 5, stride=2), nn.BatchNorm1d(6), nn.ReLU())
        self.memory = nn.GRU(6, 12, batch_first=True)
        self.verdict = nn.Linear(12, 2)

    def forward(self, sound):
        heard, _ = self.memory(self.stem(sound).transpose(1, 2))
        return self.verdict(heard[:, -1])


class Finetuning:
    def __init__(self, listener, keep=("stem",)):
        self.listener = listener
        for part in keep:
            getattr(listener, part).requires_grad_(False)  #! decoy
        self.optimizer = torch.optim.AdamW(with_decay(listener, 1e-2), lr=1e-3)

    def step(self, sound, label):
        loss = F.cross_entropy(self.listener(sound), label)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
tuning = Finetuning(Listener())
for _ in range(10):
    label = torch.randint(0, 2, (8,))
    sound = torch.randn(8, 1, 40) * (1 + label.view(-1, 1, 1))
    loss = tuning.step(sound, label)
print(f"{loss:.3f}")
# file: groups.py
def with_decay(model, decay):
    plain, decayed = [], []
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(True)  #~ undone-freeze
        (decayed if parameter.dim() > 1 else plain).append(parameter)
    return [{"params": plain, "weight_decay": 0.0}, {"params": decayed, "weight_decay": decay}]
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


class Listener(nn.Module):
    def __init__(self, frozen=True):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv1d(1, 6, 5, stride=2), nn.BatchNorm1d(6), nn.ReLU())
        self.memory = nn.GRU(6, 12, batch_first=True)
        self.verdict = nn.Linear(12, 2)
        if frozen:
            self.stem.requires_grad_(False)

    def forward(self, sound):
        heard, _ = self.memory(self.stem(sound).transpose(1, 2))
        return self.verdict(heard[:, -1])


def batch():
    label = torch.randint(0, 2, (8,))
    return torch.randn(8, 1, 40) * (1 + label.view(-1, 1, 1)), label


def train(listener, steps, lr):
    optimizer = torch.optim.AdamW([p for p in listener.parameters() if p.requires_grad], lr=lr)
    for _ in range(steps):
        sound, label = batch()
        loss = F.cross_entropy(listener(sound), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


torch.manual_seed(0)
whole = Listener()  # frozen by default
whole.requires_grad_(True)
train(whole, 5, 1e-3)

in_stages = Listener(frozen=False)
in_stages.stem.requires_grad_(False)
train(in_stages, 0, 1e-2)  # no warm-up this time
in_stages.requires_grad_(True)
train(in_stages, 5, 1e-3)

probed = Listener(frozen=False)
probed.stem.requires_grad_(False)
features = probed.stem(batch()[0])
probed.requires_grad_(True)
train(probed, 5, 1e-3)
print(f"{features.mean().item():.3f}")
