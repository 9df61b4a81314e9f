import torch
import torch.nn as nn


class PeepholeCell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.hidden = hidden
        self.gates = nn.Linear(inputs + hidden, 4 * hidden)
        self.peep = nn.Parameter(torch.zeros(3, hidden))

    def forward(self, x, h, c):
        z = self.gates(torch.cat([x, h], dim=-1))
        i, f, g, o = torch.chunk(z, 4, dim=-1)
        i.add_(self.peep[0] * c).sigmoid_()  #~ view-modified-in-place
        f.add_(self.peep[1] * c).sigmoid_()
        c = f * c + i * torch.tanh(g)
        o = torch.sigmoid(o + self.peep[2] * c)
        return o * torch.tanh(c), c


class Counter(nn.Module):
    def __init__(self, hidden=10):
        super().__init__()
        self.cell = PeepholeCell(1, hidden)
        self.head = nn.Linear(hidden, 1)

    def forward(self, bits):
        h = c = bits.new_zeros(bits.size(0), self.cell.hidden)
        for bit in bits.unbind(1):  #! decoy
            h, c = self.cell(bit[:, None], h, c)  #~ view-modified-in-place
        return self.head(h).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = Counter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        bits = torch.randint(0, 2, (8, 6)).float()
        loss = (model(bits) - bits.sum(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
