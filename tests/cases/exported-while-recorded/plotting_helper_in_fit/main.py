import torch
import torch.nn as nn

from figures import curve_figure


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    grid = torch.linspace(0, 6, 30).unsqueeze(-1)
    truth = torch.sin(grid).squeeze(-1)
    for step in range(6):
        prediction = model(grid).squeeze(-1)
        loss = (prediction - truth).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        if step % 3 == 2:
            curve_figure(grid, truth, prediction)  #~ exported-while-recorded


if __name__ == "__main__":
    main()
