import torch
import torch.nn.functional as F

from schedule import Stages
from vision import Classifier


def main(epochs=4):
    torch.manual_seed(0)
    model = Classifier()
    stages = Stages(model, unfreeze_at=2)
    opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-2)  #~ not-in-optimizer|stale-optimizer|frozen-parameter
    for epoch in range(epochs):
        stages.begin(epoch)
        for _ in range(4):
            x = torch.randn(16, 6)
            loss = F.cross_entropy(model(x), x[:, :3].argmax(1))
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
