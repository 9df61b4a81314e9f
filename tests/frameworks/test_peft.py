"""Real peft and transformers, with tiny random models: typical bugs of adapters are told, healthy ones are silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frameworks import peft_programs as text
from tests.frameworks.later import load
from tests.frameworks.peft_programs import program
from tests.programs import Outcome, run_program

# What the two libraries deprecate of each other is not ours to fail for.
pytestmark = pytest.mark.filterwarnings("ignore")


def ran(tmp_path: Path, *parts: str) -> Outcome:
    load("transformers", "peft")  # here, for all forks
    (tmp_path / "main.py").write_text(program(*parts))
    return run_program(tmp_path, tmp_path / "out")


def line_of(tmp_path: Path, finding: dict) -> str:
    return (tmp_path / "main.py").read_text().splitlines()[finding["site"]["line"] - 1]


@pytest.mark.parametrize(
    "call", ["PeftModel.from_pretrained(base, folder)", "PeftModel.from_pretrained(model_id=folder, model=base)"]
)
@pytest.mark.parametrize("optimizer", [text.ALL, text.LEARNING], ids=["all", "those that learn"])
def test_adapters_that_were_loaded_frozen_get_the_argument_of_the_function_that_was_called(tmp_path, call, optimizer):
    done = ran(tmp_path, text.SAVED, f"model = {call}\n", optimizer)
    assert done.raised and [f["cause"] for f in done.alarms] == ["frozen-parameter"], done
    (finding,) = done.alarms
    assert line_of(tmp_path, finding) == f"model = {call}"
    assert [e["text"] for e in finding["edits"]] == [", is_trainable=True"]
    assert "freeze=False" not in done.stderr


def test_what_was_said_to_be_frozen_gets_no_invented_argument(tmp_path):
    done = ran(tmp_path, text.SAVED, "model = PeftModel.from_pretrained(base, folder, is_trainable=False)\n", text.ALL)
    assert [f["cause"] for f in done.alarms] == ["frozen-parameter"], done
    assert done.alarms[0]["edits"] == []


def test_a_function_of_the_programs_own_with_the_same_name_gets_no_invented_argument(tmp_path):
    own = """class Vectors:
    @classmethod
    def from_pretrained(cls, model):
        return model.requires_grad_(False)

model = Vectors.from_pretrained(base)
"""
    done = ran(tmp_path, text.SAVED, own, text.ALL)
    assert [f["cause"] for f in done.alarms] == ["frozen-parameter"], done
    assert done.alarms[0]["edits"] == [] and "by default" not in done.stderr


@pytest.mark.parametrize("adapted", [text.ADAPTED, text.ADAPTED_WITH_HEAD], ids=["adapters", "with a head"])
def test_adapters_that_came_after_the_optimizer_are_told_to_be_stepped_by_nobody(tmp_path, adapted):
    done = ran(tmp_path, text.OF_A_CLASSIFIER, text.ALL, adapted)
    assert [f["cause"] for f in done.alarms] == ["not-in-optimizer"], done
    (finding,) = done.alarms
    assert line_of(tmp_path, finding) == adapted.strip()
    assert any("lora_A" in name for name in finding["lost"])


def test_an_optimizer_of_the_adapter_that_is_not_active_is_told(tmp_path):
    other = 'model.load_adapter(folder, adapter_name="other")\n'
    held = 'optimizer = torch.optim.AdamW([p for n, p in model.named_parameters() if ".other." in n], lr=0.01)\n'
    adapted = text.ADAPTED_WITH_HEAD.replace("get_peft_model(model", "get_peft_model(base")
    done = ran(tmp_path, text.SAVED, adapted, other, held, text.TRAIN, text.TRAIN)
    assert [f["cause"] for f in done.alarms] == ["idle-parameter"], done
    assert line_of(tmp_path, done.alarms[0]) == held.strip()
    assert all(".other." in name for name in done.alarms[0]["lost"])


@pytest.mark.parametrize("made", [text.NEW, text.OF_A_BODY], ids=["random", "pretrained"])
def test_a_new_head_that_was_frozen_beside_adapters_is_told(tmp_path, made):
    done = ran(tmp_path, made, text.ADAPTED, text.LEARNING)
    assert [f["cause"] for f in done.alarms] == ["frozen-parameter"], done
    (finding,) = done.alarms
    assert line_of(tmp_path, finding) == text.ADAPTED.strip()
    assert finding["lost"] == ["model.base_model.model.classifier.weight"]
    assert 'modules_to_save=["classifier"]' in done.stderr


@pytest.mark.parametrize("optimizer", [text.ALL, text.LEARNING], ids=["all", "those that learn"])
@pytest.mark.parametrize(
    "made",
    [
        text.NEW + text.ADAPTED_WITH_HEAD,
        text.OF_A_BODY + text.ADAPTED_WITH_HEAD,
        text.OF_A_CLASSIFIER + text.ADAPTED,
        text.SAVED + "model = PeftModel.from_pretrained(base, folder, is_trainable=True)\n",
    ],
    ids=["new", "new head", "trained head", "loaded to learn"],
)
def test_healthy_adapters_get_silence(tmp_path, made, optimizer):
    done = ran(tmp_path, made, optimizer)
    assert not done.raised and done.alarms == [], done


def test_after_the_adapters_were_merged_the_advice_is_what_can_be_done_then(tmp_path):
    merged = "model = model.merge_and_unload()\n"
    done = ran(tmp_path, text.NEW, text.ADAPTED, text.LEARNING, merged)
    assert [f["cause"] for f in done.alarms] == ["detached-tensor"], done
    assert line_of(tmp_path, done.alarms[0]) == merged.strip()
    assert "functional_call" not in done.stderr and "before this call" in done.stderr
    done = ran(tmp_path, text.NEW, text.ADAPTED, merged, text.ALL)
    assert [f["cause"] for f in done.alarms] == ["frozen-parameter"], done
    assert "like everything else" in " ".join(done.stderr.split())
    assert not ran(tmp_path, text.NEW, text.ADAPTED, merged, "model.requires_grad_(True)\n", text.ALL).alarms
