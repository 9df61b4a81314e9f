# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Guided(nn.Module):
    def __init__(self, guide, pupil, heat=3.0):
        super().__init__()
        self.guide, self.pupil, self.heat = guide.requires_grad_(False), pupil, heat

    def forward(self, x, y):
        with torch.no_grad():
            wanted = self.guide(x)
        said = self.pupil(x)
        return {"hard": F.cross_entropy(said, y), "soft": self.soft(said, wanted)}

    def soft(self, said, wanted):
        log_p = torch.log_softmax(wanted / self.heat, 1)  #~ constant-term
        q = torch.softmax(wanted / self.heat, 1)
        return torch.mean(torch.sum(-q * log_p, dim=1))


torch.manual_seed(11)
model = Guided(nn.Linear(7, 5), nn.Sequential(nn.Linear(7, 16), nn.Tanh(), nn.Linear(16, 5)))
optimizer = torch.optim.Adam(model.pupil.parameters(), lr=1e-2)
for _ in range(8):
    x = torch.randn(24, 7)
    terms = model(x, x[:, :5].argmax(1))
    loss = 0.2 * terms["hard"] + 0.8 * terms["soft"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Guided(nn.Module):
    def __init__(self, guide, pupil, heat=3.0):
        super().__init__()
        self.guide, self.pupil, self.heat = guide.requires_grad_(False), pupil, heat

    def forward(self, x, y):
        with torch.no_grad():
            wanted = self.guide(x)
        said = self.pupil(x)
        return {"hard": F.cross_entropy(said, y), "soft": self.soft(said, wanted)}

    def soft(self, said, wanted):
        log_p = torch.log_softmax(said / self.heat, 1)
        q = torch.softmax(wanted / self.heat, 1)
        return torch.mean(torch.sum(-q * log_p, dim=1))


torch.manual_seed(11)
model = Guided(nn.Linear(7, 5), nn.Sequential(nn.Linear(7, 16), nn.Tanh(), nn.Linear(16, 5)))
optimizer = torch.optim.Adam(model.pupil.parameters(), lr=1e-2)
for _ in range(8):
    x = torch.randn(24, 7)
    terms = model(x, x[:, :5].argmax(1))
    loss = 0.2 * terms["hard"] + 0.8 * terms["soft"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
