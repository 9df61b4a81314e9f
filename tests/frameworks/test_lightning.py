"""Real Lightning, with a small module: the callback tells of lost gradients by the trainer's own loggers."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings

import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    lightning = pytest.importorskip("lightning.pytorch")
    from lightning.pytorch.loggers import CSVLogger, Logger

from whygrad.integrations.lightning import Whygrad
from whygrad.integrations.reporting import FindingsError, FindingsWarning

pytestmark = pytest.mark.filterwarnings("ignore")
DATA = DataLoader(TensorDataset(torch.randn(32, 4), torch.randint(0, 2, (32,))), batch_size=4)


class Healthy(lightning.LightningModule):
    def __init__(self) -> None:
        super().__init__()
        self.body, self.head = nn.Linear(4, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.between(self.body(x).relu()))

    def between(self, hidden):
        return hidden

    def training_step(self, batch, number):
        x, y = batch
        loss = nn.functional.cross_entropy(self(x), y)
        self.log("train_loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


class Cut(Healthy):
    def between(self, hidden):
        return hidden.detach()


class LayerLeftOut(Healthy):
    def __init__(self) -> None:
        super().__init__()
        self.last = nn.Linear(2, 2)

    def forward(self, x):
        return self.last(super().forward(x).relu())

    def configure_optimizers(self):
        return torch.optim.SGD([*self.body.parameters(), *self.last.parameters()], lr=0.1)


class CutLoss(Healthy):
    def training_step(self, batch, number):
        return super().training_step(batch, number).detach()


class Writer:
    def __init__(self) -> None:
        self.texts: list[tuple[str, str, int]] = []

    def add_text(self, tag: str, text: str, global_step: int) -> None:
        self.texts.append((tag, text, global_step))


class Listening(Logger):
    """A logger like TensorBoard's: numbers by `log_metrics`, text by its writer."""

    name, version = "listening", "0"

    def __init__(self) -> None:
        super().__init__()
        self.experiment, self.metrics = Writer(), {}

    def log_metrics(self, metrics, step=None) -> None:
        self.metrics.update(metrics)

    def log_hyperparams(self, params) -> None:
        pass


def fitted(tmp_path, module, callback, logger=False):
    trainer = lightning.Trainer(
        max_epochs=1,
        logger=logger,
        callbacks=[callback],
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        accelerator="cpu",
        default_root_dir=tmp_path,
        log_every_n_steps=1,
    )
    trainer.fit(module, DATA)
    return trainer


def test_a_silent_cut_is_logged_as_text_and_count_and_warned_of(tmp_path):
    logger = Listening()
    with pytest.warns(FindingsWarning, match=r"detached-tensor.*") as caught:
        fitted(tmp_path, Cut(), Whygrad(), logger)
    assert logger.metrics["whygrad/findings"] == 1
    ((tag, text, step),) = logger.experiment.texts
    assert (tag, step) == ("whygrad", 8) and "error[detached-tensor]" in text and "return hidden.detach()" in text
    assert "body.weight" in str(caught[-1].message)


def test_the_count_is_in_the_file_of_the_csv_logger(tmp_path):
    fitted(tmp_path, Cut(), Whygrad(), CSVLogger(tmp_path))
    (file,) = tmp_path.rglob("metrics.csv")
    header, *rows = file.read_text().splitlines()
    column = header.split(",").index("whygrad/findings")
    assert [row.split(",")[column] for row in rows if row.split(",")[column]] == ["1.0"]


def test_a_finding_raises_where_that_is_asked_for(tmp_path):
    with pytest.raises(FindingsError, match="detached-tensor"):
        fitted(tmp_path, Cut(), Whygrad(on_finding="raise"))


def test_a_function_gets_each_finding_by_itself(tmp_path):
    got = []
    fitted(tmp_path, Cut(), Whygrad(on_finding=got.append))
    assert [[d.cause for d in told.diagnostics] for told in got] == [["detached-tensor"]]
    assert "error[detached-tensor]" in str(got[0])


def test_an_error_is_explained_and_goes_on(tmp_path):
    got = []
    with pytest.raises(RuntimeError, match="does not require grad"):
        fitted(tmp_path, CutLoss(), Whygrad(on_finding=got.append))
    assert [told.diagnostics[0].cause for told in got] == ["detached-tensor"]


def test_an_error_stays_itself_where_findings_raise(tmp_path):
    with pytest.raises(RuntimeError, match="does not require grad"):
        fitted(tmp_path, CutLoss(), Whygrad(on_finding="raise"))


def test_a_layer_between_others_that_no_optimizer_holds_is_told(tmp_path):
    got = []
    fitted(tmp_path, LayerLeftOut(), Whygrad(on_finding=got.append))
    assert {told.diagnostics[0].cause for told in got} == {"not-in-optimizer"}


def test_a_healthy_module_gets_silence_and_a_count_of_none(tmp_path):
    logger = Listening()
    trainer = fitted(tmp_path, Healthy(), Whygrad(on_finding="raise"), logger)
    assert trainer.global_step == 8
    assert logger.metrics["whygrad/findings"] == 0 and logger.experiment.texts == []


def test_one_callback_watches_one_fit_after_the_other(tmp_path):
    got = []
    callback = Whygrad(on_finding=got.append)
    fitted(tmp_path, Healthy(), callback)
    fitted(tmp_path, Cut(), callback)
    fitted(tmp_path, Healthy(), callback)
    assert len(got) == 1


def test_a_callback_can_be_sent_to_another_process():
    again = pickle.loads(pickle.dumps(Whygrad(on_finding="raise")))
    assert type(again) is Whygrad and again._watched.on_finding == "raise"


def test_a_logger_that_refuses_the_text_does_not_end_the_training(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("WHYGRAD_TESTING", raising=False)
    logger, got = Listening(), []
    monkeypatch.setattr(logger.experiment, "add_text", lambda tag: None)
    trainer = fitted(tmp_path, Cut(), Whygrad(on_finding=got.append), logger)
    assert trainer.state.finished and len(got) == 1
    assert "whygrad: internal error, " in capsys.readouterr().err


def test_another_word_for_what_to_do_is_refused():
    with pytest.raises(ValueError, match="on_finding"):
        Whygrad(on_finding="shout")


def test_nothing_is_imported_before_the_callback_is_asked_for():
    code = (
        "import sys, whygrad.integrations.lightning, whygrad.integrations.transformers\n"
        "assert not {'torch', 'lightning', 'pytorch_lightning', 'transformers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
