import torch
from torch import nn
import torch.nn.functional as F

class Graph(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.left, self.right = nn.Parameter(torch.randn(n, 4)), nn.Parameter(torch.randn(4, n))
        self.adjacency = torch.softmax(self.left @ self.right, dim=1)  #~ modified-in-place
        self.layer = nn.Linear(3, 3)
    def forward(self, x):
        return self.layer(self.adjacency @ x)

def main():
    torch.manual_seed(0)
    net = Graph(7)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(5):
        x = torch.randn(7, 3)
        loss = F.mse_loss(net(x), x.roll(1, 0))
        opt.zero_grad()
        loss.backward(retain_graph=True)
        opt.step()  #! decoy
        print(loss.item())

main()
