import torch
import torch.nn as nn

from probes import ChannelAblation, Recorder


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 14), nn.Tanh(), nn.Linear(14, 10), nn.Sigmoid(), nn.Linear(10, 2))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    recorder = Recorder(model[1])
    ablation = None
    for epoch in range(4):
        if epoch == 2:
            ablation = ChannelAblation(model[3], [1, 4])  #~ modified-in-place
        x, y = torch.randn(12, 6), torch.randint(0, 2, (12,))
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), recorder.mean.norm().item())
    ablation.remove()


if __name__ == "__main__":
    main()
