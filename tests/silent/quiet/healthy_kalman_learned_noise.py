# file: quiet.py
import torch
import torch.nn as nn


class Kalman(nn.Module):
    def __init__(self):
        super().__init__()
        self.F = nn.Parameter(torch.tensor([[1.0, 0.1], [0.0, 0.9]]))
        self.log_q, self.log_r = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(1))
        self.register_buffer("H", torch.tensor([[1.0, 0.0]]))

    def forward(self, ys):
        m, P, nll = torch.zeros(2, 1), torch.eye(2), 0.0
        Q, R = self.log_q.exp().diag(), self.log_r.exp().diag()
        means = []
        for y in ys:
            m, P = self.F @ m, self.F @ P @ self.F.T + Q
            e = y.view(1, 1) - self.H @ m
            S = self.H @ P @ self.H.T + R
            K = torch.linalg.solve(S, self.H @ P).T
            m, P = m + K @ e, P - K @ self.H @ P
            nll = nll + 0.5 * (torch.logdet(S) + (e.T @ torch.linalg.solve(S, e)).squeeze())
            means.append(m[0, 0].item())
        return nll / len(ys), means


def main():
    torch.manual_seed(0)
    kf = Kalman()
    opt = torch.optim.Adam(kf.parameters(), lr=1e-2)
    ys = torch.sin(torch.arange(20) * 0.2) + 0.1 * torch.randn(20)
    for step in range(6):
        loss, means = kf(ys)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), means[-1])


main()
