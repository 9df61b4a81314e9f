"""Architectures that read or write text."""

from __future__ import annotations

from torch import nn

from zoo import inputs
from zoo.architecture import Architecture

ENCODER = {
    "vocab_size": 99,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 36,
    "max_position_embeddings": 80,
    "pad_token_id": 1,
}
DECODER = {**ENCODER, "num_key_value_heads": 2, "bos_token_id": 0, "eos_token_id": 2}
ODD_DECODER = {"vocab_size": 99, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}
EXPERTS = {**DECODER, "num_experts_per_tok": 2, "moe_intermediate_size": 16}
BOTH = {
    "vocab_size": 99,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 36,
    "decoder_ffn_dim": 36,
    "max_position_embeddings": 80,
    "pad_token_id": 1,
    "bos_token_id": 0,
    "eos_token_id": 2,
    "decoder_start_token_id": 2,
}
T5 = {
    "vocab_size": 99,
    "d_model": 32,
    "d_kv": 8,
    "d_ff": 36,
    "num_layers": 2,
    "num_heads": 4,
    "decoder_start_token_id": 0,
    "pad_token_id": 0,
}


def encoder(name: str, batch=inputs.text, **settings) -> Architecture:
    return Architecture(name, batch, {**ENCODER, **settings})


def decoder(name: str, batch=inputs.text, **settings) -> Architecture:
    return Architecture(name, batch, {**DECODER, **settings})


def odd_decoder(name: str, **settings) -> Architecture:
    return Architecture(name, inputs.text, {**ODD_DECODER, **settings})


def experts(name: str, **settings) -> Architecture:
    return Architecture(name, inputs.text, {**EXPERTS, **settings})


def both(name: str, batch=inputs.sequences, **settings) -> Architecture:
    return Architecture(name, batch, {**BOTH, **settings})


def t5(name: str, **settings) -> Architecture:
    return Architecture(name, inputs.sequences, {**T5, **settings})


def bert_to_bert() -> nn.Module:
    import transformers as t

    sizes = {**ENCODER, "bos_token_id": 0, "eos_token_id": 2}
    config = t.EncoderDecoderConfig.from_encoder_decoder_configs(t.BertConfig(**sizes), t.BertConfig(**sizes))
    config.decoder_start_token_id, config.pad_token_id = 0, 1
    return t.EncoderDecoderModel(config)


ENCODERS = [
    encoder("BertForMaskedLM"),
    encoder("BertForPreTraining", inputs.text_pair),
    encoder("BertForSequenceClassification", inputs.text_class),
    encoder("BertForTokenClassification", inputs.text_tags),
    encoder("BertForQuestionAnswering", inputs.text_span),
    encoder("BertForMultipleChoice", inputs.text_choice),
    encoder("RobertaForSequenceClassification", inputs.text_class),
    encoder("XLMRobertaForTokenClassification", inputs.text_tags),
    encoder("ElectraForPreTraining", inputs.text_tags, embedding_size=16),
    encoder("AlbertForMaskedLM", embedding_size=16),
    Architecture(
        "DistilBertForMaskedLM",
        inputs.text,
        {"vocab_size": 99, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 36},
    ),
    encoder("DebertaForMaskedLM"),
    encoder(
        "DebertaV2ForSequenceClassification", inputs.text_class, relative_attention=True, pos_att_type=["c2p", "p2c"]
    ),
    encoder("MPNetForMaskedLM"),
    encoder("MobileBertForMaskedLM", embedding_size=16, intra_bottleneck_size=16, true_hidden_size=16),
    encoder(
        "SqueezeBertForMaskedLM",
        q_groups=2,
        k_groups=2,
        v_groups=2,
        post_attention_groups=2,
        intermediate_groups=4,
        output_groups=4,
        embedding_size=32,
    ),
    encoder("ConvBertForMaskedLM", embedding_size=16),
    encoder("RoFormerForMaskedLM", embedding_size=16),
    encoder("LongformerForMaskedLM", attention_window=4, pad_token_id=1),
    encoder("BigBirdForMaskedLM", inputs.long_text, block_size=4, num_random_blocks=1),
    encoder("NystromformerForMaskedLM", inputs.text, segment_means_seq_len=12, num_landmarks=4),
    encoder("FNetForMaskedLM"),
    Architecture(
        "FunnelForMaskedLM",
        inputs.text,
        {
            "vocab_size": 99,
            "block_sizes": [1, 1],
            "num_decoder_layers": 1,
            "d_model": 32,
            "n_head": 4,
            "d_head": 8,
            "d_inner": 36,
        },
    ),
    encoder(
        "CanineForSequenceClassification",
        inputs.text_class,
        num_hash_buckets=16,
        local_transformer_stride=4,
        downsampling_rate=2,
    ),
    Architecture(
        "XLNetForSequenceClassification",
        inputs.text_class,
        {"vocab_size": 99, "d_model": 32, "n_layer": 2, "n_head": 4, "d_inner": 36},
    ),
    Architecture(
        "XLMWithLMHeadModel",
        inputs.text,
        {"vocab_size": 99, "emb_dim": 32, "n_layers": 2, "n_heads": 4, "pad_index": 1},
    ),
    encoder("ModernBertForMaskedLM"),
    encoder("LukeForMaskedLM", entity_vocab_size=10, entity_emb_size=16),
    encoder("EsmForMaskedLM", mask_token_id=4, position_embedding_type="rotary", token_dropout=False),
    encoder("RemBertForMaskedLM", input_embedding_size=16, output_embedding_size=24),
    encoder("LayoutLMForTokenClassification", inputs.boxed_text, max_2d_position_embeddings=64),
    encoder("SplinterForQuestionAnswering", inputs.text_span),
    encoder("TapasForSequenceClassification", inputs.text_class),
    Architecture(
        "PerceiverForMaskedLM",
        inputs.text,
        {
            "vocab_size": 99,
            "num_latents": 4,
            "d_latents": 16,
            "d_model": 16,
            "num_blocks": 1,
            "num_self_attends_per_block": 2,
            "num_self_attention_heads": 2,
            "num_cross_attention_heads": 2,
            "max_position_embeddings": 12,
            "qk_channels": 16,
            "v_channels": 16,
        },
    ),
    Architecture(
        "ReformerForMaskedLM",
        inputs.long_text,
        {
            "vocab_size": 99,
            "hidden_size": 32,
            "attention_head_size": 8,
            "num_attention_heads": 4,
            "feed_forward_size": 36,
            "attn_layers": ["local", "lsh"],
            "is_decoder": False,
            "axial_pos_shape": [8, 8],
            "axial_pos_embds_dim": [16, 16],
            "local_attn_chunk_length": 8,
            "lsh_attn_chunk_length": 8,
            "num_buckets": 4,
            "max_position_embeddings": 64,
        },
    ),
]

