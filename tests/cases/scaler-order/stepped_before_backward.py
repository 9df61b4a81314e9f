import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(inplace=True), nn.Linear(16, 2))

    def forward(self, x):
        return self.body(x)


def train(model, batches, accumulate=2):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scaler = torch.amp.GradScaler("cpu")
    for index, (x, y) in enumerate(batches):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = nn.functional.cross_entropy(model(x), y) / accumulate
        if index % accumulate == 0:
            scaler.step(optimizer)  #~ scaler-order
            scaler.update()
            optimizer.zero_grad(set_to_none=True)  #! decoy
        scaler.scale(loss).backward()  #! decoy
        print(index, loss.item())


def main():
    torch.manual_seed(0)
    train(Net(), [(torch.randn(8, 6), torch.randint(0, 2, (8,))) for _ in range(6)])


if __name__ == "__main__":
    main()
