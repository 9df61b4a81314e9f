import torch
from torch import nn


class Stream:
    def __init__(self):
        self.carried = None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, batch_first=True)
        self.head = nn.Linear(4, 1)

    def forward(self, x, st):
        state = st.carried
        out, h = self.lstm(x, state)
        st.carried = tuple(s.detach() for s in h)
        return self.head(out)


torch.manual_seed(0)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
st = Stream()
for _ in range(3):
    loss = net(torch.randn(2, 5, 3), st).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
