"""Real transformers: the callback tells of lost gradients by what the trainer reports to, and keeps quiet otherwise."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import torch

from tests.frameworks.later import Later, load
from tests.programs import start_program
from whygrad.integrations.reporting import FindingsError, FindingsWarning

transformers, ours = Later("transformers"), Later("whygrad.integrations.transformers")

pytestmark = pytest.mark.filterwarnings("ignore")
SIZES = {
    "vocab_size": 32,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 16,
}
DATA = [{"input_ids": torch.arange(8) + i, "labels": torch.tensor(i % 2)} for i in range(8)]


@cache
def cut() -> Any:
    class Cut(transformers.BertForSequenceClassification):
        def forward(self, input_ids=None, labels=None, **kwargs):
            pooled = self.bert(input_ids).pooler_output.detach()
            logits = self.classifier(pooled)
            return {"loss": torch.nn.functional.cross_entropy(logits, labels), "logits": logits}

    return Cut


class Writer:
    def __init__(self) -> None:
        self.texts: list[tuple[str, str, int]] = []

    def add_text(self, tag: str, text: str, global_step: int) -> None:
        self.texts.append((tag, text, global_step))


@cache
def reporter_kind() -> Any:
    """Of a reporter like the trainer's own for TensorBoard."""

    class Reporter(transformers.TrainerCallback):
        def __init__(self) -> None:
            self.tb_writer, self.logged = Writer(), {}

        def on_log(self, args, state, control, logs=None, **kwargs) -> None:
            self.logged.update(logs)

    return Reporter


def trained(tmp_path, kind, *callbacks):
    torch.manual_seed(0)
    model = kind(transformers.BertConfig(**SIZES))
    arguments = transformers.TrainingArguments(
        str(tmp_path),
        max_steps=4,
        per_device_train_batch_size=2,
        report_to=[],
        disable_tqdm=True,
        use_cpu=True,
        logging_steps=1,
        save_strategy="no",
    )
    trainer = transformers.Trainer(model, arguments, train_dataset=DATA, callbacks=list(callbacks))
    trainer.train()
    return trainer


def test_a_silent_cut_is_reported_as_text_and_count_and_warned_of(tmp_path):
    reporter = reporter_kind()()
    with pytest.warns(FindingsWarning, match="detached-tensor"):
        trainer = trained(tmp_path, cut(), reporter, ours.WhygradCallback())
    assert reporter.logged["whygrad/findings"] == 1
    assert [entry["whygrad/findings"] for entry in trainer.state.log_history if "whygrad/findings" in entry] == [1]
    ((tag, text, step),) = reporter.tb_writer.texts
    assert (tag, step) == ("whygrad", 4) and "pooler_output.detach()" in text


def test_a_finding_raises_where_that_is_asked_for(tmp_path):
    with pytest.raises(FindingsError, match="detached-tensor"):
        trained(tmp_path, cut(), ours.WhygradCallback(on_finding="raise"))


def test_a_function_gets_each_finding(tmp_path):
    got = []
    trained(tmp_path, cut(), ours.WhygradCallback(on_finding=got.append))
    assert [told.diagnostics[0].cause for told in got] == ["detached-tensor"]


def small(name, **sizes):
    def made(_):
        config = getattr(transformers, f"{name}Config")(vocab_size=32, pad_token_id=0, **sizes)
        return getattr(transformers, f"{name}ForSequenceClassification")(config)

    return made


@pytest.mark.parametrize(
    "kind",
    [
        lambda config: transformers.BertForSequenceClassification(config),
        small("DistilBert", dim=16, n_layers=1, n_heads=2, hidden_dim=32),
    ],
    ids=["bert", "distilbert"],
)
def test_a_healthy_model_gets_silence_and_a_count_of_none(tmp_path, kind):
    reporter = reporter_kind()()
    trained(tmp_path, kind, reporter, ours.WhygradCallback(on_finding="raise"))
    assert reporter.logged["whygrad/findings"] == 0 and reporter.tb_writer.texts == []


PROGRAM = """
import torch
import transformers
from whygrad.integrations.transformers import WhygradCallback

class Cut(transformers.BertForSequenceClassification):
    def forward(self, input_ids=None, labels=None, **kwargs):
        out = super().forward(input_ids, labels=labels)
        return {"loss": out.loss.detach(), "logits": out.logits}

model = Cut(transformers.BertConfig(vocab_size=32, hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
                                    intermediate_size=32, max_position_embeddings=16))
arguments = transformers.TrainingArguments("out", max_steps=2, report_to=[], disable_tqdm=True, use_cpu=True)
data = [{"input_ids": torch.arange(8) + i, "labels": torch.tensor(i % 2)} for i in range(8)]
transformers.Trainer(model, arguments, train_dataset=data, callbacks=[WhygradCallback()]).train()
"""


def test_an_error_that_ends_the_program_is_explained_after_its_traceback(tmp_path):
    load("transformers", "accelerate")
    (tmp_path / "main.py").write_text(PROGRAM)
    done = start_program(tmp_path, tmp_path / "out", plain=True)()
    assert done.status == 1 and done.stderr.count("Traceback") == 1, done
    error, _, rest = done.stderr.partition("does not require grad and does not have a grad_fn")
    assert "error[detached-tensor]" not in error and "error[detached-tensor]" in rest
    assert "out.loss.detach()" in rest
