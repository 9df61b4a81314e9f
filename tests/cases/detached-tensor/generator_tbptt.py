import torch
import torch.nn as nn


class CharRNN(nn.Module):
    def __init__(self, vocab=12, hidden=10):
        super().__init__()
        self.embed = nn.Embedding(vocab, hidden)
        self.cell = nn.GRUCell(hidden, hidden)
        self.out = nn.Linear(hidden, vocab)

    def windows(self, tokens, length):
        """Yields the logits of one window after the other, truncating the history."""
        state = torch.zeros(tokens.size(0), self.cell.hidden_size)
        for start in range(0, tokens.size(1) - 1, length):
            logits = []
            for t in range(start, min(start + length, tokens.size(1) - 1)):
                state = self.cell(self.embed(tokens[:, t]), state)
                logits.append(self.out(state))
            state = state.detach()  #! decoy
            block = torch.stack(logits, dim=1)
            yield start, block.detach()  #~ detached-tensor


def main():
    torch.manual_seed(0)
    model = CharRNN()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tokens = torch.randint(0, 12, (8, 25))
    for epoch in range(2):
        for start, logits in model.windows(tokens, 6):
            wanted = tokens[:, start + 1:start + 1 + logits.size(1)]
            loss = criterion(logits.flatten(0, 1), wanted.flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(epoch, start, round(loss.item(), 3))


if __name__ == "__main__":
    main()
