import torch
import torch.nn.functional as F

from groups import parameter_groups
from tagger import Tagger


def main():
    torch.manual_seed(0)
    model = Tagger()
    opt = torch.optim.AdamW(parameter_groups(model))  #~ not-in-optimizer
    for step in range(6):
        ids, tags = torch.randint(0, 15, (4, 6)), torch.randint(0, 3, (4, 6))
        loss = F.cross_entropy(model(ids).flatten(0, 1), tags.flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
