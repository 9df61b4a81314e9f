import torch
import torch.nn as nn


class SequenceTagger(nn.Module):
    def __init__(self, n_in=4, hidden=8, tags=3):
        super().__init__()
        self.rnn = nn.LSTM(n_in, hidden, batch_first=True)
        self.tag = nn.Linear(hidden, tags)

    def forward(self, x, state=None):
        out, state = self.rnn(x, state)
        return self.tag(out), state


def repackage(*tensors):
    for t in tensors:
        t.detach_()  #~ detached-tensor
    return tensors


def main():
    torch.manual_seed(0)
    model = SequenceTagger()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    series = torch.randn(6, 40, 4)
    tags = series.argmax(dim=-1).clamp(max=2)  #! decoy
    state = None
    for start in range(0, 40, 10):
        logits, state = model(series[:, start:start + 10], state)
        logits, *state = repackage(logits, *state)
        state = tuple(state)
        loss = criterion(logits.reshape(-1, 3), tags[:, start:start + 10].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        print(start, loss.item())


if __name__ == "__main__":
    main()
