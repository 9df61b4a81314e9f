import torch
import torch.nn as nn
import torch.nn.functional as F

from rotary import apply_rotary, rotary_table


class Attention(nn.Module):
    def __init__(self, dim, longest=32):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(dim, dim, bias=False) for _ in range(4))
        self.register_buffer("table", rotary_table(dim, longest))

    def forward(self, x):
        table = self.table[: x.size(1)]
        q, k = apply_rotary(self.q(x), table), apply_rotary(self.k(x), table)
        return self.o(F.scaled_dot_product_attention(q, k, self.v(x), is_causal=True))
