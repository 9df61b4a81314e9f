"""Architectures that see: whole images, videos, and the parts of an image."""

from __future__ import annotations

from zoo import inputs
from zoo.architecture import Architecture

VIT = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 36,
    "image_size": 32,
    "patch_size": 8,
}
PYRAMID = {"image_size": 32, "patch_size": 2, "embed_dim": 16, "depths": [1, 1], "num_heads": [2, 2], "window_size": 4}
STAGES = {"depths": [1, 1, 1, 1], "hidden_sizes": [16, 16, 32, 32], "embedding_size": 16}
RESNET = {"model_type": "resnet", **STAGES, "out_features": ["stage2", "stage3", "stage4"]}
SWIN = {
    "model_type": "swin",
    "image_size": 64,
    "patch_size": 4,
    "embed_dim": 16,
    "depths": [1, 1, 1, 1],
    "num_heads": [2, 2, 2, 2],
    "window_size": 4,
    "out_features": ["stage1", "stage2", "stage3", "stage4"],
}
DETR = {
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 36,
    "decoder_ffn_dim": 36,
    "num_queries": 6,
    "num_labels": 3,
    "use_timm_backbone": False,
    "use_pretrained_backbone": False,
    "backbone": None,
    "backbone_config": RESNET,
}


def vit(name: str, batch=inputs.image_class, **settings) -> Architecture:
    return Architecture(name, batch, {**VIT, **settings})


def pyramid(name: str, batch=inputs.image_class, **settings) -> Architecture:
    return Architecture(name, batch, {**PYRAMID, **settings})


def detr(name: str, batch=inputs.image_boxes, **settings) -> Architecture:
    return Architecture(name, batch, {**DETR, **settings})


IMAGES = [
    vit("ViTForImageClassification"),
    vit("ViTForMaskedImageModeling", inputs.image_patches_masked, patch_size=4, encoder_stride=4),
    vit(
        "ViTMAEForPreTraining",
        inputs.image_alone,
        decoder_hidden_size=16,
        decoder_num_hidden_layers=1,
        decoder_num_attention_heads=2,
        decoder_intermediate_size=16,
    ),
    vit("DeiTForImageClassification"),
    vit("BeitForImageClassification"),
    vit("Dinov2ForImageClassification"),
    pyramid("SwinForImageClassification"),
    pyramid("Swinv2ForImageClassification"),
    Architecture(
        "ConvNextV2ForImageClassification",
        inputs.image_class_64,
        {"depths": [1, 1, 1, 1], "hidden_sizes": [8, 16, 16, 32]},
    ),
    Architecture("ResNetForImageClassification", inputs.image_class_64, STAGES),
    Architecture("RegNetForImageClassification", inputs.image_class_64, {**STAGES, "groups_width": 8}),
    Architecture(
        "MobileNetV2ForImageClassification",
        inputs.image_class_64,
        {"depth_multiplier": 0.25, "min_depth": 8, "finegrained_output": False},
    ),
    Architecture(
        "EfficientNetForImageClassification",
        inputs.image_class_64,
        {"width_coefficient": 0.25, "depth_coefficient": 0.25, "image_size": 64, "hidden_dim": 320},
    ),
    Architecture(
        "MobileViTForImageClassification",
        inputs.image_class_64,
        {"image_size": 64, "hidden_sizes": [16, 24, 32], "neck_hidden_sizes": [4, 8, 8, 16, 16, 16, 32]},
    ),
    Architecture(
        "PoolFormerForImageClassification",
        inputs.image_class_64,
        {"depths": [1, 1, 1, 1], "hidden_sizes": [8, 16, 16, 32]},
    ),
    Architecture(
        "PvtV2ForImageClassification",
        inputs.image_class_64,
        {
            "depths": [1, 1, 1, 1],
            "hidden_sizes": [8, 16, 16, 32],
            "num_attention_heads": [1, 2, 2, 4],
            "image_size": 64,
        },
    ),
    Architecture(
        "FocalNetForImageClassification",
        inputs.image_class,
        {
            "image_size": 32,
            "patch_size": 2,
            "embed_dim": 16,
            "depths": [1, 1],
            "hidden_sizes": [16, 32],
            "focal_levels": [1, 1],
            "focal_windows": [3, 3],
        },
    ),
    Architecture(
        "LevitForImageClassification",
        inputs.image_class_64,
        {
            "image_size": 64,
            "hidden_sizes": [16, 32, 48],
            "num_attention_heads": [2, 2, 2],
            "depths": [1, 1, 1],
            "key_dim": [8, 8, 8],
        },
    ),
    vit("VideoMAEForVideoClassification", inputs.video_class, num_frames=4),
    vit("TimesformerForVideoClassification", inputs.video_class, num_frames=4),
    vit("VivitForVideoClassification", inputs.video_class, num_frames=4, tubelet_size=[2, 8, 8]),
]

PARTS = [
    Architecture(
        "SegformerForSemanticSegmentation",
        inputs.image_segments,
        {
            "num_labels": 3,
            "depths": [1, 1, 1, 1],
            "hidden_sizes": [8, 16, 16, 32],
            "num_attention_heads": [1, 2, 2, 4],
            "decoder_hidden_size": 16,
        },
    ),
    Architecture(
        "UperNetForSemanticSegmentation",
        inputs.image_segments,
        {
            "num_labels": 3,
            "backbone_config": {**RESNET, "out_features": ["stage1", "stage2", "stage3", "stage4"]},
            "hidden_size": 16,
            "pool_scales": [1, 2],
            "auxiliary_in_channels": 32,
            "auxiliary_channels": 16,
            "use_pretrained_backbone": False,
        },
    ),
    Architecture(
        "GLPNForDepthEstimation",
        inputs.image_depths,
        {
            "depths": [1, 1, 1, 1],
            "hidden_sizes": [8, 16, 16, 32],
            "num_attention_heads": [1, 2, 2, 4],
            "decoder_hidden_size": 16,
        },
    ),
    detr("DetrForObjectDetection"),
    detr("ConditionalDetrForObjectDetection"),
    detr("DeformableDetrForObjectDetection", num_feature_levels=3),
    detr(
        "RTDetrForObjectDetection",
        encoder_hidden_dim=32,
        encoder_in_channels=[16, 32, 32],
        decoder_in_channels=[32, 32, 32],
        feat_strides=[8, 16, 32],
        encode_proj_layers=[2],
        backbone_config={**RESNET, "model_type": "rt_detr_resnet", "layer_type": "basic"},
        num_denoising=0,
    ),
    vit("YolosForObjectDetection", inputs.image_boxes, image_size=[64, 64], num_detection_tokens=6, num_labels=3),
    Architecture(
        "MaskFormerForInstanceSegmentation",
        inputs.image_masks,
        {
            "num_labels": 3,
            "fpn_feature_size": 32,
            "mask_feature_size": 32,
            "backbone_config": SWIN,
            "decoder_config": {"model_type": "detr", **{k: v for k, v in DETR.items() if "backbone" not in k}},
        },
    ),
    Architecture(
        "Mask2FormerForUniversalSegmentation",
        inputs.image_masks,
        {
            "num_labels": 3,
            "feature_size": 32,
            "mask_feature_size": 32,
            "hidden_dim": 32,
            "encoder_feedforward_dim": 36,
            "encoder_layers": 1,
            "decoder_layers": 3,
            "num_attention_heads": 4,
            "dim_feedforward": 36,
            "num_queries": 6,
            "train_num_points": 64,
            "backbone_config": SWIN,
        },
    ),
]

VISION = IMAGES + PARTS
