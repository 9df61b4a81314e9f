"""Real Lightning, with a small module: the callback tells of lost gradients by the trainer's own loggers."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

from tests.frameworks.later import Later
from whygrad.integrations.reporting import FindingsError, FindingsWarning

lightning, ours = Later("lightning.pytorch"), Later("whygrad.integrations.lightning")
some = Later("tests.frameworks.lightning_modules")
pytestmark = pytest.mark.filterwarnings("ignore")
DATA = DataLoader(TensorDataset(torch.randn(32, 4), torch.randint(0, 2, (32,))), batch_size=4)


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
    logger = some.Listening()
    with pytest.warns(FindingsWarning, match=r"detached-tensor.*") as caught:
        fitted(tmp_path, some.Cut(), ours.Whygrad(), logger)
    assert logger.metrics["whygrad/findings"] == 1
    ((tag, text, step),) = logger.experiment.texts
    assert (tag, step) == ("whygrad", 8) and "error[detached-tensor]" in text and "return hidden.detach()" in text
    assert "body.weight" in str(caught[-1].message) and caught[-1].filename == __file__  # the line that called `fit`


def test_the_count_is_in_the_file_of_the_csv_logger(tmp_path):
    fitted(tmp_path, some.Cut(), ours.Whygrad(), some.CSVLogger(tmp_path))
    (file,) = tmp_path.rglob("metrics.csv")
    header, *rows = file.read_text().splitlines()
    column = header.split(",").index("whygrad/findings")
    assert [row.split(",")[column] for row in rows if row.split(",")[column]] == ["1.0"]


def test_a_finding_raises_where_that_is_asked_for(tmp_path):
    with pytest.raises(FindingsError, match="detached-tensor"):
        fitted(tmp_path, some.Cut(), ours.Whygrad(on_finding="raise"))


def test_a_function_gets_each_finding_by_itself(tmp_path):
    got = []
    fitted(tmp_path, some.Cut(), ours.Whygrad(on_finding=got.append))
    assert [[d.cause for d in told.diagnostics] for told in got] == [["detached-tensor"]]
    assert "error[detached-tensor]" in str(got[0])


def test_an_error_is_explained_and_goes_on(tmp_path):
    got = []
    with pytest.raises(RuntimeError, match="does not require grad"):
        fitted(tmp_path, some.CutLoss(), ours.Whygrad(on_finding=got.append))
    assert [told.diagnostics[0].cause for told in got] == ["detached-tensor"]


def test_an_error_stays_itself_where_findings_raise(tmp_path):
    with pytest.raises(RuntimeError, match="does not require grad"):
        fitted(tmp_path, some.CutLoss(), ours.Whygrad(on_finding="raise"))


def test_a_layer_between_others_that_no_optimizer_holds_is_told(tmp_path):
    got = []
    fitted(tmp_path, some.LayerLeftOut(), ours.Whygrad(on_finding=got.append))
    assert {told.diagnostics[0].cause for told in got} == {"not-in-optimizer"}


def test_a_healthy_module_gets_silence_and_a_count_of_none(tmp_path):
    logger = some.Listening()
    trainer = fitted(tmp_path, some.Healthy(), ours.Whygrad(on_finding="raise"), logger)
    assert trainer.global_step == 8
    assert logger.metrics["whygrad/findings"] == 0 and logger.experiment.texts == []


def test_one_callback_watches_one_fit_after_the_other(tmp_path):
    got = []
    callback = ours.Whygrad(on_finding=got.append)
    fitted(tmp_path, some.Healthy(), callback)
    fitted(tmp_path, some.Cut(), callback)
    fitted(tmp_path, some.Healthy(), callback)
    assert len(got) == 1


def test_a_callback_can_be_sent_to_another_process():
    again = pickle.loads(pickle.dumps(ours.Whygrad(on_finding="raise")))
    assert type(again) is ours.Whygrad and again._watched.on_finding == "raise"


def test_a_logger_that_refuses_the_text_does_not_end_the_training(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("WHYGRAD_TESTING", raising=False)
    logger, got = some.Listening(), []
    monkeypatch.setattr(logger.experiment, "add_text", lambda tag: None)
    trainer = fitted(tmp_path, some.Cut(), ours.Whygrad(on_finding=got.append), logger)
    assert trainer.state.finished and len(got) == 1
    assert "whygrad: internal error, " in capsys.readouterr().err


def test_another_word_for_what_to_do_is_refused():
    with pytest.raises(ValueError, match="on_finding"):
        ours.Whygrad(on_finding="shout")


def test_nothing_is_imported_before_the_callback_is_asked_for():
    code = (
        "import sys, whygrad.integrations.lightning, whygrad.integrations.transformers\n"
        "assert not {'torch', 'lightning', 'pytorch_lightning', 'transformers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
