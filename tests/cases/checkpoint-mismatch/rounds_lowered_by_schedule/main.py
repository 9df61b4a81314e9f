import torch

from refine import Refiner, Schedule


def main():
    torch.manual_seed(0)
    refiner = Refiner()
    schedule = Schedule(refiner, every=2)
    optimizer = torch.optim.Adam(refiner.parameters(), lr=1e-3)
    for step in range(4):
        flow = refiner(torch.randn(4, 6))
        loss = (flow - 1).abs().mean()
        schedule.tick(loss.item())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
