import torch

from graphs.layout import Layout


def main():
    torch.manual_seed(0)
    layout = Layout(nodes=6)
    optimizer = torch.optim.Adam(layout.parameters(), lr=1e-2)
    for step in range(3):
        with torch.autograd.set_detect_anomaly(True):
            loss = layout.stress() + 0.1 * layout.spread()
            optimizer.zero_grad()
            loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
