import torch
import torch.nn.functional as F

from heads import MultiTask


def step(model, optimizer, x, label, depth, weight=0.5):
    logits, pred_depth = model(x)
    loss = F.cross_entropy(logits, label)
    depth_loss = F.l1_loss(pred_depth, depth)
    total = loss + weight * depth_loss
    optimizer.zero_grad()
    loss.backward()  #~ unused-parameters|never-connected|backward-never-called|idle-parameter|unused-input|loss-left-out
    optimizer.step()
    return {"total": total.item(), "class": loss.item(), "depth": depth_loss.item()}  #! decoy


def main():
    torch.manual_seed(0)
    model = MultiTask()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(40, 6)
    label, depth = x[:, :3].argmax(1), x[:, 3:4].abs()
    for epoch in range(6):
        print(epoch, step(model, optimizer, x, label, depth))


if __name__ == "__main__":
    main()
