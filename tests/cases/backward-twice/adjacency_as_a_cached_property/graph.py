from functools import cached_property

import torch
import torch.nn as nn


class LearnedGraph(nn.Module):
    def __init__(self, nodes, dim=4):
        super().__init__()
        self.code = nn.Parameter(torch.randn(nodes, dim))
        self.scale = nn.Parameter(torch.ones(nodes))

    @cached_property  #~ backward-twice
    def degrees(self):
        return self.adjacency.detach().sum(1)

    @cached_property  #~ backward-twice
    def adjacency(self):  #~ backward-twice
        return torch.softmax(self.code @ self.code.T, dim=-1)  #~ backward-twice

    def forward(self, x):
        return self.scale * (x @ self.adjacency) / self.degrees
