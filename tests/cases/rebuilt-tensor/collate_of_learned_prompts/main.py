import torch

from prompts.bank import PromptBank
from prompts.collate import collate
from prompts.frozen import FrozenLM


def main():
    torch.manual_seed(0)
    bank, lm = PromptBank(["sentiment", "topic"], length=2, dim=6), FrozenLM(dim=6)
    optimizer = torch.optim.Adam(bank.parameters(), lr=0.1)
    samples = [{"task": t, "tokens": torch.randint(0, 9, (3,)), "label": i % 4} for i, t in enumerate(bank.tasks * 3)]
    for start in (0, 3):
        batch = collate([bank.attach(s) for s in samples[start:start + 3]])
        loss = lm.loss(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