DECODERS = [
    odd_decoder("GPT2LMHeadModel"),
    Architecture(
        "GPTNeoForCausalLM",
        inputs.text,
        {
            "vocab_size": 99,
            "hidden_size": 32,
            "num_layers": 2,
            "num_heads": 4,
            "attention_types": [[["global", "local"], 1]],
            "max_position_embeddings": 64,
            "window_size": 4,
        },
    ),
    decoder("GPTNeoXForCausalLM"),
    odd_decoder("GPTJForCausalLM", rotary_dim=4),
    odd_decoder("OpenAIGPTLMHeadModel"),
    odd_decoder("CTRLLMHeadModel", dff=36),
    decoder("OPTForCausalLM", ffn_dim=36, word_embed_proj_dim=32),
    Architecture("BloomForCausalLM", inputs.text, {"vocab_size": 99, "hidden_size": 32, "n_layer": 2, "n_head": 4}),
    decoder("FalconForCausalLM"),
    decoder("LlamaForCausalLM"),
    decoder("LlamaForSequenceClassification", inputs.text_class),
    decoder("MistralForCausalLM", sliding_window=8),
    decoder("GemmaForCausalLM", head_dim=8),
    decoder("Gemma2ForCausalLM", head_dim=8, sliding_window=8),
    decoder("Gemma3ForCausalLM", head_dim=8, sliding_window=8),
    decoder("Qwen2ForCausalLM"),
    decoder("Qwen3ForCausalLM", head_dim=8),
    decoder("PhiForCausalLM"),
    decoder("Phi3ForCausalLM"),
    decoder("Starcoder2ForCausalLM"),
    decoder("Olmo2ForCausalLM"),
    decoder("CohereForCausalLM"),
    Architecture(
        "MptForCausalLM", inputs.text, {"vocab_size": 99, "d_model": 32, "n_layers": 2, "n_heads": 4, "max_seq_len": 64}
    ),
    decoder("BioGptForCausalLM"),
    Architecture(
        "XGLMForCausalLM",
        inputs.text,
        {
            "vocab_size": 99,
            "d_model": 32,
            "num_layers": 2,
            "attention_heads": 4,
            "ffn_dim": 36,
            "max_position_embeddings": 64,
        },
    ),
]

