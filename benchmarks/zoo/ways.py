"""The ways in which a model is trained, beside the plain one: what is done to it, and how its steps are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import nn


def unchanged(model: nn.Module) -> nn.Module:
    return model


def checkpointed(model: nn.Module, reentrant: bool = False) -> nn.Module:
    model.gradient_checkpointing_enable({"use_reentrant": reentrant})
    return model


def checkpointed_reentrantly(model: nn.Module) -> nn.Module:
    """A reentrant checkpoint needs an input that requires a gradient, which a frozen embedding does not give."""
    model.enable_input_require_grads()
    return checkpointed(model, reentrant=True)


def adapted(model: nn.Module, **settings: object) -> nn.Module:
    import peft

    return peft.get_peft_model(model, peft.LoraConfig(r=4, target_modules="all-linear", **settings))


def adapted_by_direction(model: nn.Module) -> nn.Module:
    return adapted(model, use_dora=True)


def adapted_with_head(model: nn.Module) -> nn.Module:
    return adapted(model, modules_to_save=["classifier"])


def rescaled(model: nn.Module) -> nn.Module:
    import peft

    return peft.get_peft_model(model, peft.IA3Config(task_type=task(model)))


def prompted(model: nn.Module) -> nn.Module:
    import peft

    return peft.get_peft_model(model, peft.PromptTuningConfig(task_type=task(model), num_virtual_tokens=4))


def prompted_by_encoder(model: nn.Module) -> nn.Module:
    import peft

    return peft.get_peft_model(
        model, peft.PromptEncoderConfig(task_type=task(model), num_virtual_tokens=4, encoder_hidden_size=16)
    )


def prefixed(model: nn.Module) -> nn.Module:
    import peft

    return peft.get_peft_model(model, peft.PrefixTuningConfig(task_type=task(model), num_virtual_tokens=4))


def task(model: nn.Module) -> str:
    return "SEQ_2_SEQ_LM" if model.config.is_encoder_decoder else "CAUSAL_LM"


def frozen_below_head(model: nn.Module) -> nn.Module:
    model.base_model.requires_grad_(False)
    return model


def frozen_but_biases(model: nn.Module) -> nn.Module:
    for name, parameter in model.named_parameters():
        parameter.requires_grad = name.endswith("bias")
    return model


@dataclass(frozen=True)
class Way:
    """`filtered`: the optimizer gets what requires a gradient, and not all parameters, as both are usual."""

    prepare: Callable[[nn.Module], nn.Module] = unchanged
    filtered: bool = False
    backwards: int = 1
    trainer: bool = False


WAYS = {
    "checkpoint": Way(checkpointed),
    "reentrant": Way(checkpointed_reentrantly),
    "lora": Way(adapted),
    "lora-head": Way(adapted_with_head),
    "dora": Way(adapted_by_direction),
    "ia3": Way(rescaled),
    "prompt": Way(prompted),
    "p-tuning": Way(prompted_by_encoder),
    "prefix": Way(prefixed),
    "frozen": Way(frozen_below_head, filtered=True),
    "frozen-all": Way(frozen_below_head),
    "biases": Way(frozen_but_biases, filtered=True),
    "accumulate": Way(backwards=2),
    "trainer": Way(trainer=True),
}

# Every architecture is trained plainly; these are trained in other ways too.
CHOSEN = {
    "checkpoint": """BertForMaskedLM GPT2LMHeadModel LlamaForCausalLM T5ForConditionalGeneration
        BartForConditionalGeneration ViTForImageClassification SwinForImageClassification Wav2Vec2ForCTC
        WhisperForConditionalGeneration MixtralForCausalLM MambaForCausalLM CLIPModel""",
    "reentrant": """RobertaForSequenceClassification ElectraForPreTraining GPTNeoXForCausalLM OPTForCausalLM
        Qwen2ForCausalLM Gemma2ForCausalLM UMT5ForConditionalGeneration ViTForImageClassification HubertForCTC
        LlavaForConditionalGeneration""",
    "lora": """BertForMaskedLM GPT2LMHeadModel LlamaForCausalLM MistralForCausalLM Qwen3ForCausalLM Gemma2ForCausalLM
        MixtralForCausalLM Phi3ForCausalLM T5ForConditionalGeneration BartForConditionalGeneration
        WhisperForConditionalGeneration CLIPModel LlavaForConditionalGeneration""",
    "lora-head": "BertForSequenceClassification ViTForImageClassification",
    "dora": "LlamaForCausalLM",
    "ia3": "LlamaForCausalLM T5ForConditionalGeneration",
    "prompt": "GPT2LMHeadModel LlamaForCausalLM",
    "p-tuning": "OPTForCausalLM",
    "prefix": "GPT2LMHeadModel BloomForCausalLM",
    "lora+checkpoint": "Qwen2ForCausalLM",
    "lora+reentrant": "Qwen2ForCausalLM T5ForConditionalGeneration",
    "frozen": "ViTForImageClassification BertForSequenceClassification SegformerForSemanticSegmentation",
    "frozen-all": "SwinForImageClassification BertForTokenClassification",
    "biases": "RobertaForSequenceClassification",
    "accumulate": "BertForMaskedLM GPT2LMHeadModel T5ForConditionalGeneration ViTForImageClassification",
    "trainer": "BertForSequenceClassification GPT2LMHeadModel T5ForConditionalGeneration ViTForImageClassification",
    "lora+trainer": "LlamaForCausalLM",
    "checkpoint+trainer": "Qwen3ForCausalLM",
    "accumulate+trainer": "DistilBertForMaskedLM",
}
