import torch

from synth import Synthesiser
from trainer import Trainer


def main(steps=12):
    torch.manual_seed(0)
    net = Synthesiser()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.0)
    trainer = Trainer(net, opt)
    for step in range(steps):
        text = torch.randint(0, 20, (8, 10))
        speaker = torch.randint(0, 4, (8,))
        mel = torch.randn(8, 10, 6) * 0.1 + speaker[:, None, None]
        loss = trainer.step(text, speaker, mel)
        if step % 4 == 0:
            print(step, round(loss, 4), round(trainer.validate(text, speaker, mel), 4))


if __name__ == "__main__":
    main()
