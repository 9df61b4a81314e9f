import torch
import torch.nn.functional as F

from autoencoder import AutoEncoder


def main(steps=10):
    torch.manual_seed(0)
    model = AutoEncoder()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    data = torch.rand(32, 12)
    for step in range(steps):
        loss = F.mse_loss(model(data), data)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")
    with torch.no_grad():  #! decoy
        print(model.encode(data).std().item())


if __name__ == "__main__":
    main()
