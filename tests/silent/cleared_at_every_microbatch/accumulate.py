import torch
import torch.nn.functional as F


class Accumulator:
    def __init__(self, model, every):
        self.model, self.every, self.count = model, every, 0
        self.opt = torch.optim.AdamW(model.parameters(), lr=3e-3)

    def feed(self, x, y):
        loss = F.mse_loss(self.model(x), y) / self.every  #! decoy
        self.opt.zero_grad()  #~ gradient-cleared
        loss.backward()
        self.count += 1
        if self.count % self.every == 0:  #! decoy
            self.opt.step()
        return loss.item() * self.every
