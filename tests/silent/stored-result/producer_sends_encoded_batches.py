# file: main.py
import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F


class Prefetcher:
    """Encodes the next batches ahead of time and hands them over by a queue."""

    def __init__(self, encoder, batches):
        self.encoder, self.batches = encoder, batches
        self.queue = mp.SimpleQueue()

    def __iter__(self):
        for x, y in self.batches:
            with torch.no_grad():  #! decoy
                self.queue.put((self.encoder(x), y))
            yield self.queue.get()


def main():
    torch.manual_seed(0)
    encoder, head = nn.Sequential(nn.Linear(10, 20), nn.ReLU()), nn.Linear(20, 1)
    optimizer = torch.optim.RMSprop([*encoder.parameters(), *head.parameters()], lr=1e-3)
    batches = [(torch.randn(8, 10), torch.randn(8, 1)) for _ in range(10)]
    for h, y in Prefetcher(encoder, batches):
        loss = F.mse_loss(head(h), y)  #~ stored-result
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Plain batches go through the queue, and predictions go back by it."""
    torch.manual_seed(0)
    encoder, head = nn.Sequential(nn.Linear(10, 20), nn.ReLU()), nn.Linear(20, 1)
    optimizer = torch.optim.RMSprop([*encoder.parameters(), *head.parameters()], lr=1e-3)
    inputs, predictions, seen = mp.SimpleQueue(), mp.SimpleQueue(), []
    for _ in range(10):
        inputs.put((torch.randn(8, 10), torch.randn(8, 1)))
        x, y = inputs.get()
        predicted = head(encoder(x))
        loss = F.mse_loss(predicted, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        predictions.put(predicted.detach())
        seen.append(predictions.get())
    print(loss.item(), torch.cat(seen).std().item())


if __name__ == "__main__":
    main()
