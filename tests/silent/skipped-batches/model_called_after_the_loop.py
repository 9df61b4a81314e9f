# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset


class Waves(Dataset):
    def __init__(self, n):
        self.phase = torch.linspace(0, 3, n)

    def __len__(self):
        return len(self.phase)

    def __getitem__(self, i):
        wave = torch.sin(torch.linspace(0, 6, 16) + self.phase[i])
        return {"past": wave[:12], "next": wave[12:]}


class Trainer:
    def __init__(self, mode):
        self.mode = mode
        self.net = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 4))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, batch):
        loss = F.mse_loss(self.net(batch["past"]), batch["next"])
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def epoch(self, loader):
        for batch in loader:
            if self.mode == "noisy":
                batch = {key: value + 0.1 * torch.randn_like(value) for key, value in batch.items()}
                self.step(batch)
        if self.mode == "plain":
            return self.step(batch)  #~ skipped-batches


torch.manual_seed(0)
trainer = Trainer("plain")
loader = DataLoader(Waves(40), batch_size=8, shuffle=True)
for epoch in range(5):
    print(trainer.epoch(loader))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

# To overfit a single batch on purpose: it is the first, or one that is chosen.

torch.manual_seed(0)
x = torch.randn(40, 6)
loader = DataLoader(TensorDataset(x, x[:, :1]), batch_size=8)
net = nn.Linear(6, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(5):
    for past, ahead in loader:
        if past.std() > 0.9:
            break
    loss = F.mse_loss(net(past), ahead)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
for epoch in range(5):
    for i, (past, ahead) in enumerate(loader):
        if i % 2:
            continue  # every other batch is kept for a test
        loss = F.mse_loss(net(past), ahead)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