MIXTURES = [
    decoder("MixtralForCausalLM", num_local_experts=4, num_experts_per_tok=2, output_router_logits=True),
    experts("Qwen2MoeForCausalLM", num_experts=4, shared_expert_intermediate_size=16),
    experts("Qwen3MoeForCausalLM", num_experts=4, head_dim=8),
    experts("OlmoeForCausalLM", num_experts=4),
    experts("GraniteMoeForCausalLM", num_local_experts=4),
    experts("PhimoeForCausalLM", num_local_experts=4),
    experts("GptOssForCausalLM", num_local_experts=4, head_dim=8, sliding_window=8),
    experts(
        "DeepseekV3ForCausalLM",
        n_routed_experts=8,
        n_group=2,
        topk_group=1,
        n_shared_experts=1,
        first_k_dense_replace=1,
        q_lora_rank=8,
        kv_lora_rank=8,
        qk_nope_head_dim=8,
        qk_rope_head_dim=8,
        v_head_dim=8,
        num_key_value_heads=4,
    ),
    experts(
        "JambaForCausalLM",
        num_experts=4,
        attn_layer_period=2,
        attn_layer_offset=1,
        expert_layer_period=2,
        expert_layer_offset=1,
        mamba_d_state=4,
        mamba_dt_rank=4,
        use_mamba_kernels=False,
    ),
    t5(
        "SwitchTransformersForConditionalGeneration",
        num_experts=4,
        num_sparse_encoder_layers=1,
        num_sparse_decoder_layers=1,
        num_decoder_layers=2,
    ),
    both("NllbMoeForConditionalGeneration", num_experts=4, encoder_sparse_step=2, decoder_sparse_step=2),
]

RECURRENT = [
    Architecture(
        "MambaForCausalLM", inputs.text, {"vocab_size": 99, "hidden_size": 32, "num_hidden_layers": 2, "state_size": 4}
    ),
    Architecture(
        "Mamba2ForCausalLM",
        inputs.text,
        {
            "vocab_size": 99,
            "hidden_size": 32,
            "num_hidden_layers": 2,
            "state_size": 4,
            "num_heads": 8,
            "head_dim": 8,
            "n_groups": 2,
            "chunk_size": 4,
        },
    ),
    Architecture(
        "RwkvForCausalLM",
        inputs.text_only_input,
        {
            "vocab_size": 99,
            "hidden_size": 32,
            "num_hidden_layers": 2,
            "attention_hidden_size": 32,
            "intermediate_size": 36,
        },
    ),
    decoder(
        "RecurrentGemmaForCausalLM",
        lru_width=32,
        attention_window_size=8,
        block_types=["recurrent", "attention"],
        head_dim=8,
        num_key_value_heads=1,
    ),
    decoder(
        "BambaForCausalLM",
        attn_layer_indices=[1],
        mamba_n_heads=8,
        mamba_d_head=8,
        mamba_d_state=4,
        mamba_n_groups=2,
        mamba_chunk_size=4,
    ),
    decoder("Lfm2ForCausalLM", layer_types=["conv", "full_attention"]),
    experts(
        "Qwen3NextForCausalLM",
        num_experts=4,
        shared_expert_intermediate_size=16,
        head_dim=8,
        linear_num_key_heads=2,
        linear_num_value_heads=4,
        linear_key_head_dim=8,
        linear_value_head_dim=8,
        layer_types=["linear_attention", "full_attention"],
    ),
]

ENCODER_DECODERS = [
    t5("T5ForConditionalGeneration"),
    t5("UMT5ForConditionalGeneration"),
    t5("LongT5ForConditionalGeneration", local_radius=4),
    both("BartForConditionalGeneration"),
    both("BartForSequenceClassification", inputs.ended_text_class),
    both("MBartForConditionalGeneration"),
    both("PegasusForConditionalGeneration"),
    both("PegasusXForConditionalGeneration", block_size=4, num_global_tokens=2),
    both("BigBirdPegasusForConditionalGeneration", attention_type="original_full"),
    both("MarianMTModel"),
    both("M2M100ForConditionalGeneration"),
    both(
        "LEDForConditionalGeneration",
        attention_window=4,
        max_encoder_position_embeddings=64,
        max_decoder_position_embeddings=64,
    ),
    Architecture(
        "ProphetNetForConditionalGeneration",
        inputs.sequences,
        {
            "vocab_size": 99,
            "hidden_size": 32,
            "num_encoder_layers": 2,
            "num_decoder_layers": 2,
            "num_encoder_attention_heads": 4,
            "num_decoder_attention_heads": 4,
            "encoder_ffn_dim": 36,
            "decoder_ffn_dim": 36,
            "max_position_embeddings": 64,
        },
    ),
    Architecture("EncoderDecoderModel", inputs.sequences, build=bert_to_bert),
]

TEXT = ENCODERS + DECODERS + MIXTURES + RECURRENT + ENCODER_DECODERS
