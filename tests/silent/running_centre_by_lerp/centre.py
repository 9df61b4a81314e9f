import torch


class Centre:
    def __init__(self, d, rate=0.1):
        self.value, self.rate = torch.zeros(d), rate

    def follow(self, z):
        self.value = torch.lerp(self.value, z.mean(0), self.rate)  #~ growing-graph
