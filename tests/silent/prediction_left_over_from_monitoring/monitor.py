import torch


class Monitor:
    def __init__(self, net):
        self.net, self.errors = net, []

    @torch.no_grad()  #~ grad-disabled
    def predict(self, x):
        return self.net(x)

    def record(self, pred, y):
        with torch.no_grad():  #! decoy
            self.errors.append((pred - y).abs().mean().item())  #! decoy
