import torch
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    table = torch.randn(30, 4, requires_grad=True)
    optimizer = torch.optim.Adam([table], lr=0.1)
    for _ in range(3):
        ids = torch.randint(0, 30, (6,))
        rows = F.embedding(ids, table, sparse=True)  #~ optimizer-arguments
        loss = rows.square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(loss.item())


main()
