import torch
import torch.nn as nn
import torch.nn.functional as F

from lora import LoRALinear, mark_only_lora_as_trainable


class Mixer(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.one, self.two = LoRALinear(d, 12), LoRALinear(12, d)

    def forward(self, x):
        return x + self.two(F.gelu(self.one(self.norm(x))))


def main():
    torch.manual_seed(0)
    model = nn.Sequential(Mixer(), Mixer())
    mark_only_lora_as_trainable(model)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-2)  #! decoy
    x = torch.randn(20, 6)
    for _ in range(6):
        loss = F.mse_loss(model(x), x.flip(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
