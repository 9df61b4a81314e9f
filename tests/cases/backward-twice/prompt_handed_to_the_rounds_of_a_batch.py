import torch
from torch import nn
import torch.nn.functional as F

class Prompt(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(8, 6)
        self.mix = nn.Linear(6, 6)
    def forward(self, ids):
        return torch.tanh(self.mix(torch.tanh(self.mix(self.table(ids)))))

def refine(decoder, opt, tokens, target, rounds):
    for _ in range(rounds):
        opt.zero_grad()
        loss = F.mse_loss(decoder(tokens), target)
        loss.backward()
        opt.step()
    return loss.item()

def main():
    torch.manual_seed(0)
    prompt, decoder = Prompt(), nn.Sequential(nn.Linear(6, 12), nn.Tanh(), nn.Linear(12, 2))
    opt = torch.optim.Adam([*prompt.parameters(), *decoder.parameters()], lr=1e-2)
    for batch in range(4):
        ids, target = torch.randint(0, 8, (10,)), torch.randn(10, 2)
        tokens = prompt(ids)  #~ backward-twice
        print(refine(decoder, opt, tokens, target, 3))

main()
