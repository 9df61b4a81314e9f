"""Architectures that hear, forecast, or put images and text together."""

from __future__ import annotations

import torch
from torch import nn

from zoo import inputs
from zoo.architecture import Architecture
from zoo.text import BOTH, DECODER, ENCODER
from zoo.vision import VIT

WAVES = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 36,
    "conv_dim": [16, 16, 16],
    "conv_stride": [4, 4, 4],
    "conv_kernel": [8, 8, 8],
    "num_conv_pos_embeddings": 16,
    "num_conv_pos_embedding_groups": 2,
    "vocab_size": 32,
    "mask_time_length": 3,
    "classifier_proj_size": 16,
}
TOWERS = {
    "text_config": {**ENCODER, "projection_dim": 16, "bos_token_id": 0, "eos_token_id": 2},
    "vision_config": {**VIT, "projection_dim": 16},
    "projection_dim": 16,
}
FORECAST = {
    "prediction_length": 4,
    "context_length": 14,
    "lags_sequence": [1, 2, 7],
    "num_time_features": 1,
    "d_model": 16,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_ffn_dim": 16,
    "decoder_ffn_dim": 16,
}


def waves(name: str, batch=inputs.sound_written, **settings) -> Architecture:
    return Architecture(name, batch, {**WAVES, **settings})


def pair(name: str, **settings) -> Architecture:
    return Architecture(name, contrastive, {**TOWERS, **settings})


def contrastive() -> dict[str, object]:
    return {**inputs.image_and_text(), "return_loss": True}


def masked_waves() -> dict[str, object]:
    """What contrastive pretraining on sound needs: which steps are masked, and which others are told from them."""
    masked = torch.zeros(2, 29, dtype=torch.bool)
    masked[:, 3:9] = True
    return {
        "input_values": inputs.sound(),
        "mask_time_indices": masked,
        "sampled_negative_indices": torch.randint(0, 29, (2, 29, 5)),
    }


def vit_to_bert() -> nn.Module:
    import transformers as t

    sizes = {**ENCODER, "bos_token_id": 0, "eos_token_id": 2}
    config = t.VisionEncoderDecoderConfig.from_encoder_decoder_configs(t.ViTConfig(**VIT), t.BertConfig(**sizes))
    config.decoder_start_token_id, config.pad_token_id = 0, 1
    return t.VisionEncoderDecoderModel(config)


def waves_to_bart() -> nn.Module:
    import transformers as t

    config = t.SpeechEncoderDecoderConfig.from_encoder_decoder_configs(t.Wav2Vec2Config(**WAVES), t.BartConfig(**BOTH))
    config.decoder_start_token_id, config.pad_token_id = 2, 1
    return t.SpeechEncoderDecoderModel(config)


SOUNDS = [
    waves("Wav2Vec2ForCTC"),
    waves("Wav2Vec2ForSequenceClassification", inputs.sound_class),
    waves(
        "Wav2Vec2ForPreTraining", masked_waves, codevector_dim=16, proj_codevector_dim=16, num_codevectors_per_group=8
    ),
    waves("HubertForCTC"),
    waves("WavLMForCTC"),
    waves("SEWForCTC", squeeze_factor=2),
    waves("Data2VecAudioForCTC"),
    Architecture(
        "WhisperForConditionalGeneration",
        inputs.spectrum_written,
        {**BOTH, "num_mel_bins": 16, "max_source_positions": 30, "max_target_positions": 20},
    ),
    Architecture(
        "Speech2TextForConditionalGeneration",
        inputs.spectrum_frames_written,
        {
            **BOTH,
            "input_feat_per_channel": 16,
            "conv_channels": 16,
            "max_source_positions": 60,
            "max_target_positions": 20,
        },
    ),
    Architecture(
        "Wav2Vec2BertForCTC",
        inputs.spectrum_frames_written,
        {
            "vocab_size": 99,
            "hidden_size": 32,
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "intermediate_size": 36,
            "feature_projection_input_dim": 16,
        },
    ),
    Architecture(
        "ASTForAudioClassification",
        inputs.spectrum_class,
        {**VIT, "patch_size": 4, "max_length": 24, "num_mel_bins": 16, "frequency_stride": 4, "time_stride": 4},
    ),
    Architecture(
        "MoonshineForConditionalGeneration",
        inputs.sound_written,
        {
            "vocab_size": 99,
            "hidden_size": 32,
            "intermediate_size": 36,
            "encoder_num_hidden_layers": 1,
            "decoder_num_hidden_layers": 1,
            "encoder_num_attention_heads": 4,
            "decoder_num_attention_heads": 4,
            "pad_token_id": 1,
            "decoder_start_token_id": 1,
        },
    ),
    Architecture("SpeechEncoderDecoderModel", inputs.sound_written, build=waves_to_bart),
]

TOGETHER = [
    pair("CLIPModel"),
    pair("SiglipModel"),
    pair("ChineseCLIPModel"),
    pair("BlipModel"),
    Architecture(
        "BlipForConditionalGeneration",
        inputs.image_caption,
        {
            "text_config": {
                **ENCODER,
                "encoder_hidden_size": 32,
                "bos_token_id": 0,
                "eos_token_id": 2,
                "sep_token_id": 2,
            },
            "vision_config": VIT,
        },
    ),
    Architecture("GitForCausalLM", inputs.image_caption, {**ENCODER, "vision_config": VIT}),
    Architecture("ViltForMaskedLM", inputs.image_caption, {**ENCODER, "image_size": 32, "patch_size": 8}),
    Architecture(
        "LlavaForConditionalGeneration",
        inputs.image_in_text,
        {
            "text_config": {"model_type": "llama", **DECODER},
            "vision_config": {"model_type": "clip_vision_model", **VIT, "patch_size": 16},
            "image_token_index": 98,
            "image_token_id": 98,
        },
    ),
    Architecture(
        "PaliGemmaForConditionalGeneration",
        inputs.image_in_text,
        {
            "text_config": {"model_type": "gemma", **DECODER, "head_dim": 8},
            "vision_config": {"model_type": "siglip_vision_model", **VIT, "patch_size": 16},
            "projection_dim": 32,
            "image_token_index": 98,
            "image_token_id": 98,
        },
    ),
    Architecture("VisionEncoderDecoderModel", inputs.image_written, build=vit_to_bert),
]

SERIES = [
    Architecture("TimeSeriesTransformerForPrediction", inputs.series, FORECAST),
    Architecture("InformerForPrediction", inputs.series, FORECAST),
    Architecture("AutoformerForPrediction", inputs.series, {**FORECAST, "label_length": 4, "moving_average": 5}),
    Architecture(
        "PatchTSTForPrediction",
        inputs.channels,
        {
            "num_input_channels": 3,
            "context_length": 16,
            "prediction_length": 4,
            "patch_length": 4,
            "patch_stride": 4,
            "d_model": 16,
            "num_hidden_layers": 1,
            "num_attention_heads": 2,
            "ffn_dim": 16,
        },
    ),
    Architecture(
        "PatchTSMixerForPrediction",
        inputs.channels,
        {
            "num_input_channels": 3,
            "context_length": 16,
            "prediction_length": 4,
            "patch_length": 4,
            "patch_stride": 4,
            "d_model": 16,
            "num_layers": 1,
        },
    ),
]

MEDIA = SOUNDS + TOGETHER + SERIES
