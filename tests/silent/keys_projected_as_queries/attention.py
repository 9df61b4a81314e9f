import torch.nn as nn


class CrossAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.to_query = nn.Linear(dim, dim, bias=False)
        self.to_key = nn.Linear(dim, dim, bias=False)
        self.to_value, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x, context):
        scores = self.to_query(x) @ self.to_query(context).transpose(1, 2)  #~ idle-parameter
        return self.out(scores.softmax(-1) @ self.to_value(context))
