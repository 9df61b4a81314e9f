# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(9, 5), nn.Tanh())
        self.decoder = nn.Linear(5, 9)

    def forward(self, x):
        return self.decoder(self.encoder(x))

    def validate(self, x):
        """Without gradients, they only cost memory here."""
        self.eval()
        self.encoder.requires_grad_(False)  #~ frozen-parameter
        error = F.mse_loss(self(x), x).item()  #! decoy
        self.train()
        return error


def epoch(model, opt, batches):
    for x in batches:
        opt.zero_grad()
        loss = F.mse_loss(model(x), x)
        loss.backward()
        opt.step()
    return loss.item()  #! decoy


def run():
    torch.manual_seed(0)
    data = torch.randn(60, 3) @ torch.randn(3, 9)
    model = Autoencoder()
    opt = torch.optim.RMSprop(model.parameters(), lr=1e-2)
    for number in range(5):
        trained = epoch(model, opt, data[:40].split(10))
        print(number, trained, model.validate(data[40:]))


run()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(9, 5), nn.Tanh())
        self.decoder = nn.Linear(5, 9)

    def forward(self, x):
        return self.decoder(self.encoder(x))

    def keep_encoder(self):
        self.encoder.requires_grad_(False)


def epoch(model, opt, batches):
    for x in batches:
        opt.zero_grad()
        loss = F.mse_loss(model(x), x)
        loss.backward()
        opt.step()
    return loss.item()


torch.manual_seed(0)
data = torch.randn(60, 3) @ torch.randn(3, 9)
model = Autoencoder()
opt = torch.optim.RMSprop(model.parameters(), lr=1e-2)
for number in range(3):
    print("both", epoch(model, opt, data.split(10)))
for number in range(3):
    model.keep_encoder()
    print("the decoder alone", epoch(model, opt, data.split(10)))
for number in range(4):
    model.encoder.requires_grad_(number < 2)
    print("two epochs of both, then the decoder", epoch(model, opt, data.split(10)))
