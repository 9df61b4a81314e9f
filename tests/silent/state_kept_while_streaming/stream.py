import torch


class Streamer:
    """One sample in, one score out; the state lives on between them."""

    def __init__(self, model, hidden=12):
        self.model, self.h = model, torch.zeros(1, hidden)

    def feed(self, sample):
        y, self.h = self.model(sample.unsqueeze(0), self.h)  #~ growing-graph
        return y.item()
