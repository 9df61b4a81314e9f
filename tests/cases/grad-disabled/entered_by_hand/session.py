import torch


class Session:
    """An interactive prediction session."""

    def __init__(self, net):
        self.net = net
        self.guard = torch.no_grad()

    def start(self):
        self.guard.__enter__()  #~ grad-disabled
        return self

    def predict(self, x):
        return self.net(x)

    def stop(self):
        self.guard.__exit__(None, None, None)
