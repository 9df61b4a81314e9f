import torch
import torch.nn.functional as F

from detector import SetPredictor


def main():
    torch.manual_seed(0)
    model = SetPredictor()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    memory = torch.randn(16, 9, 12)
    boxes = torch.rand(16, 3, 4)
    for step in range(5):
        loss = F.l1_loss(model(memory), boxes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
