import torch
import torch.nn as nn

from fed.client import Client
from fed.server import Aggregator


def main():
    torch.manual_seed(0)
    template = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    clients = [Client(i, template) for i in range(3)]
    server = Aggregator(clients, template)
    for round_ in range(2):
        for client in clients:
            client.local_epoch()
        print(round_, server.personalise(clients[0]))


if __name__ == "__main__":
    main()
