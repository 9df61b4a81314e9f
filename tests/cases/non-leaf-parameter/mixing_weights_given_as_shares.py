import torch
import torch.nn.functional as F


def shares(raw, temperature=1.0):
    """What each source contributes; the shares sum to one."""
    scaled = raw / temperature  #! decoy
    return torch.softmax(scaled, dim=0)  #! decoy


def main():
    torch.manual_seed(0)
    sources = torch.randn(4, 50)
    mixed = torch.tensor([0.1, 0.2, 0.3, 0.4]) @ sources
    raw = torch.zeros(4, requires_grad=True)
    settings = {"lr": 0.2, "momentum": 0.9}
    optimizer = torch.optim.SGD([shares(raw)], **settings)  #~ non-leaf-parameter
    for step in range(30):
        loss = F.mse_loss(shares(raw) @ sources, mixed)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), shares(raw).tolist())


if __name__ == "__main__":
    main()
