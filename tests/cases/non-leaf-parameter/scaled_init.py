import torch
import torch.nn as nn


class PromptTuning(nn.Module):
    def __init__(self, vocab=15, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)

    def forward(self, prompt, tokens):
        h = torch.cat([prompt.expand(len(tokens), -1, -1), self.embed(tokens)], dim=1)
        return self.out(h.mean(dim=1))


def make_prompt(model, length):
    start = model.embed.weight.detach()[:length].clone()  #! decoy
    noise = torch.randn(length, start.size(1), requires_grad=True) * 0.02  #~ non-leaf-parameter
    return (start + noise).unsqueeze(0)  #~ non-leaf-parameter


def main():
    torch.manual_seed(0)
    model = PromptTuning()
    model.requires_grad_(False)  #! decoy
    prompt = make_prompt(model, 3)
    optimizer = torch.optim.Adam([prompt], lr=0.1)
    for step in range(3):
        tokens, y = torch.randint(0, 15, (8, 4)), torch.randint(0, 15, (8,))
        loss = nn.functional.cross_entropy(model(prompt, tokens), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
