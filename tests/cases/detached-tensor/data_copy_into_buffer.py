import torch
import torch.nn as nn


class MemoryBank(nn.Module):
    """Gathers the outputs of several micro batches for a batch-wide loss."""

    def __init__(self, slots, dim):
        super().__init__()
        self.register_buffer("slots", torch.zeros(slots, dim))
        self.at = 0

    def write(self, rows):
        end = self.at + len(rows)
        self.slots[self.at:end].copy_(rows.data)  #~ detached-tensor
        self.at = end

    def read(self):
        out, self.at = self.slots[:self.at], 0
        return out


def spread(z):
    z = z - z.mean(dim=0)
    cov = z.T @ z / (len(z) - 1)
    off = cov - torch.diag(cov.diag())
    return off.pow(2).sum() + torch.relu(1 - cov.diag().clamp(min=1e-6).sqrt()).sum()


def main():
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3))
    bank = MemoryBank(32, 3)
    optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-2)
    for step in range(3):
        for micro in torch.randn(4, 8, 6):
            bank.write(encoder(micro))
        loss = spread(bank.read())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), bank.slots.abs().max().item())  #! decoy


if __name__ == "__main__":
    main()
