# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from amp import Amp


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(6, 16), nn.ReLU(inplace=True))
        self.decoder = nn.Linear(16, 6)

    def forward(self, x):
        return self.decoder(self.encoder(x))


def main():
    torch.manual_seed(0)
    model = Model()
    amp = Amp(torch.optim.AdamW(model.parameters(), lr=1e-3))
    for step in range(3):
        x = torch.randn(8, 6)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.mse_loss(model(x).float(), x)
        amp.backward(loss)
        amp.clip(model.encoder.parameters(), 1.0)  #~ scaler-order
        amp.clip(model.decoder.parameters(), 0.5)  #~ scaler-order
        amp.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: amp.py
import torch
import torch.nn as nn


class Amp:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

    def backward(self, loss):
        self.optimizer.zero_grad()
        self.scaler.scale(loss).backward()  #! decoy

    def clip(self, parameters, limit):
        self.scaler.unscale_(self.optimizer)  #~ scaler-order
        nn.utils.clip_grad_norm_(parameters, limit)

    def step(self):
        self.scaler.step(self.optimizer)  #! decoy
        self.scaler.update()
