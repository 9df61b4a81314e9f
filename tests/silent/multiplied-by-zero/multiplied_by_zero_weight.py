# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(10, 4)
        self.decode = nn.Linear(4, 10)
        self.classify = nn.Linear(4, 3)

    def forward(self, x):
        z = torch.tanh(self.encode(x))
        return self.decode(z), self.classify(z)


class Trainer:
    def __init__(self, model, config):
        self.model, self.config = model, config
        self.optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])

    def loss(self, x, y):
        rebuilt, logits = self.model(x)
        reconstruction = F.mse_loss(rebuilt, x)
        classification = F.cross_entropy(logits, y)
        return reconstruction + classification * self.config["classification_weight"]  #~ multiplied-by-zero

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.loss(x, y)
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
config = {"lr": 1e-2, "classification_weight": int(0.5)}
trainer = Trainer(Autoencoder(), config)
x, y = torch.randn(30, 10), torch.randint(3, (30,))
print([trainer.step(x, y) for _ in range(5)])
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(10, 4)
        self.decode = nn.Linear(4, 10)
        self.classify = nn.Linear(4, 3)

    def forward(self, x):
        z = torch.tanh(self.encode(x))
        return self.decode(z), self.classify(z)


class Trainer:
    def __init__(self, model, config):
        self.model, self.config = model, config
        self.optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])

    def loss(self, x, y):
        rebuilt, logits = self.model(x)
        reconstruction = F.mse_loss(rebuilt, x)
        classification = F.cross_entropy(logits, y)
        return reconstruction + classification * max(self.config["classification_weight"], 0.5)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = self.loss(x, y)
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
config = {"lr": 1e-2, "classification_weight": int(0.5)}
trainer = Trainer(Autoencoder(), config)
x, y = torch.randn(30, 10), torch.randint(3, (30,))
print([trainer.step(x, y) for _ in range(5)])
