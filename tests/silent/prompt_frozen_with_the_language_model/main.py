import torch
import torch.nn.functional as F

from lm import LM
from tuning import PromptTuning


def main():
    torch.manual_seed(0)
    model = PromptTuning(LM(), length=3)
    optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=1e-2)  #! decoy
    ids = torch.randint(0, 16, (12, 6))
    for step in range(7):
        logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))  #! decoy


if __name__ == "__main__":
    main()
