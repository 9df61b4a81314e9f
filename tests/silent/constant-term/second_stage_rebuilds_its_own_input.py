# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(12, 6)
        self.decoder = nn.Linear(6, 12)

    def forward(self, x):
        code = torch.tanh(self.encoder(x))
        return code, self.decoder(code)


def pretrain(model, optimizer, batches):
    for x in batches:
        _, again = model(x)
        optimizer.zero_grad()
        F.mse_loss(again, x).backward()
        optimizer.step()


def finetune(model, head, optimizer, batches):
    for x in batches:
        noisy = x + 0.1 * torch.randn_like(x)
        code, again = model(noisy)
        loss = F.cross_entropy(head(code), x[:, :3].argmax(1))
        loss = loss + 0.3 * F.mse_loss(noisy, x)  #~ constant-term
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


torch.manual_seed(1)
model, head = Autoencoder(), nn.Linear(6, 3)
# Both are made before anything is trained.
early = torch.optim.Adam(model.parameters(), lr=1e-2)
late = torch.optim.Adam([*model.parameters(), *head.parameters()], lr=1e-3)
pretrain(model, early, torch.randn(70, 16, 12))
finetune(model, head, late, torch.randn(20, 16, 12))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(12, 6)
        self.decoder = nn.Linear(6, 12)

    def forward(self, x):
        code = torch.tanh(self.encoder(x))
        return code, self.decoder(code)


def pretrain(model, optimizer, batches):
    for x in batches:
        _, again = model(x)
        optimizer.zero_grad()
        F.mse_loss(again, x).backward()
        optimizer.step()


def finetune(model, head, optimizer, batches):
    for x in batches:
        noisy = x + 0.1 * torch.randn_like(x)
        code, again = model(noisy)
        loss = F.cross_entropy(head(code), x[:, :3].argmax(1))
        loss = loss + 0.3 * F.mse_loss(again, x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


torch.manual_seed(1)
model, head = Autoencoder(), nn.Linear(6, 3)
# Both are made before anything is trained.
early = torch.optim.Adam(model.parameters(), lr=1e-2)
late = torch.optim.Adam([*model.parameters(), *head.parameters()], lr=1e-3)
pretrain(model, early, torch.randn(70, 16, 12))
finetune(model, head, late, torch.randn(20, 16, 12))
