import torch


def control_points(height, width):
    rows = torch.arange(height)  #~ requires-grad-misuse
    columns = torch.arange(width)  #~ requires-grad-misuse
    grid = torch.stack(torch.meshgrid(rows, columns, indexing="ij"), dim=-1)
    return grid.reshape(-1, 2)


def main():
    torch.manual_seed(0)
    points = control_points(3, 4)
    points.requires_grad_(True)  #! decoy
    optimizer = torch.optim.SGD([points], lr=0.1)
    for _ in range(3):
        loss = (points - points.mean(0)).pow(2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
